# Integer bit operations and recursion: how many ways queens stand on a board without meeting.
# quick: 6
def placements(full, columns, left, right)
  return 1 if columns == full
  count = 0
  free = full & ~(columns | left | right)
  while free != 0
    queen = free & -free
    free ^= queen
    count += placements(full, columns | queen, ((left | queen) << 1) & full, (right | queen) >> 1)
  end
  count
end

size = (ARGV[0] || 13).to_i
puts placements((1 << size) - 1, 0, 0, 0)
