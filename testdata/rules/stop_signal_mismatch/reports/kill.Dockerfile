FROM debian:12
STOPSIGNAL 9
CMD ["/app"]
