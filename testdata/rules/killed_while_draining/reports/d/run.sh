#!/bin/sh
app --port 8080
