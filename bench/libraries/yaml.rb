# Reads records from YAML.
require "yaml"

text = YAML.dump(Array.new(120) { |index| { "number" => index, "title" => "record #{index}", "values" => [index, 0.5, nil, false], "kind" => :plain } })
job { YAML.load(text, permitted_classes: [Symbol]).length }
