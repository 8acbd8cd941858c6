# Templates, markup and data formats at work, by the libraries of the standard library.
require "erb"
require "json"
require "yaml"
require "csv"
require "set"
require "optparse"
require "stringio"
require "uri"
require "cgi"
require "rexml/document"
require "rdoc"

Item = Struct.new(:name, :price, :tags, keyword_init: true)
items = (1..40).map { |number| Item.new(name: "Item <#{number}>", price: number * 1.25, tags: %W[tag#{number % 5} new]) }
page = ERB.new(<<~'HTML', trim_mode: "-")
  <h1><%= title.upcase %></h1>
  <%- items.each_with_index do |item, index| -%>
    <li class="<%= index.even? ? "even" : "odd" %>"><%= ERB::Util.html_escape(item.name) %>: <%= format("%.2f", item.price) %> <%= item.tags.join(", ") %></li>
  <%- end -%>
HTML
title = "a list"
2000.times { page.result(binding) }

plain = items.map { |item| { "name" => item.name, "price" => item.price, "tags" => item.tags, "stock" => { "here" => true, "count" => item.price.to_i } } }
1000.times { JSON.parse(JSON.generate(plain)); JSON.pretty_generate(plain) }
40.times { YAML.load(YAML.dump(plain)) }
table = CSV.generate { |csv| items.each { |item| csv << [item.name, item.price, item.tags.join("|"), "say \"#{item.name}\""] } }
80.times { CSV.parse(table).map { |row| row[1].to_f }.sum }

xml = "<shop>" + items.map { |item| "<item price='#{item.price}'><name>#{CGI.escapeHTML(item.name)}</name><tag>#{item.tags.first}</tag></item>" }.join + "</shop>"
40.times do
  document = REXML::Document.new(xml)
  document.root.each_element("item[@price>20]/name", &:text)
  document.write(+"")
end

text = <<~TEXT * 5
  = A heading

  A paragraph with *bold*, _emphasis_ and +code+, and a link to http://example.com/page.

  * one item
  * another, which goes on
    in a second line

    puts "code"

  [label] what it means
TEXT
converter = RDoc::Markup::ToHtml.new(RDoc::Options.new)
150.times { converter.convert(text) }

2000.times do |number|
  settings = {}
  OptionParser.new do |options|
    options.on("-v", "--[no-]verbose") { |value| settings[:verbose] = value }
    options.on("-n", "--number COUNT", Integer) { |value| settings[:number] = value }
    options.on("--name=NAME", String) { |value| settings[:name] = value }
  end.parse(["-v", "-n", number.to_s, "--name=x", "file"])
  address = URI.parse("http://user@example.com:8080/path/#{number}?a=1&b=two%20words#part")
  URI.decode_www_form(address.query).to_h
  URI.join("http://example.com/a/b", "../c").to_s
  CGI.unescape(CGI.escape("a b&c=#{number}"))
end
