# Constants that a program finds without asking for them: their library is loaded at first use.

class Object
  autoload :Set, "set"
  autoload :SortedSet, "set/sorted_set"
  autoload :RbConfig, "rbconfig"
  autoload :MonitorMixin, "monitor"
end

module Enumerable
  def to_set(kind = Set, *arguments, &block)
    kind.new(self, *arguments, &block)
  end
end
