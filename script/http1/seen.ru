# Answers which request it saw.
run ->(env) { [200, {}, ["seen #{env["REQUEST_METHOD"]}:#{env["REQUEST_URI"]}:#{env["rack.input"].read.unpack1("H*")}\n"]] }
