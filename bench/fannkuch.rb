# Array reads, writes and swaps: the most pancake flips any permutation needs.
# quick: 6
def flips_of(permutation, work)
  index = 0
  while index < permutation.size
    work[index] = permutation[index]
    index += 1
  end
  flips = 0
  while (top = work[0]) != 0
    low = 0
    high = top
    while low < high
      work[low], work[high] = work[high], work[low]
      low += 1
      high -= 1
    end
    flips += 1
  end
  flips
end

# Turns the first `length` elements one place round; false once all turns of all lengths are used up.
def next_permutation(permutation, turns)
  length = 1
  while length < permutation.size
    first = permutation[0]
    index = 0
    while index < length
      permutation[index] = permutation[index + 1]
      index += 1
    end
    permutation[length] = first
    turns[length] += 1
    return true if turns[length] <= length
    turns[length] = 0
    length += 1
  end
  false
end

size = (ARGV[0] || 9).to_i
permutation = (0...size).to_a
turns = Array.new(size, 0)
work = Array.new(size, 0)
most = 0
checksum = 0
even = true
loop do
  flips = flips_of(permutation, work)
  most = flips if flips > most
  checksum += even ? flips : -flips
  even = !even
  break unless next_permutation(permutation, turns)
end
puts checksum
puts "#{size}: #{most}"
