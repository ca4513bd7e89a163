package kube

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	for _, tt := range []struct{ apiVersion, kind, want string }{
		{"v1", "Pod", "*v1.Pod"}, {"apps/v1", "Deployment", "*v1.Deployment"}, {"policy/v1", "PodDisruptionBudget", "*v1.PodDisruptionBudget"},
		{"extensions/v1beta1", "Ingress", "*v1beta1.Ingress"}, {"v1", "List", "*v1.List"}, {"networking.k8s.io/v1", "NetworkPolicy", "*v1.NetworkPolicy"},
		{"rbac.authorization.k8s.io/v1", "ClusterRole", "*v1.ClusterRole"}, {"autoscaling/v2", "HorizontalPodAutoscaler", "*v2.HorizontalPodAutoscaler"},
	} {
		obj, ok := New(tt.apiVersion, tt.kind)
		if !ok || reflect.TypeOf(obj).String() != tt.want || !reflect.ValueOf(obj).Elem().IsZero() {
			t.Errorf("%s %s: got %T %v", tt.apiVersion, tt.kind, obj, ok)
		}
	}
	for _, tt := range []struct{ apiVersion, kind string }{
		{"argoproj.io/v1alpha1", "Rollout"}, {"apps/v1", "Deploymnet"}, {"apps/v9", "Deployment"}, {"apps/v1", "DeleteOptions"}, {"apps/v1", "WatchEvent"},
		{"", ""}, {"a/b/c", "Pod"}, {"v1", ""}, {"apiextensions.k8s.io/v1", "CustomResourceDefinition"}, {"policy/v1beta1", "PodSecurityPolicy"},
	} {
		if obj, ok := New(tt.apiVersion, tt.kind); ok {
			t.Errorf("%s %s: want no type, got %T", tt.apiVersion, tt.kind, obj)
		}
	}
	a, _ := New("v1", "Pod")
	b, _ := New("v1", "Pod")
	if a == b {
		t.Error("two calls give the same object")
	}
}

// Every API group and version of k8s.io/api must be in the switch: a new one in an upgrade would be silently unknown.
func TestNewKnowsEveryGroupVersion(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/api").Output()
	if err != nil {
		t.Fatal("go list: ", err)
	}
	dir := strings.TrimSpace(string(out))
	found := 0
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "register.go" {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		group, ok := "", false
		if obj := file.Scope.Lookup("GroupName"); obj != nil {
			group, ok = constant(obj.Decl)
		}
		if !ok {
			t.Errorf("%s: no GroupName", path)
			return nil
		}
		gv := filepath.Base(filepath.Dir(path))
		if group != "" {
			gv = group + "/" + gv
		}
		found++
		if registration(gv) == nil {
			t.Errorf("New does not know %s", gv)
		}
		return nil
	})
	if err != nil || found < 50 {
		t.Errorf("looked at %d group versions: %v", found, err)
	}
}

// constant gives the text of a string constant's declaration.
func constant(decl any) (string, bool) {
	v := reflect.ValueOf(decl).Elem().FieldByName("Values")
	if !v.IsValid() || v.Len() == 0 {
		return "", false
	}
	lit := v.Index(0).Elem().Elem().FieldByName("Value")
	if !lit.IsValid() {
		return "", false
	}
	text, err := strconv.Unquote(lit.String())
	return text, err == nil
}

// A row for a field that k8s.io/api does not have would never fire.
func TestGateRowsNameRealFields(t *testing.T) {
	types := map[string]*typeInfo{}
	var visit func(*typeInfo)
	visit = func(i *typeInfo) {
		for i.shape == listShape || i.shape == mapShape {
			i = i.elem
		}
		if i.shape != structShape || types[i.name()] == i {
			return
		}
		types[i.name()] = i
		if len(i.all()) > maxFields {
			t.Errorf("%s has %d fields, maxFields is %d", i.name(), len(i.all()), maxFields)
		}
		for _, f := range i.all() {
			visit(f.info)
		}
	}
	for _, k := range [][2]string{{"apps/v1", "Deployment"}, {"apps/v1", "StatefulSet"}, {"apps/v1", "DaemonSet"}, {"batch/v1", "Job"}, {"policy/v1", "PodDisruptionBudget"}} {
		obj, _ := New(k[0], k[1])
		visit(infoOf(reflect.TypeOf(obj)))
	}
	for key, rows := range gates() {
		owner, field, _ := strings.Cut(key, ".")
		if types[owner] == nil || types[owner].field(field) == nil {
			t.Errorf("%s is no field of k8s.io/api", key)
		}
		for _, g := range rows {
			if g.name == "" || Default().Before(g.release()) {
				t.Errorf("%+v", g)
			}
		}
	}
}
