# Objects of C extensions.

module Rutile
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
