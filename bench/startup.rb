# From nothing to one line of output, as a script pays it each time; RubyGems included. The mean of twenty starts is a sample.
# repeat: 20
# quick:
puts "hi"
