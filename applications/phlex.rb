# Components that draw a table, a form and each other.
require "date"
require "phlex"

class Card < Phlex::HTML
  def initialize(title, **attributes)
    @title = title
    @attributes = attributes
  end

  def view_template(&content)
    section(class: ["card", @attributes.delete(:kind)], **@attributes) do
      h2 { @title }
      div(class: "body", &content)
    end
  end
end

class Report < Phlex::HTML
  def initialize(rows) = @rows = rows

  def view_template
    doctype
    html(lang: "en") do
      head { title { "Report <1>" } }
      body(data: { controller: "report", page_size: 10 }) do
        render(Card.new("Rows & columns", kind: "wide", id: "rows", hidden: false)) { table { draw_rows } }
        render(Card.new("Add", aria: { label: "add" })) { draw_form }
        comment { "the end" }
      end
    end
  end

  private

  def draw_rows
    @rows.each do |name, count|
      tr(class: ("even" if count.even?)) do
        td { name }
        td { plain count.to_s }
      end
    end
  end

  def draw_form
    form(action: "/rows?a=1&b=2", method: :post) do
      input(type: :text, name: "name", required: true, disabled: nil, value: %("quoted"))
      button(style: { color: "red", margin_top: "1px" }) { strong { "Add" } }
      whitespace
      a(href: "/back") { "back" }
    end
  end
end

puts Report.new([["<one>", 1], ["two", 2], [:three, 3]]).call.gsub("><", ">\n<")
begin
  puts Card.new("x", href: "javascript:alert(1)", onclick: "no").call
rescue ArgumentError => error
  puts error.message
end
