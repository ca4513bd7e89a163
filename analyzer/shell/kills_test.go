package shell

import (
	"fmt"
	"strings"
	"testing"
)

func TestKills(t *testing.T) {
	for argv, want := range map[string]string{
		"kill|-9|1":                               "[{kill -9 1 KILL  true}]",
		"sh|-c|kill -TERM 1; sleep 5":             "[{kill -TERM 1 TERM  true}]",
		"sh|-c|kill -s QUIT $(cat /run/x.pid)":    "[{kill -s QUIT $(cat /run/x.pid) QUIT  false}]",
		"pkill|-f|nginx":                          "[{pkill -f nginx TERM nginx false}]",
		"pkill|-KILL|-x|app":                      "[{pkill -KILL -x app KILL app false}]",
		"sh|-c|killall -9 java || true":           "[{killall -9 java KILL java false}]",
		"sh|-c|while kill -0 1; do sleep 1; done": "[]",
		"sh|-c|echo kill -9 1":                    "[]",
		"sleep|5":                                 "[]",
		"sh|-c|kill -9 'unclosed":                 "[]",
	} {
		got := fmt.Sprint(Kills(strings.Split(argv, "|")))
		if got != want {
			t.Errorf("Kills(%s) = %s, want %s", argv, got, want)
		}
	}
}
