#!/bin/sh
set -e
/app --serve
