# Renders Markdown of many kinds as HTML and as LaTeX.
require "kramdown"

text = <<~MARKDOWN
  # Title *with* emphasis {#top}

  A paragraph with `code`, a [link](http://example.com "title"), a footnote[^1] and an ![image](a.png).

  1. first
     - nested
  2. second

  | left | right |
  |:-----|------:|
  | a    |  1.50 |

  term
  : definition

  > quoted "text" -- with dashes...

  ~~~ ruby
  puts 1 < 2
  ~~~

  [^1]: The note & more.
MARKDOWN
document = Kramdown::Document.new(text)
puts document.to_html, document.to_latex, document.to_kramdown, document.warnings.inspect
