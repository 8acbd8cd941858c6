# The gem bindex knows its engines by their names. Here it has its extension, as under CRuby.

require "skiptrace/internal/cruby"
