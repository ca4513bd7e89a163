package manifest

import "bytes"

// chunk is one YAML document of a stream; line is the 1-based line on which its text begins in the file.
type chunk struct {
	text []byte
	line int
}

// split cuts a stream at its document markers. A line that starts with "---" always starts a document, also inside a
// block scalar (YAML 1.2, 9.1.2), so cutting by lines is exact; it keeps one broken document from hiding the others.
func split(data []byte) []chunk {
	var out []chunk
	start, startLine, line := 0, 1, 1
	content := false   // the current chunk holds more than blank lines and comments
	directive := false // a %YAML or %TAG line belongs to the document whose marker follows it
	for pos := 0; pos < len(data); {
		end := bytes.IndexByte(data[pos:], '\n')
		if end < 0 {
			end = len(data)
		} else {
			end += pos + 1
		}
		text := data[pos:end]
		if marker(text, "---") {
			if content {
				out = append(out, chunk{data[start:pos], startLine})
			}
			if !directive {
				start, startLine = pos, line
			}
			content, directive = len(bytes.TrimSpace(text[3:])) > 0, false
		} else if marker(text, "...") {
			out = append(out, chunk{data[start:pos], startLine})
			start, startLine, content = end, line+1, false
		} else if !content && text[0] == '%' {
			directive = true
		} else if t := bytes.TrimSpace(text); len(t) > 0 && t[0] != '#' {
			content = true
		}
		pos, line = end, line+1
	}
	if content {
		out = append(out, chunk{data[start:], startLine})
	}
	return out
}

func marker(line []byte, m string) bool {
	if !bytes.HasPrefix(line, []byte(m)) {
		return false
	}
	return len(line) == 3 || line[3] == ' ' || line[3] == '\t' || line[3] == '\r' || line[3] == '\n'
}
