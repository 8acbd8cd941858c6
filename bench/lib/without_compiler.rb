# Required first, keeps a reference an interpreter: Rails turns its compiler on by itself where it can.
RubyVM::YJIT.singleton_class.undef_method(:enable) if defined?(RubyVM::YJIT.enable)
