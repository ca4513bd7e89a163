package shell

import (
	"reflect"
	"testing"
)

func TestFileCaps(t *testing.T) {
	ep := func(path string, line int, names ...string) FileCap {
		return FileCap{Path: path, Names: names, Effective: true, Line: line}
	}
	for script, want := range map[string][]FileCap{
		"setcap cap_net_bind_service=+ep /usr/bin/app":                                      {ep("/usr/bin/app", 1, "NET_BIND_SERVICE")},
		"apk add libcap \\\n && setcap 'cap_net_raw,cap_net_admin+eip' /a":                  {ep("/a", 2, "NET_RAW", "NET_ADMIN")},
		"setcap \"CAP_NET_RAW=ep\" /a cap_chown=ep /b":                                      {ep("/a", 1, "NET_RAW"), ep("/b", 1, "CHOWN")},
		"setcap cap_net_raw+p /a":                                                           {{Path: "/a", Names: []string{"NET_RAW"}, Line: 1}},
		"setcap =ep /a":                                                                     {ep("/a", 1, "ALL")},
		"setcap cap_net_raw=ep /a; setcap -r /a":                                            nil,
		"sudo setcap cap_net_raw=ep /a":                                                     {ep("/a", 1, "NET_RAW")},
		"setcap cap_net_raw=ep $(which app)":                                                nil,
		"setcap cap_net_raw= /a":                                                            nil,
		"echo setcap is not needed":                                                         nil,
		"if [ -x /a ]; then setcap cap_net_raw=+ep /a; fi":                                  {ep("/a", 1, "NET_RAW")},
		"setcap 'cap_net_raw=ep'":                                                           nil,
		"for f in /a; do setcap cap_net_raw=ep $f; done":                                    nil,
		"apt-get install -y libcap2-bin && setcap cap_sys_ptrace,cap_syslog=eip /bin/agent": {ep("/bin/agent", 1, "SYS_PTRACE", "SYSLOG")},
		"setcap (": nil,
	} {
		if got := FileCaps(script); !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
			t.Errorf("FileCaps(%q) = %+v, want %+v", script, got, want)
		}
	}
}
