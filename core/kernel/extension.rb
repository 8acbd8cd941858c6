# Functions of C extensions that ask for Ruby.

module Rutile
  # The frame of a C function that waits: with the function's self, block and method. It does what the function asks for and
  # gives it the value, until the function is over.
  def self.drive_extension(call)
    value = Primitive.extension_perform(call)
    value = Primitive.extension_perform(call) while Primitive.extension_resume(call, value)
    Primitive.extension_result(call)
  ensure
    Primitive.extension_end(call)
  end

  # Instances of a class whose allocator is a C function, and of what inherits it.
  def self.class_allocate(singular)
    singular.__allocate
  end

  def self.shallow_copy(object, with_singleton)
    copy = Primitive.class_of(object).__allocate
    Primitive.copy_state(object, copy, with_singleton)
    copy
  end
end
