# For the one program that is told to load this, an `extconf.rb`, the engine is CRuby.

Object.send(:remove_const, :RUBY_ENGINE)
RUBY_ENGINE = "ruby"
