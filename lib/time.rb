# Time's texts as Ruby 3.4 has them.
#
# The library's own, loaded first, is that of Ruby 3.3 and writes `xmlschema` in Ruby; since 3.4 that is a core method.

class Time
  alias_method :__xmlschema, :xmlschema
end

Rutile.require_behind_library("time")

class Time
  remove_method :xmlschema, :iso8601
  alias_method :xmlschema, :__xmlschema
  alias_method :iso8601, :__xmlschema
  remove_method :__xmlschema
end
