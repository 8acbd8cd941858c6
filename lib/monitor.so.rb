# The core library has Monitor already; `monitor.rb` asks for this file.
