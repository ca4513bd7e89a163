#!/bin/bash
set -e
mkdir -p /run/app
app --port 8080
