#!/bin/sh
if [ -n "$WARM_UP" ]; then
	/app/warm-up --wait
	/app/server --listen :8080	# serves until it is told to stop
fi
