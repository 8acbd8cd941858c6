# A splay tree whose nodes come and go: a large live heap that changes all over.
# quick: 200 500
class SplayTree
  Node = Struct.new(:key, :value, :left, :right)

  def initialize
    @root = nil
    @size = 0
  end

  attr_reader :size

  def insert(key, value)
    node = Node.new(key, value, nil, nil)
    @size += 1
    return @root = node unless @root
    splay(key)
    if key < @root.key
      node.right, node.left, @root.left = @root, @root.left, nil
    else
      node.left, node.right, @root.right = @root, @root.right, nil
    end
    @root = node
  end

  def remove(key)
    splay(key)
    raise KeyError, "no #{key}" unless @root.key == key
    @size -= 1
    removed = @root
    if @root.left
      right = @root.right
      @root = @root.left
      splay(key)
      @root.right = right
    else
      @root = @root.right
    end
    removed
  end

  def find_greatest_below(key)
    splay(key)
    return @root if @root.key < key
    node = @root.left
    node = node.right while node&.right
    node
  end

  def include?(key)
    return false unless @root
    splay(key)
    @root.key == key
  end

  def keys
    found, pending, node = [], [], @root
    while node || !pending.empty?
      if node
        pending << node
        node = node.left
      else
        node = pending.pop
        found << node.key
        node = node.right
      end
    end
    found
  end

  private

  # Brings the node with the key, or the last on the way to it, to the root.
  def splay(key)
    return unless @root
    header = left = right = Node.new(nil, nil, nil, nil)
    node = @root
    loop do
      if key < node.key
        break unless node.left
        if key < node.left.key
          above = node.left
          node.left, above.right, node = above.right, node, above
          break unless node.left
        end
        right.left = node
        right, node = node, node.left
      elsif key > node.key
        break unless node.right
        if key > node.right.key
          above = node.right
          node.right, above.left, node = above.left, node, above
          break unless node.right
        end
        left.right = node
        left, node = node, node.right
      else
        break
      end
    end
    left.right, right.left = node.left, node.right
    node.left, node.right = header.right, header.left
    @root = node
  end
end

size, changes = (ARGV.empty? ? [8000, 80_000] : ARGV).map { |argument| Integer(argument) }
state = 49_734_321
random = -> { state = (state * 1_103_515_245 + 12_345) & 0x7fffffff }
payload = lambda do |depth, tag|
  depth == 0 ? { array: (0..9).to_a, string: "String for key #{tag} in leaf node" } : { left: payload[depth - 1, tag], right: payload[depth - 1, tag] }
end
tree = SplayTree.new
add = lambda do
  key = random.call
  key = random.call while tree.include?(key)
  tree.insert(key, payload[3, key])
  key
end
size.times { add.call }
changes.times do
  key = add.call
  greatest = tree.find_greatest_below(key)
  tree.remove(greatest ? greatest.key : key)
end
keys = tree.keys
raise "out of order" unless keys.each_cons(2).all? { |one, other| one < other }
puts tree.size, keys.first, keys.last
