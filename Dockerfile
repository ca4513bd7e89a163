# An image of a release: one static binary, no shell, no root. Built from dist/ (make dist), or from source:
#   docker build --build-arg FROM=source -t drainlint .
ARG FROM=dist

FROM --platform=$BUILDPLATFORM golang:1.26.8 AS source
ARG TARGETOS TARGETARCH VERSION=source
WORKDIR /src
COPY . .
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -buildvcs=false -ldflags "-s -w -buildid= -X main.stamped=$VERSION" -o /drainlint ./cmd/drainlint

FROM scratch AS dist
ARG TARGETOS TARGETARCH
COPY --chmod=0755 dist/drainlint-$TARGETOS-$TARGETARCH /drainlint

FROM $FROM AS binary

FROM scratch
COPY --from=binary /drainlint /drainlint
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/drainlint"]
CMD ["scan"]
