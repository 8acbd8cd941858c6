# Peak memory of a process that does next to nothing.
# measure: peak
# quick:
puts "hi"
