#!/bin/sh
cleanup() { kill "$pid"; }
trap cleanup TERM
/app --serve
