# Converts a document of many kinds of blocks to HTML, DocBook and a manual page.
require "asciidoctor"

text = <<~'ADOC'
  = tool(1)
  A. Author <a@example.com>
  v1.2, 2024-05-06
  :doctype: manpage
  :toc:
  :reproducible:

  == NAME

  tool - does *this* and _that_ with `code`

  == SYNOPSIS

  *tool* [_OPTION_]... <<opts,see below>>

  == Options [[opts]]

  -a, --all:: All of them. footnote:[Or nearly.]
  -n NUMBER:: So many:
  . one
  . two
  ** nested

  [source,ruby]
  ----
  puts "hi" # <1>
  ----
  <1> Says it.

  |===
  |Name |Value

  |a |1
  2+|wide
  |===

  NOTE: "Quoted" text -- with {empty}dashes... and (C) https://example.com[a link].

  image::a.png[An image,100]
ADOC
%w[html5 docbook5 manpage].each { |backend| puts Asciidoctor.convert(text, backend:, standalone: true, safe: :safe, attributes: { "docdate" => "2024-05-06", "doctime" => "0", "stylesheet!" => "", "source-highlighter!" => "" }) }
