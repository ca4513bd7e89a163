{{ define "web.password" }}{{ randAlphaNum 16 | b64enc }}{{ end }}
