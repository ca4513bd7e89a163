FROM debian:12 AS build
ENTRYPOINT app

FROM scratch
COPY --from=build /app /app
ENTRYPOINT ["/app"]
