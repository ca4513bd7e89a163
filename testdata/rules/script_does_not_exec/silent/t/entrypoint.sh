#!/bin/sh
app &
pid=$!
trap 'kill -TERM "$pid"' TERM
wait "$pid"
wait "$pid"
