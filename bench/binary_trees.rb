# Allocation and collection of many small objects, beside one tree that stays.
# quick: 6
class Tree
  def initialize(left, right)
    @left = left
    @right = right
  end

  def self.of_depth(depth)
    return new(nil, nil) if depth == 0
    new(of_depth(depth - 1), of_depth(depth - 1))
  end

  def count
    @left ? 1 + @left.count + @right.count : 1
  end
end

deepest = (ARGV[0] || 16).to_i
kept = Tree.of_depth(deepest)
4.step(deepest, 2) do |depth|
  rounds = 1 << (deepest - depth + 2)
  nodes = 0
  rounds.times { nodes += Tree.of_depth(depth).count }
  puts "#{rounds} trees of depth #{depth}: #{nodes} nodes"
end
puts "the tree that stayed: #{kept.count} nodes"
