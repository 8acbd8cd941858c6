# Reads a document of XML and finds elements in it.
require "rexml/document"

text = "<orders>#{Array.new(250) { |index| "<order number='#{index}'><customer>A &lt; B #{index}</customer><total currency='EUR'>#{index}.50</total></order>" }.join}</orders>"
job { REXML::Document.new(text).elements.to_a("orders/order/customer").sum { |element| element.text.length } }
