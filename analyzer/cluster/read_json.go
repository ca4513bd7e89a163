package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// json adds the nodes of a stream of JSON values. A List is read item by item.
func (inv *Inventory) json(data []byte) []error {
	r := jsonReader{inv: inv, data: data, d: json.NewDecoder(bytes.NewReader(data))}
	for {
		err := r.value()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return []error{err}
		}
	}
}

// jsonReader counts lines while it decodes.
type jsonReader struct {
	inv  *Inventory
	data []byte
	d    *json.Decoder
	// counted is an offset, and lines how many line breaks lie before it.
	counted, lines int
}

// line is the line of an offset; offsets must not go back.
func (r *jsonReader) line(offset int) int {
	offset = min(max(offset, r.counted), len(r.data))
	r.lines += bytes.Count(r.data[r.counted:offset], []byte("\n"))
	r.counted = offset
	return r.lines + 1
}

// here is the line of the next value.
func (r *jsonReader) here() int {
	at := int(r.d.InputOffset())
	for at < len(r.data) && strings.ContainsRune(" \t\r\n,:", rune(r.data[at])) {
		at++
	}
	return r.line(at)
}

func (r *jsonReader) fail(line int, err error) error {
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("%s:%d: no JSON: %s", r.inv.File, r.line(int(syntax.Offset)), syntax.Error())
	case errors.As(err, &wrong):
		return fmt.Errorf("%s:%d: unexpected %s in %s", r.inv.File, line, wrong.Value, wrong.Field)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s:%d: the file ends inside a value", r.inv.File, r.line(len(r.data)))
	}
	return fmt.Errorf("%s:%d: %w", r.inv.File, line, err)
}

// value reads one value of the stream; io.EOF at its end.
func (r *jsonReader) value() error {
	line := r.here()
	t, err := r.d.Token()
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	if err != nil {
		return r.fail(line, err)
	}
	switch t {
	case json.Delim('['):
		return r.list("", line)
	case json.Delim('{'):
		return r.object(line)
	}
	return fmt.Errorf("%s:%d: expected a Node or a List of nodes", r.inv.File, line)
}

// object reads a Node or a List, whichever order its keys have.
func (r *jsonReader) object(line int) error {
	var k kubeNode
	items := false
	for r.d.More() {
		t, err := r.d.Token()
		if err != nil {
			return r.fail(line, err)
		}
		var skip json.RawMessage
		var into any = &skip
		at := r.here()
		switch t {
		case "kind":
			into = &k.Kind
		case "metadata":
			into = &k.Metadata
		case "spec":
			into = &k.Spec
		case "status":
			into = &k.Status
		case "items":
			if open, err := r.d.Token(); err != nil || open != json.Delim('[') {
				return fmt.Errorf("%s:%d: items: expected a list", r.inv.File, at)
			}
			if err := r.list("Node", at); err != nil {
				return err
			}
			items = true
			continue
		}
		if err := r.d.Decode(into); err != nil {
			return r.fail(at, err)
		}
	}
	if _, err := r.d.Token(); err != nil {
		return r.fail(line, err)
	}
	switch {
	case k.Kind == "Node":
		r.inv.Nodes = append(r.inv.Nodes, k.node(line))
	case !items:
		return fmt.Errorf("%s:%d: expected a Node or a List of nodes, found kind %q", r.inv.File, line, k.Kind)
	}
	return nil
}

// list reads the rest of a list: Nodes below items, entries written by hand elsewhere.
func (r *jsonReader) list(kind string, line int) error {
	for r.d.More() {
		line = r.here()
		var raw json.RawMessage
		if kind == "" {
			if err := r.d.Decode(&raw); err != nil {
				return r.fail(line, err)
			}
			entry := bytes.NewBufferString("[")
			if err := json.Compact(entry, raw); err != nil {
				return r.fail(line, err)
			}
			entry.WriteByte(']')
			if errs := r.inv.document(entry.Bytes(), line); len(errs) > 0 {
				return errors.Join(errs...)
			}
			continue
		}
		var k kubeNode
		if err := r.d.Decode(&k); err != nil {
			return r.fail(line, err)
		}
		if k.Kind != "" && k.Kind != kind {
			return fmt.Errorf("%s:%d: expected a %s, found a %s", r.inv.File, line, kind, k.Kind)
		}
		r.inv.Nodes = append(r.inv.Nodes, k.node(line))
	}
	if _, err := r.d.Token(); err != nil {
		return r.fail(line, err)
	}
	return nil
}
