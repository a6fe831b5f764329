{{/* The name of the application, as a label. */}}
{{- define "loba.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* The name of the objects. Cut short, as some of them append to it and no name may have more than 63 characters. */}}
{{- define "loba.fullname" -}}
{{- $name := include "loba.name" . -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What tells the pods of this release from all others. It can never change, and the pod of the test must not fit. */}}
{{- define "loba.selectorLabels" -}}
app.kubernetes.io/name: {{ include "loba.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: referee
{{- end -}}

{{- define "loba.testLabels" -}}
app.kubernetes.io/name: {{ include "loba.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: test
{{- end -}}

{{/* Labels of a pod: those it is found by, `labels`, and what `more` adds. They change with the application only. */}}
{{- define "loba.podLabels" -}}
{{- $own := dict "app.kubernetes.io/version" (.root.Values.image.tag | default .root.Chart.AppVersion | trunc 63 | trimAll "-_.") -}}
{{- $fixed := include (.labels | default "loba.selectorLabels") .root | fromYaml -}}
{{- merge $fixed $own (.more | default dict) .root.Values.commonLabels | toYaml -}}
{{- end -}}

{{/* Labels of any other object: also which chart it is of. */}}
{{- define "loba.labels" -}}
{{- $own := dict
  "app.kubernetes.io/managed-by" .root.Release.Service
  "helm.sh/chart" (printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-") -}}
{{- merge $own (include "loba.podLabels" . | fromYaml) | toYaml -}}
{{- end -}}

{{/* The metadata of an object: `name`, `more` labels, `annotations`, and what all objects bear. */}}
{{- define "loba.metadata" -}}
name: {{ .name | default (include "loba.fullname" .root) | quote }}
namespace: {{ .root.Release.Namespace | quote }}
labels:
  {{- include "loba.labels" . | nindent 2 }}
{{- with merge dict (.annotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "loba.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "loba.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{- define "loba.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* The Secret with the file of API keys; nothing where no keys are asked for. */}}
{{- define "loba.apiKeysSecret" -}}
{{- if .Values.apiKeys.existingSecret -}}
{{- .Values.apiKeys.existingSecret -}}
{{- else if .Values.apiKeys.clients -}}
{{- printf "%s-api-keys" (include "loba.fullname" .) -}}
{{- end -}}
{{- end -}}

{{/* How long the end of a pod takes at most: every step of it, one after the other, and a margin. */}}
{{- define "loba.gracePeriod" -}}
{{- $s := .Values.shutdown -}}
{{- $needed := add (int $s.preStopSeconds) (int $s.drainSeconds) (int $s.gracefulSeconds) -}}
{{- if kindIs "invalid" $s.terminationGracePeriodSeconds -}}
{{- add $needed 5 -}}
{{- else if lt (int $s.terminationGracePeriodSeconds) (int $needed) -}}
{{- fail (printf "shutdown.terminationGracePeriodSeconds is %d, but preStopSeconds, drainSeconds and gracefulSeconds add up to %d: pods would be killed while they answer" (int $s.terminationGracePeriodSeconds) (int $needed)) -}}
{{- else -}}
{{- int $s.terminationGracePeriodSeconds -}}
{{- end -}}
{{- end -}}

{{/* The labels of this release's metrics in Prometheus. */}}
{{- define "loba.metricsSelector" -}}
{{- .Values.prometheusRule.selector | default (printf "job=%q,namespace=%q" (include "loba.fullname" .) .Release.Namespace) -}}
{{- end -}}
