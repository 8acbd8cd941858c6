# Extensions in Rust, which rb-sys binds to the C API. What it knows of how CRuby lays its objects out does not hold here: it is told to ask
# the functions that our headers give instead, which it compiles from C.

module Rutile
  module RustExtensions
    def build_env = super.merge("RB_SYS_STABLE_API_COMPILED_FORCE" => "true")
  end
end
