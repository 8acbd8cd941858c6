# Colours Ruby code.
require "rouge"

source = File.read("#{ROOT}/bench/libraries/sources/shelf.rb") * 5
job { Rouge::Formatters::HTML.new.format(Rouge::Lexers::Ruby.new.lex(source)).length }
