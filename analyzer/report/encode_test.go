package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
)

func TestEncode(t *testing.T) {
	type object struct {
		List   []int          `json:"list"`
		Map    map[string]any `json:"map"`
		None   *int           `json:"none"`
		Unset  int            `json:"unset"`
		Number float64        `json:"number"`
		Text   string         `json:"text"`
		Items  []any          `json:"items"`
	}
	v := object{Unset: -1, Number: -1.5, Text: "<\"\\[],{}\u009b\U000e0001ø>", Items: []any{}}
	stream := func(yield func(any) error) error {
		for _, element := range []any{[]int{}, map[string]int{"items": -1}} {
			if err := yield(element); err != nil {
				return err
			}
		}
		return nil
	}
	for _, c := range []struct {
		sparse bool
		want   string
	}{
		{false, `{
  "list": null,
  "map": null,
  "none": null,
  "unset": -1,
  "number": -1.5,
  "text": "<\"\\[],{}\u009b\udb40\udc01ø>",
  "items": [
    [],
    {
      "items": -1
    }
  ]
}
`},
		{true, `{
  "number": -1.5,
  "text": "<\"\\[],{}\u009b\udb40\udc01ø>",
  "items": [
    [],
    {}
  ]
}
`},
	} {
		var out bytes.Buffer
		e := newEncoder(&out)
		e.sparse, e.streamed, e.stream = c.sparse, "items", stream
		if err := e.document(v); err != nil {
			t.Fatal(err)
		}
		if out.String() != c.want {
			t.Errorf("sparse %v: got\n%s\nwant\n%s", c.sparse, out.String(), c.want)
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add(`{"a":[1,{"b":"\u001b"},[]],"c":-1,"d":null,"e":"\ud83d\ude00\ud800"}`)
	f.Add(`["",{},true,1e3]`)
	f.Add(`"\\\""`)
	f.Fuzz(func(t *testing.T, in string) {
		var v, back any
		if json.Unmarshal([]byte(in), &v) != nil {
			return
		}
		var out bytes.Buffer
		if err := newEncoder(&out).document(v); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out.Bytes(), &back); err != nil {
			t.Fatalf("%v in:\n%s", err, out.String())
		}
		if !reflect.DeepEqual(v, back) {
			t.Errorf("%s became %s", fmt.Sprint(v), fmt.Sprint(back))
		}
	})
}
