# Renders a list with attributes that are computed.
require "haml"

template = Haml::Template.new { <<~'HAML' }
  %section.list{ "data-size" => 600 }
    - 600.times do |index|
      %article{ id: "entry-#{index}", class: ("first" if index.zero?) }
        %h2= "entry <#{index}>"
        %p= index * 3
HAML
job { template.render.length }
