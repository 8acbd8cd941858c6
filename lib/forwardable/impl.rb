# How Forwardable checks and compiles the methods that it makes, without a compiler object.

module Forwardable
  # Whether a name can be called with a dot.
  def self._valid_method?(method)
    method.match?(/\A(?:[[:alpha:]_][[:alnum:]_]*[?!]?|\[\])\z/)
  end

  def self._compile_method(source, file, line)
    eval(source, nil, file, line)
  end
end
