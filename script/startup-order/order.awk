# Reads what `rutile-startup-order` printed, a file a program, and prints the order in which functions are to stand.
#
#   | start only | start, and later | later, of most programs ... | ... of few | (all others, as the linker has them)
#
# So a start maps the first two pieces, and what goes on the second and as much of the third as it has in common with
# other programs: pages of a file are handed back when the start is over (`vm/memory/mapped_files.rs`). Within a piece
# functions stand by how many programs call them, in steps, and in one step in the order of their first calls.
FNR == 1 { programs++; phase = 0 }
$0 == "" { phase++; next }
!($0 in place) { place[$0] = ++count; names[count] = $0 }
phase == 0 { at_start[$0] = 1 }
phase > 0 && !((programs, $0) in seen) { seen[programs, $0] = 1; callers[$0]++ }

function step(share) {
  return (share >= 0.1) + (share >= 0.2) + (share >= 0.3) + (share >= 0.5) + (share >= 0.75) + (share >= 0.95)
}

END {
  for (i = 1; i <= count; i++) {
    name = names[i]
    common = step(callers[name] / programs)
    if (!(name in callers)) printf "0 0"
    else if (name in at_start) printf "1 %d", common
    else printf "2 %d", 6 - common
    printf " %06d %s\n", i, name
  }
}
