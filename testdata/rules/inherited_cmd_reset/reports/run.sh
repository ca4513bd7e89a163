#!/bin/sh
set -e
/prepare
exec "$@"
