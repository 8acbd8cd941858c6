# Trees built from the root down and from the leaves up, beside a tree and an array that stay.
# quick: 8
class Node
  attr_accessor :left, :right

  def initialize(left = nil, right = nil)
    @left = left
    @right = right
  end
end

def populate(depth, node)
  return if depth <= 0
  node.left = Node.new
  node.right = Node.new
  populate(depth - 1, node.left)
  populate(depth - 1, node.right)
end

def make_tree(depth)
  return Node.new if depth <= 0
  Node.new(make_tree(depth - 1), make_tree(depth - 1))
end

def count(node)
  node ? 1 + count(node.left) + count(node.right) : 0
end

deepest = (ARGV[0] || 15).to_i
kept = Node.new
populate(deepest, kept)
numbers = Array.new(500_000) { |index| index + 0.5 }
4.step(deepest, 2) do |depth|
  rounds = (1 << (deepest + 2)) / (1 << depth)
  nodes = 0
  rounds.times do
    root = Node.new
    populate(depth, root)
    nodes += count(root) + count(make_tree(depth))
  end
  puts "#{rounds} rounds at depth #{depth}: #{nodes} nodes"
end
puts count(kept), numbers[1000]
