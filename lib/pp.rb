# PP as Ruby 3.4 prints Hashes.
#
# The library's own, loaded first, is that of Ruby 3.3 and writes `{:a=>1}`; since 3.4 a Symbol key
# stands before a colon, and an arrow stands between spaces.

Rutile.require_behind_library("pp")

class PP
  module PPMethods
    def pp_hash(hash)
      group(1, "{", "}") do
        seplist(hash, nil, :each_pair) { |key, value| group { pp_hash_pair(key, value) } }
      end
    end

    def pp_hash_pair(key, value)
      if Symbol === key
        text(symbol_as_label(key))
      else
        pp(key)
        text(" =>")
      end
      group(1) do
        breakable
        pp(value)
      end
    end

    private

    def symbol_as_label(symbol)
      plain = symbol.inspect.match?(/\A:[[:alpha:]_][[:alnum:]_]*[?!]?\z/)
      plain ? "#{symbol.name}:" : "#{symbol.name.inspect}:"
    end
  end
end
