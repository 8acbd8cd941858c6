# rutile-only
# A small process whose cells have come to lie far apart: a major collection moves them together, and all is as it was.
require_relative "../harness"
require_relative "../outside"

# It is about when a collector left to itself moves cells; what it does under these modes is told by every other spec.
%w[RUTILE_GC_STRESS RUTILE_GC_MOVE RUTILE_SWITCH_STRESS].each { |mode| ENV.delete(mode) }

spec "cells between which most died are moved together" do
  output, status = run_code(<<~'CODE')
    kept = []
    60_000.times do |number|
      entry = [number, "text number #{number}" * 2, { number => "value" }, Object.new]
      kept << entry if number % 40 == 0
    end
    identities = kept.map { |entry| entry.map(&:object_id) }
    by_identity = kept.to_h { |entry| [entry[3], entry[0]] }.compare_by_identity
    before = GC.stat(:compact_count)
    names = Array.new(3000) { |number| "name #{number}" }
    1_000_000.times { |number| names[number % 3000] = "other #{number}" }
    puts GC.stat(:compact_count) > before
    puts kept.all? { |number, text, values, _| text == "text number #{number}" * 2 && values == { number => "value" } }
    puts identities == kept.map { |entry| entry.map(&:object_id) }
    puts kept.all? { |entry| by_identity[entry[3]] == entry[0] }
  CODE
  assert_equal ["true\n" * 4, 0], [output, status]
end
