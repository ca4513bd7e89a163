# METADATA
# title: The chart runs other versions than it says, or several of one program
# description: |
#   `appVersion` is what `helm list` shows and what people search for when an advisory comes out. Where the image says
#   something else, or two parts of the chart run different versions of one program, somebody has forgotten one of them.
# related_resources:
#   - ref: https://helm.sh/docs/topics/charts/#the-appversion-field
#     description: The appVersion field
# custom:
#   severity: note
#   confidence: medium
#   kinds: [OtherVersion]
#   tags: [exit, Helm]
#   remediation: |
#     Take the tag from one place: `.Values.image.tag | default .Chart.AppVersion`.
package drainlint.rules.exit.version_split

violations contains {
	"at": im.at,
	"message": sprintf("chart %s says that it runs version %s, but its image is %s", [input.chart.name, input.chart.appVersion, im.tag]),
	"proof": [{"text": sprintf("appVersion is %s", [input.chart.appVersion]), "at": input.chart.at}],
	"change": "raise appVersion with the image, or take the tag from .Chart.AppVersion",
} if {
	some im in input.chart.images
	im.differs
}

violations contains {
	"at": im.at,
	"message": sprintf("chart %s runs %s in version %s here and %s elsewhere", [input.chart.name, split.repository, im.tag, split.images[0].tag]),
	"proof": [{"text": sprintf("version %s", [split.images[0].tag]), "at": split.images[0].at}],
	"change": "take both tags from one value",
} if {
	some split in input.chart.splits
	some im in split.images
	im.differs
}
