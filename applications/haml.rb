# Renders a page in Haml, with and without escaping, and refuses a wrong one.
require "haml"

page = <<~'HAML'
  !!!
  %html{lang: "en"}
    %body#main.wide.tall{data: {user: {id: 7, name: "a & b"}}, hidden: false, checked: true}
      - [1, 2, 3].each do |number|
        %li{class: ["n#{number}", ("odd" if number.odd?)]}= number * 2
      %p
        Text with #{"<interpolation>"} and
        != "<b>raw</b>"
      :javascript
        let a = "#{1 + 1}";
      / a comment
      %pre~ "kept\n  lines"
      = @title || "none"
HAML
puts Haml::Template.new { page }.render, Haml::Engine.new.call("%a{href: link} x")
["%p\n      - if", "%div{a: }", "  %indented", "%p\n%p\n   x\n y"].each do |wrong|
  puts Haml::Template.new { wrong }.render
rescue StandardError, SyntaxError => error
  puts "#{error.class}: #{error.message.lines.first.sub(/:0x\h+/, "")}"
end
