# Answers what it was sent.
run ->(env) { [200, {}, [env["rack.input"].read]] }
