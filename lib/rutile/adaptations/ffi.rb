# The gem ffi knows its engines by their names, and asks any other for an ffi of that engine's own. Here it has its extension, as under CRuby.

require "ffi_c"
require "ffi/ffi"
