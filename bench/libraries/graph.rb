# Walks a graph of Sets from many of its nodes.
require "set"

edges = Hash.new { |graph, node| graph[node] = Set.new }
random = Random.new(7)
6000.times do
  from, to = random.rand(1200), random.rand(1200)
  edges[from] << to
  edges[to] << from
end
job do
  Array.new(20) do |start|
    seen = Set[start]
    waiting = [start]
    while (node = waiting.shift)
      edges[node].each { |neighbour| waiting << neighbour if seen.add?(neighbour) }
    end
    seen.size
  end.sum
end
