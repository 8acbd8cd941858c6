# Renders a long text in Markdown as HTML.
require "kramdown"

text = File.read("#{ROOT}/docs/GUIDE.md", encoding: Encoding::UTF_8)
job { Kramdown::Document.new(text).to_html.length }
