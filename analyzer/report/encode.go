package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// encoder writes JSON indented and safe to show: runes that are not printable leave as \u escapes, so the data is
// unchanged and yet no byte can drive a terminal (encoding/json passes DEL and the C1 controls through).
type encoder struct {
	*bufio.Writer
	// sparse leaves out members that are [], {}, null or -1, which SARIF says of everything that is absent.
	sparse bool
	// streamed names a member that is an empty array in the value; stream supplies its elements instead, one at a time,
	// so that a large report is never held as a whole.
	streamed string
	stream   func(yield func(element any) error) error

	depth int
	// empty is true until the object or array that is being written has a member.
	empty bool
}

func newEncoder(w io.Writer) *encoder { return &encoder{Writer: bufio.NewWriter(w)} }

// document writes v and a line break, then flushes.
func (e *encoder) document(v any) error {
	if err := e.encode(v); err != nil {
		return err
	}
	e.WriteByte('\n')
	return e.Flush()
}

func (e *encoder) encode(v any) error {
	var compact bytes.Buffer
	enc := json.NewEncoder(&compact)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := e.value(compact.Bytes())
	return err
}

// value writes the compact JSON value at the start of in and returns what follows it.
func (e *encoder) value(in []byte) (rest []byte, err error) {
	switch in[0] {
	case '{':
		return e.object(in[1:])
	case '[':
		e.open('[')
		for in = in[1:]; in[0] != ']'; in = skipComma(in) {
			e.next(nil)
			if in, err = e.value(in); err != nil {
				return nil, err
			}
		}
		e.shut(']')
		return in[1:], nil
	case '"':
		end := stringEnd(in)
		e.text(in[:end])
		return in[end:], nil
	}
	end := bytes.IndexAny(in, ",]}\n")
	e.Write(in[:end])
	return in[end:], nil
}

func (e *encoder) object(in []byte) (rest []byte, err error) {
	e.open('{')
	for ; in[0] != '}'; in = skipComma(in) {
		end := stringEnd(in)
		key := in[:end]
		in = in[end+1:]
		if e.stream != nil && string(key[1:end-1]) == e.streamed {
			e.next(key)
			if err := e.elements(); err != nil {
				return nil, err
			}
			in = in[len("[]"):]
			continue
		}
		if n := absent(in); e.sparse && n > 0 {
			in = in[n:]
			continue
		}
		e.next(key)
		if in, err = e.value(in); err != nil {
			return nil, err
		}
	}
	e.shut('}')
	return in[1:], nil
}

func (e *encoder) elements() error {
	stream := e.stream
	e.stream = nil
	e.open('[')
	err := stream(func(element any) error {
		e.next(nil)
		return e.encode(element)
	})
	e.shut(']')
	return err
}

func (e *encoder) open(c byte) {
	e.WriteByte(c)
	e.depth++
	e.empty = true
}

// next starts a member; key is nil in an array.
func (e *encoder) next(key []byte) {
	if !e.empty {
		e.WriteByte(',')
	}
	e.empty = false
	e.line()
	if key != nil {
		e.text(key)
		e.WriteString(": ")
	}
}

func (e *encoder) shut(c byte) {
	e.depth--
	if !e.empty {
		e.line()
	}
	e.empty = false
	e.WriteByte(c)
}

func (e *encoder) line() {
	e.WriteByte('\n')
	for range e.depth {
		e.WriteString("  ")
	}
}

// text writes a JSON string; encoding/json has made sure that it is valid UTF-8.
func (e *encoder) text(quoted []byte) {
	for len(quoted) > 0 {
		r, n := utf8.DecodeRune(quoted)
		switch high, low := utf16.EncodeRune(r); {
		case unicode.IsPrint(r):
			e.Write(quoted[:n])
		case high != unicode.ReplacementChar:
			fmt.Fprintf(e, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(e, `\u%04x`, r)
		}
		quoted = quoted[n:]
	}
}

// absent is the length of the value at the start of in when it is one of those that sparse leaves out, else 0.
func absent(in []byte) int {
	for _, v := range []string{"[]", "{}", "null", "-1"} {
		if bytes.HasPrefix(in, []byte(v)) && (v != "-1" || in[2] == ',' || in[2] == '}') {
			return len(v)
		}
	}
	return 0
}

// stringEnd is the index after the string that in starts with.
func stringEnd(in []byte) int {
	for i := 1; ; i++ {
		switch in[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

func skipComma(in []byte) []byte {
	if in[0] == ',' {
		return in[1:]
	}
	return in
}
