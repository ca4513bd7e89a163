package facts

import (
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/util/intstr"
)

// The controllers' arithmetic for all replicas from 0 to 50 and percentages from 0 to 100, in whole numbers and from the
// documentation: maxUnavailable of a Deployment rounds down, maxSurge up, and when both become 0 one pod may be unavailable
// ("Rolling Update Deployment"); both fields of a PodDisruptionBudget round up ("Rounding logic when specifying percentages").
func TestPercentagesOfReplicas(t *testing.T) {
	down := func(n, percent int) int { return n * percent / 100 }
	up := func(n, percent int) int { return (n*percent + 99) / 100 }
	for replicas := 0; replicas <= 50; replicas++ {
		for percent := 0; percent <= 100; percent++ {
			text := fmt.Sprintf("%d%%", percent)
			value := intstr.FromString(text)
			for _, other := range []int{0, 25, percent} {
				w := Workload{Kind: "Deployment"}
				w.Replicas.Value = replicas
				surge := intstr.FromString(fmt.Sprintf("%d%%", other))
				w.Rollout.MaxUnavailable, w.Rollout.MaxSurge = amount(&value, "25%", Ref{}), amount(&surge, "25%", Ref{})
				resolveRollout(&w)
				wantDown, wantUp := down(replicas, percent), up(replicas, other)
				if wantDown == 0 && wantUp == 0 {
					wantDown = 1
				}
				if got := w.Rollout.MaxUnavailable.Absolute; got != wantDown {
					t.Errorf("Deployment of %d: maxUnavailable %s with maxSurge %d%% is %d, want %d", replicas, text, other, got, wantDown)
				}
				if got := w.Rollout.MaxSurge.Absolute; got != wantUp {
					t.Errorf("Deployment of %d: maxSurge %d%% is %d, want %d", replicas, other, got, wantUp)
				}
			}
			set := func(min, max *intstr.IntOrString) PDB {
				p := PDB{Expected: replicas, MinAvailable: amount(min, "", Ref{}), MaxUnavailable: amount(max, "", Ref{})}
				allowed(&p)
				return p
			}
			if got, want := set(&value, nil).Allowed, replicas-up(replicas, percent); got != want {
				t.Errorf("budget of %d: minAvailable %s allows %d, want %d", replicas, text, got, want)
			}
			if got, want := set(nil, &value).Allowed, up(replicas, percent); got != want {
				t.Errorf("budget of %d: maxUnavailable %s allows %d, want %d", replicas, text, got, want)
			}
		}
		for n := 0; n <= 50; n++ {
			number := intstr.FromInt32(int32(n))
			p := PDB{Expected: replicas, MinAvailable: amount(&number, "", Ref{}), MaxUnavailable: amount(nil, "", Ref{})}
			allowed(&p)
			if want := max(replicas-n, 0); p.Allowed != want {
				t.Errorf("budget of %d: minAvailable %d allows %d, want %d", replicas, n, p.Allowed, want)
			}
		}
	}
}
