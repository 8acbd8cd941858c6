# Parses and renders templates, also wrong ones.
require "liquid"

template = Liquid::Template.parse(<<~TEMPLATE)
  {% for item in items limit: 3 %}{{ forloop.index }}: {{ item.name | upcase | truncate: 8 }} {{ item.price | times: 1.2 | round: 2 }}
  {% if item.price > 50 and item.name contains "a" %}dear{% elsif item.price == 10 %}ten{% else %}cheap{% endif %}
  {% endfor %}{% assign words = "b,a,c" | split: "," | sort %}{{ words | join: "-" }} {% capture made %}{{ "now" | size }}{% endcapture %}{{ made }}
  {% case words.first %}{% when "a" %}A{% else %}?{% endcase %} {{ missing | default: "none" }} {{ "<b>" | escape }}
TEMPLATE
puts template.render!("items" => [{ "name" => "banana", "price" => 60 }, { "name" => "pear", "price" => 10 }, { "name" => "strawberries", "price" => 3.5 }])
["{% if %}", "{{ a | b: }}", "{% for x %}{% endfor %}", "{% unknown %}"].each do |wrong|
  Liquid::Template.parse(wrong, error_mode: :strict)
  puts "#{wrong}: accepted"
rescue Liquid::SyntaxError => error
  puts "#{wrong}: #{error.message}"
end
