#!/bin/sh
trap 'kill -TERM "$pid"' TERM
/app --serve &
pid=$!
wait "$pid"
wait "$pid"
