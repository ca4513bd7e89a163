// Package kube knows what the Kubernetes API server makes of an object: which fields it drops, which objects it
// refuses, and which API versions it no longer serves. It works on the types of k8s.io/api and never talks to a
// cluster.
//
//	obj, ok := kube.New(apiVersion, kind)   // zero value of the typed object
//	issues := kube.Decode(root, obj, v)     // fills it; dropped fields and wrong types
//	refused := kube.Refuse(obj, root, v)    // what validation would reject
//	life := kube.LifecycleOf(apiVersion, kind)
package kube
