#!/bin/sh
/usr/local/bin/worker "$@"
