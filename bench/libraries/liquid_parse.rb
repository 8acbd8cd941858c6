# Parses a template of many tags and expressions.
require "liquid"

source = Array.new(120) do |index|
  "{% assign total#{index} = order.lines[#{index}].price | times: 1.19 | round: 2 %}{% if total#{index} > 10 and name contains 'x' %}" \
    "{{ total#{index} | append: ' EUR' | escape }}{% else %}{% for line in order.lines limit: 3 %}{{ forloop.index }}{% endfor %}{% endif %}"
end.join("\n")
job { Liquid::Template.parse(source).root.nodelist.size }
