# Renders a page of products with filters, conditions and a cycle.
require "liquid"

template = Liquid::Template.parse(<<~TEMPLATE)
  {% for product in products %}<tr class="{% cycle "even", "odd" %}"><td>{{ product.name | capitalize | escape }}</td>
  <td>{% if product.price >= 100 %}{{ product.price | divided_by: 1.19 | round: 2 }}{% elsif product.price == 7 %}lucky{% else %}under a hundred{% endif %}</td>
  <td>{{ product.kinds | sort | join: " / " | truncate: 24 }}</td></tr>
  {% else %}none{% endfor %}
TEMPLATE
products = Array.new(400) { |index| { "name" => "thing <#{index}>", "price" => index, "kinds" => %w[small blue round] } }
job { template.render!("products" => products).length }
