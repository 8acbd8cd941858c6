# From nothing to one line of output without RubyGems: the runtime alone. The mean of twenty starts is a sample.
# options: --disable-gems
# repeat: 20
# quick:
puts "hi"
