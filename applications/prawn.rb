# Lays a document out as PDF, uncompressed: its size, its digest and its first lines.
require "prawn"
require "digest"

Prawn::Fonts::AFM.hide_m17n_warning = true
pdf = Prawn::Document.new(info: { CreationDate: Time.at(0).utc, Producer: "x", Creator: "x" }, compress: false, page_size: "A5") do
  font_size 12
  text "A heading <b>bold</b> <i>slanted</i> <link href='http://example.com'>link</link>", inline_format: true, size: 20
  text "justified words that go over several lines " * 20, align: :justify, leading: 2
  move_down 10
  stroke_color "ff0000"
  stroke { rectangle [0, cursor], 100, 50; curve [0, 0], [100, 100], bounds: [[30, 90], [60, 10]] }
  column_box([0, cursor - 60], columns: 2, width: bounds.width) { text "columns é ü " * 60 }
  start_new_page layout: :landscape
  rotate(20, origin: [100, 100]) { fill_gradient [0, 0], [100, 100], "ffffff", "000000"; fill_circle [100, 100], 40 }
  bounding_box([50, cursor], width: 200) { text "kerned AVAVA To", kerning: true }
  outline.define { section("One", destination: 1) { page title: "Two", destination: 2 } }
  number_pages "<page> of <total>", at: [bounds.left, 0], width: 100
end
bytes = pdf.render
puts bytes.size, Digest::SHA256.hexdigest(bytes), bytes.lines.first(60).map { |line| line.b.inspect }
