# rutile-only
require_relative "../harness"
require "rutile/heap"
require "json"
require "objspace"
require "tempfile"

# The report on the heap: the same facts as text, as JSON and as a page.

class SpecReported
  def initialize = @text = "reported".dup
end

spec "classes and allocation sites are named" do
  ObjectSpace.trace_object_allocations_start
  kept = Array.new(50) { SpecReported.new }
  facts = JSON.parse(Rutile::Heap.report(format: :json))
  ObjectSpace.trace_object_allocations_stop
  assert_equal 50, kept.size
  assert_equal [["SpecReported", 50]], facts["classes"].filter_map { |name, count, _| [name, count] if name == "SpecReported" }
  made = facts["sites"].find { |name, _, _| name.end_with?("heap_report.rb:#{__LINE__ - 5} in new") }
  assert made[1] >= 50, made.inspect
  ObjectSpace.trace_object_allocations_clear
end

spec "text has a row for each pool and for what takes most" do
  text = Rutile::Heap.report
  assert text.match?(/^ +32 +\d+ +\S+ [KM]iB/), text
  assert text.match?(/^ +[\d,]+ +\S+ [KM]iB  String$/), text
  assert text.include?("No allocation sites"), text
end

spec "JSON has a row for each block, and its sums agree" do
  facts = JSON.parse(Rutile::Heap.report(format: :json))
  blocks, summary = facts["blocks"], facts["summary"]
  assert_equal summary["blocks"], blocks.size
  assert_equal summary["live_objects"], blocks.sum { |block| block["live"] }
  assert_equal blocks.size, facts["pools"].sum { |pool| pool["blocks"] }
  assert blocks.all? { |block| block["live"] <= block["slots"] && block["old"] <= block["live"] }
  assert blocks.all? { |block| block["private"] + block["shared"] <= block["bytes"] / 4096 }
  assert(facts["classes"].any? { |name, count, bytes| name == "String" && count > 100 && bytes > 3200 })
end

spec "the page needs nothing else, and no name can break out of its data" do
  hostile = Class.new
  hostile.set_temporary_name("</script><b>")
  kept = hostile.new
  page = Rutile::Heap.report(format: :html)
  assert page.start_with?("<!DOCTYPE html>")
  assert !page.match?(%r{https?://|src=|@import|url\(}), "refers to something outside"
  assert_equal 2, page.scan("</script>").size
  data = page[%r{<script type="application/json" id="facts">(.*?)</script>}m, 1]
  assert_equal "String", JSON.parse(data)["classes"].map(&:first).find { |name| name == "String" }
  assert_equal hostile, kept.class
end

spec "an unknown format is refused" do
  assert_raises(ArgumentError, "unknown format: :pdf (text, json or html)") { Rutile::Heap.report(format: :pdf) }
end

spec "a forked child sees which pages it shares" do
  Process.warmup
  reader, writer = IO.pipe
  child = fork do
    reader.close
    summary = JSON.parse(Rutile::Heap.report(format: :json))["summary"]
    writer.write(JSON.generate([summary["heap_shared_bytes"], summary["heap_private_bytes"]]))
    writer.close
    exit!(0)
  end
  writer.close
  shared, private_bytes = JSON.parse(reader.read)
  Process.wait(child)
  assert shared > private_bytes, "#{shared} shared, #{private_bytes} private"
end

# Where there is no browser the rule holds by not being asked.
BROWSER = %w[chromium chromium-browser google-chrome].find do |name|
  ENV["PATH"].split(":").any? { |folder| File.executable?(File.join(folder, name)) }
end

# The page as the browser has it after its script ran: its text, and how many tiles it drew.
def drawn(page)
  Tempfile.create(["heap", ".html"]) do |file|
    file.write(page)
    file.close
    options = %w[--headless=new --no-sandbox --disable-gpu --dump-dom] + ["--host-resolver-rules=MAP * ~NOTFOUND"]
    IO.popen([BROWSER, *options, "file://#{file.path}", err: File::NULL], &:read)
  end
end

if BROWSER && !ENV.key?("RUTILE_GC_STRESS")
  spec "a browser without a network draws a tile for each block, and counts them by the colours of their pools" do
    page = Rutile::Heap.report(format: :html)
    facts = JSON.parse(page[%r{<script type="application/json" id="facts">(.*?)</script>}m, 1])
    after = drawn(page)
    assert_equal facts["blocks"].size, after.scan(/<button class="tile/).size
    legend = after[%r{<ul class="legend".*?</ul>}m]
    assert_equal facts["blocks"].size, legend.scan(/\(([\d,]+)\)/).sum { |(count)| count.delete(",").to_i }
    assert_equal facts["pools"].size, after[%r{<table id="pools">.*?</table>}m].scan("<tr>").size - 1
  end
end
