package kube

import "testing"

func volumeCases() []refuseCase {
	vols := func(volumes, mounts string) string {
		return deployment("", "", "volumes: "+volumes, "volumeMounts: "+mounts)
	}
	vol, mount := pod+".volumes[0]", ctr+".volumeMounts[0]"
	return []refuseCase{
		{name: "volume and mount", in: vols("[{name: v, emptyDir: {}}]", "[{name: v, mountPath: /v}, {name: v, mountPath: /w, subPath: a/b}]")},
		{name: "empty lists", in: vols("[]", "[]")},
		{name: "mount without volume", in: vols("[{name: v, emptyDir: {}}]", "[{name: w, mountPath: /v}]"), want: []string{"mount-without-volume " + mount + ".name"}},
		{name: "mount of a claim template", in: workload("StatefulSet", "volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]", "", "volumeMounts: [{name: data, mountPath: /v}]")},
		{name: "claim template without name", in: workload("StatefulSet", "volumeClaimTemplates: [{metadata: {}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]", "", "volumeMounts: [{name: data, mountPath: /v}]"), want: []string{"volume-name-missing spec.volumeClaimTemplates[0].metadata"}},
		{name: "claim template with a bad name", in: workload("StatefulSet", "volumeClaimTemplates: [{metadata: {name: a_b}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]", "", ""), want: []string{"volume-name-invalid spec.volumeClaimTemplates[0].metadata.name"}},
		{name: "claim template replaces a volume", in: workload("StatefulSet", "volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]", "volumes: [{name: data, emptyDir: {}}]", "volumeMounts: [{name: data, mountPath: /v}]")},
		{name: "mount in an init container", in: deployment("", "", "initContainers: [{name: i, image: i, volumeMounts: [{name: v, mountPath: /v}]}]", ""), want: []string{"mount-without-volume " + pod + ".initContainers[0].volumeMounts[0].name"}},
		{name: "mount without name", in: vols("[{name: v}]", "[{mountPath: /v}]"), want: []string{"mount-name-missing " + mount}},
		{name: "mount without path", in: vols("[{name: v}]", "[{name: v}]"), want: []string{"mount-path-missing " + mount}},
		{name: "path twice", in: vols("[{name: v}]", "[{name: v, mountPath: /v}, {name: v, mountPath: /v}]"), want: []string{"mount-path-duplicate " + ctr + ".volumeMounts[1].mountPath"}},
		{name: "sub path", in: vols("[{name: v}]", "[{name: v, mountPath: /v, subPath: a/../b}]"), want: []string{"sub-path-invalid " + mount + ".subPath"}},
		{name: "absolute sub path", in: vols("[{name: v}]", "[{name: v, mountPath: /v, subPathExpr: /a}]"), want: []string{"sub-path-invalid " + mount + ".subPathExpr"}},
		{name: "two sub paths", in: vols("[{name: v}]", "[{name: v, mountPath: /v, subPath: a, subPathExpr: b}]"), want: []string{"two-sub-paths " + mount + ".subPathExpr"}},
		{name: "dots in a name", in: vols("[{name: v}]", "[{name: v, mountPath: /v, subPath: ..data}]")},
		{name: "volume twice", in: vols("[{name: v}, {name: v, emptyDir: {}}]", "[]"), want: []string{"volume-name-duplicate " + pod + ".volumes[1].name"}},
		{name: "volume without name", in: vols("[{emptyDir: {}}]", "[{name: v, mountPath: /v}]"), want: []string{"volume-name-missing " + vol}},
		{name: "volume name", in: vols("[{name: my_volume}]", "[]"), want: []string{"volume-name-invalid " + vol + ".name"}},
		{name: "two sources", in: vols("[{name: v, hostPath: {path: /v}, emptyDir: {}}]", "[]"), want: []string{"volume-two-sources " + vol + ".emptyDir"}},
		{name: "source set to null", in: vols("[{name: v, emptyDir: null, hostPath: {path: /v}}]", "[]")},
		{name: "host path types", in: vols("[{name: a, hostPath: {path: /a, type: ''}}, {name: b, hostPath: {path: /b, type: Socket}}, {name: c, hostPath: {path: ..c}}]", "[]")},
		{name: "host path type", in: vols("[{name: v, hostPath: {path: /v, type: Dir}}]", "[]"), want: []string{"unsupported-value " + vol + ".hostPath.type"}},
		{name: "host path upwards", in: vols("[{name: v, hostPath: {path: /v/../w}}]", "[]"), want: []string{"host-path-backsteps " + vol + ".hostPath.path"}},
		{name: "host path without path", in: vols("[{name: v, hostPath: {type: File}}]", "[]"), want: []string{"volume-field-missing " + vol + ".hostPath"}},
		{name: "config map without name", in: vols("[{name: v, configMap: {}}]", "[]"), want: []string{"volume-field-missing " + vol + ".configMap"}},
		{name: "secret without name", in: vols("[{name: v, secret: {optional: true}}]", "[]"), want: []string{"volume-field-missing " + vol + ".secret"}},
		{name: "claim without name", in: vols("[{name: v, persistentVolumeClaim: {readOnly: true}}]", "[]"), want: []string{"volume-field-missing " + vol + ".persistentVolumeClaim"}},
		{name: "named sources", in: vols("[{name: a, configMap: {name: a}}, {name: b, secret: {secretName: b}}, {name: c, persistentVolumeClaim: {claimName: c}}]", "[]")},
		{name: "size limit", in: vols("[{name: v, emptyDir: {sizeLimit: -1Gi}}]", "[]"), want: []string{"negative-number " + vol + ".emptyDir.sizeLimit"}},

		{name: "bidirectional", in: vols("[{name: v}]", "[{name: v, mountPath: /v, mountPropagation: Bidirectional}]"), want: []string{"bidirectional-without-privileged " + mount + ".mountPropagation"}},
		{name: "bidirectional and privileged", in: deployment("", "", "volumes: [{name: v}]", "securityContext: {privileged: true}\nvolumeMounts: [{name: v, mountPath: /v, mountPropagation: Bidirectional}]")},
		{name: "host to container", in: vols("[{name: v}]", "[{name: v, mountPath: /v, mountPropagation: HostToContainer}]")},
		{name: "propagation", in: vols("[{name: v}]", "[{name: v, mountPath: /v, mountPropagation: Shared}]"), want: []string{"unsupported-value " + mount + ".mountPropagation"}},
		{name: "recursive", in: vols("[{name: v}]", "[{name: v, mountPath: /v, readOnly: true, recursiveReadOnly: Enabled, mountPropagation: None}]")},
		{name: "recursive and writable", in: vols("[{name: v}]", "[{name: v, mountPath: /v, recursiveReadOnly: IfPossible}]"), want: []string{"recursive-read-only " + mount + ".recursiveReadOnly"}},
		{name: "recursive and propagated", in: vols("[{name: v}]", "[{name: v, mountPath: /v, readOnly: true, recursiveReadOnly: Enabled, mountPropagation: HostToContainer}]"), want: []string{"recursive-read-only " + mount + ".recursiveReadOnly"}},
		{name: "recursive disabled", in: vols("[{name: v}]", "[{name: v, mountPath: /v, recursiveReadOnly: Disabled, mountPropagation: HostToContainer}]")},
		{name: "recursive before 1.31 is dropped", in: vols("[{name: v}]", "[{name: v, mountPath: /v, recursiveReadOnly: Enabled}]"), release: "1.30"},
		{name: "device", in: deployment("", "", "volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]", "volumeDevices: [{name: v, devicePath: /dev/x}]")},
		{name: "device of another source", in: deployment("", "", "volumes: [{name: v, emptyDir: {}}]", "volumeDevices: [{name: v, devicePath: /dev/x}]"), want: []string{"device-source " + ctr + ".volumeDevices[0].name"}},
		{name: "device twice", in: deployment("", "", "volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]", "volumeDevices: [{name: v, devicePath: /dev/x}, {name: v, devicePath: /dev/y}]"), want: []string{"device-duplicate " + ctr + ".volumeDevices[1].name"}},
		{name: "device without volume", in: deployment("", "", "", "volumeDevices: [{name: v, devicePath: /dev/x}]"), want: []string{"mount-without-volume " + ctr + ".volumeDevices[0].name"}},
		{name: "device and mount", in: deployment("", "", "volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]", "volumeDevices: [{name: v, devicePath: /dev/x}]\nvolumeMounts: [{name: v, mountPath: /v}]"), want: []string{"mount-and-device " + mount + ".name"}},
	}
}

func TestRefuseVolumes(t *testing.T) { runRefuse(t, volumeCases()) }
