# Writes records as JSON and reads them again.
require "json"

records = Array.new(600) { |index| { "id" => index, "title" => "record \"#{index}\"", "ratio" => index / 7.0, "labels" => %w[x y z], "parent" => { "id" => nil, "open" => index.odd? } } }
job { JSON.parse(JSON.generate(records)).length }
