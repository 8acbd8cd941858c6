# Renders pages in Slim, with logic, splats, shortcuts and embedded languages.
require "slim"

page = <<~'SLIM'
  doctype html
  html
    head
      title = title
      javascript:
        let a = 1;
    body.wide#main data-a="x & y"
      - items.each do |item|
        p class=("big" if item > 1) *{id: "i#{item}", title: nil} = item
      - if items.empty?
        | nothing
      - else
        | some <b>kept</b> #{title}
      == "<i>raw</i>"
      a(href="x" disabled) link
      / no output
      /! a comment
SLIM
Row = Struct.new(:title, :items)
puts Slim::Template.new(pretty: true) { page }.render(Row.new("<t>", [1, 2])), Slim::Template.new { page }.render(Row.new("t", []))
["p\n    a\n  b", "a[", "- if", "p = (", "\tp\n  x"].each do |wrong|
  puts Slim::Template.new { wrong }.render
rescue StandardError, SyntaxError => error
  puts "#{error.class}: #{error.message.lines.first}"
end
