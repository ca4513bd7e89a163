package kube

import (
	"reflect"
	"strings"
	"sync"

	admissionv1 "k8s.io/api/admission/v1"
	admissionv1beta1 "k8s.io/api/admission/v1beta1"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	admissionregistrationv1alpha1 "k8s.io/api/admissionregistration/v1alpha1"
	admissionregistrationv1beta1 "k8s.io/api/admissionregistration/v1beta1"
	apidiscoveryv2 "k8s.io/api/apidiscovery/v2"
	apidiscoveryv2beta1 "k8s.io/api/apidiscovery/v2beta1"
	apiserverinternalv1alpha1 "k8s.io/api/apiserverinternal/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	appsv1beta1 "k8s.io/api/apps/v1beta1"
	appsv1beta2 "k8s.io/api/apps/v1beta2"
	authenticationv1 "k8s.io/api/authentication/v1"
	authenticationv1alpha1 "k8s.io/api/authentication/v1alpha1"
	authenticationv1beta1 "k8s.io/api/authentication/v1beta1"
	authorizationv1 "k8s.io/api/authorization/v1"
	authorizationv1beta1 "k8s.io/api/authorization/v1beta1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	batchv1beta1 "k8s.io/api/batch/v1beta1"
	certificatesv1 "k8s.io/api/certificates/v1"
	certificatesv1alpha1 "k8s.io/api/certificates/v1alpha1"
	certificatesv1beta1 "k8s.io/api/certificates/v1beta1"
	coordinationv1 "k8s.io/api/coordination/v1"
	coordinationv1alpha2 "k8s.io/api/coordination/v1alpha2"
	coordinationv1beta1 "k8s.io/api/coordination/v1beta1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	discoveryv1beta1 "k8s.io/api/discovery/v1beta1"
	eventsv1 "k8s.io/api/events/v1"
	eventsv1beta1 "k8s.io/api/events/v1beta1"
	extensionsv1beta1 "k8s.io/api/extensions/v1beta1"
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	flowcontrolv1beta1 "k8s.io/api/flowcontrol/v1beta1"
	flowcontrolv1beta2 "k8s.io/api/flowcontrol/v1beta2"
	flowcontrolv1beta3 "k8s.io/api/flowcontrol/v1beta3"
	imagepolicyv1alpha1 "k8s.io/api/imagepolicy/v1alpha1"
	lifecyclev1alpha1 "k8s.io/api/lifecycle/v1alpha1"
	networkingv1 "k8s.io/api/networking/v1"
	networkingv1beta1 "k8s.io/api/networking/v1beta1"
	nodev1 "k8s.io/api/node/v1"
	nodev1alpha1 "k8s.io/api/node/v1alpha1"
	nodev1beta1 "k8s.io/api/node/v1beta1"
	policyv1 "k8s.io/api/policy/v1"
	policyv1beta1 "k8s.io/api/policy/v1beta1"
	rbacv1 "k8s.io/api/rbac/v1"
	rbacv1alpha1 "k8s.io/api/rbac/v1alpha1"
	rbacv1beta1 "k8s.io/api/rbac/v1beta1"
	resourcev1 "k8s.io/api/resource/v1"
	resourcev1alpha3 "k8s.io/api/resource/v1alpha3"
	resourcev1beta1 "k8s.io/api/resource/v1beta1"
	resourcev1beta2 "k8s.io/api/resource/v1beta2"
	schedulingv1 "k8s.io/api/scheduling/v1"
	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	schedulingv1beta1 "k8s.io/api/scheduling/v1beta1"
	storagev1 "k8s.io/api/storage/v1"
	storagev1alpha1 "k8s.io/api/storage/v1alpha1"
	storagev1beta1 "k8s.io/api/storage/v1beta1"
	storagemigrationv1 "k8s.io/api/storagemigration/v1"
	storagemigrationv1beta1 "k8s.io/api/storagemigration/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// schemes caches one *runtime.Scheme per apiVersion that was asked for.
var schemes sync.Map

// New returns a pointer to the zero value of a built-in type. ok is false for custom resources and for kinds that
// k8s.io/api does not hold (CustomResourceDefinition and APIService live elsewhere).
func New(apiVersion, kind string) (obj any, ok bool) {
	s := schemeOf(apiVersion)
	if s == nil {
		return nil, false
	}
	gv, err := schema.ParseGroupVersion(apiVersion)
	if err != nil {
		return nil, false
	}
	o, err := s.New(gv.WithKind(kind))
	// Every group version also registers the option kinds of the API machinery (DeleteOptions, WatchEvent ...).
	if err != nil || !strings.HasPrefix(reflect.TypeOf(o).Elem().PkgPath(), "k8s.io/api/") {
		return nil, false
	}
	return o, true
}

func schemeOf(apiVersion string) *runtime.Scheme {
	if s, ok := schemes.Load(apiVersion); ok {
		return s.(*runtime.Scheme)
	}
	register := registration(apiVersion)
	if register == nil {
		return nil
	}
	s := runtime.NewScheme()
	if register(s) != nil {
		return nil
	}
	cached, _ := schemes.LoadOrStore(apiVersion, s)
	return cached.(*runtime.Scheme)
}

// registration is a switch and not a map, so that nothing is built when the program starts.
func registration(apiVersion string) func(*runtime.Scheme) error {
	switch apiVersion {
	case "v1":
		return corev1.AddToScheme
	case "admission.k8s.io/v1":
		return admissionv1.AddToScheme
	case "admission.k8s.io/v1beta1":
		return admissionv1beta1.AddToScheme
	case "admissionregistration.k8s.io/v1":
		return admissionregistrationv1.AddToScheme
	case "admissionregistration.k8s.io/v1alpha1":
		return admissionregistrationv1alpha1.AddToScheme
	case "admissionregistration.k8s.io/v1beta1":
		return admissionregistrationv1beta1.AddToScheme
	case "apidiscovery.k8s.io/v2":
		return apidiscoveryv2.AddToScheme
	case "apidiscovery.k8s.io/v2beta1":
		return apidiscoveryv2beta1.AddToScheme
	case "internal.apiserver.k8s.io/v1alpha1":
		return apiserverinternalv1alpha1.AddToScheme
	case "apps/v1":
		return appsv1.AddToScheme
	case "apps/v1beta1":
		return appsv1beta1.AddToScheme
	case "apps/v1beta2":
		return appsv1beta2.AddToScheme
	case "authentication.k8s.io/v1":
		return authenticationv1.AddToScheme
	case "authentication.k8s.io/v1alpha1":
		return authenticationv1alpha1.AddToScheme
	case "authentication.k8s.io/v1beta1":
		return authenticationv1beta1.AddToScheme
	case "authorization.k8s.io/v1":
		return authorizationv1.AddToScheme
	case "authorization.k8s.io/v1beta1":
		return authorizationv1beta1.AddToScheme
	case "autoscaling/v1":
		return autoscalingv1.AddToScheme
	case "autoscaling/v2":
		return autoscalingv2.AddToScheme
	case "batch/v1":
		return batchv1.AddToScheme
	case "batch/v1beta1":
		return batchv1beta1.AddToScheme
	case "certificates.k8s.io/v1":
		return certificatesv1.AddToScheme
	case "certificates.k8s.io/v1alpha1":
		return certificatesv1alpha1.AddToScheme
	case "certificates.k8s.io/v1beta1":
		return certificatesv1beta1.AddToScheme
	case "coordination.k8s.io/v1":
		return coordinationv1.AddToScheme
	case "coordination.k8s.io/v1alpha2":
		return coordinationv1alpha2.AddToScheme
	case "coordination.k8s.io/v1beta1":
		return coordinationv1beta1.AddToScheme
	case "discovery.k8s.io/v1":
		return discoveryv1.AddToScheme
	case "discovery.k8s.io/v1beta1":
		return discoveryv1beta1.AddToScheme
	case "events.k8s.io/v1":
		return eventsv1.AddToScheme
	case "events.k8s.io/v1beta1":
		return eventsv1beta1.AddToScheme
	case "extensions/v1beta1":
		return extensionsv1beta1.AddToScheme
	}
	return registrationRest(apiVersion)
}

func registrationRest(apiVersion string) func(*runtime.Scheme) error {
	switch apiVersion {
	case "flowcontrol.apiserver.k8s.io/v1":
		return flowcontrolv1.AddToScheme
	case "flowcontrol.apiserver.k8s.io/v1beta1":
		return flowcontrolv1beta1.AddToScheme
	case "flowcontrol.apiserver.k8s.io/v1beta2":
		return flowcontrolv1beta2.AddToScheme
	case "flowcontrol.apiserver.k8s.io/v1beta3":
		return flowcontrolv1beta3.AddToScheme
	case "imagepolicy.k8s.io/v1alpha1":
		return imagepolicyv1alpha1.AddToScheme
	case "lifecycle.k8s.io/v1alpha1":
		return lifecyclev1alpha1.AddToScheme
	case "networking.k8s.io/v1":
		return networkingv1.AddToScheme
	case "networking.k8s.io/v1beta1":
		return networkingv1beta1.AddToScheme
	case "node.k8s.io/v1":
		return nodev1.AddToScheme
	case "node.k8s.io/v1alpha1":
		return nodev1alpha1.AddToScheme
	case "node.k8s.io/v1beta1":
		return nodev1beta1.AddToScheme
	case "policy/v1":
		return policyv1.AddToScheme
	case "policy/v1beta1":
		return policyv1beta1.AddToScheme
	case "rbac.authorization.k8s.io/v1":
		return rbacv1.AddToScheme
	case "rbac.authorization.k8s.io/v1alpha1":
		return rbacv1alpha1.AddToScheme
	case "rbac.authorization.k8s.io/v1beta1":
		return rbacv1beta1.AddToScheme
	case "resource.k8s.io/v1":
		return resourcev1.AddToScheme
	case "resource.k8s.io/v1alpha3":
		return resourcev1alpha3.AddToScheme
	case "resource.k8s.io/v1beta1":
		return resourcev1beta1.AddToScheme
	case "resource.k8s.io/v1beta2":
		return resourcev1beta2.AddToScheme
	case "scheduling.k8s.io/v1":
		return schedulingv1.AddToScheme
	case "scheduling.k8s.io/v1alpha3":
		return schedulingv1alpha3.AddToScheme
	case "scheduling.k8s.io/v1beta1":
		return schedulingv1beta1.AddToScheme
	case "storage.k8s.io/v1":
		return storagev1.AddToScheme
	case "storage.k8s.io/v1alpha1":
		return storagev1alpha1.AddToScheme
	case "storage.k8s.io/v1beta1":
		return storagev1beta1.AddToScheme
	case "storagemigration.k8s.io/v1":
		return storagemigrationv1.AddToScheme
	case "storagemigration.k8s.io/v1beta1":
		return storagemigrationv1beta1.AddToScheme
	}
	return nil
}
