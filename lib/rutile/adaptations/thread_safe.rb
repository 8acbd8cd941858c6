# thread_safe knows its engines by their names, and has collections for these alone. What it relies on with CRuby holds here as well: no
# other thread runs within a method of Array or Hash that calls no block.

module ThreadSafe
  Array = ::Array unless const_defined?(:Array, false)
  Hash = ::Hash unless const_defined?(:Hash, false)
end
