#!/bin/sh
exec app --port 8080
