#!/bin/sh
set -e
mkdir -p /var/cache/web
exec "$@"
