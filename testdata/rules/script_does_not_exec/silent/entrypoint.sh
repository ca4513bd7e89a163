#!/bin/sh
set -e
if [ "$1" = debug ]; then
  exec sh
fi
exec "$@"
