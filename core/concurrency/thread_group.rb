# ThreadGroup: threads kept together.

class ThreadGroup
  def list
    Primitive.thread_list.select { |thread| equal?(thread.group) }
  end

  def enclose
    @__enclosed = true
    self
  end

  def enclosed?
    @__enclosed ? true : false
  end

  def add(thread)
    raise TypeError, "wrong argument type #{Rutile.describe(thread)} (expected VM/thread)" unless Primitive.is_a(thread, Thread)
    raise ThreadError, "can't move to the frozen thread group" if frozen?
    raise ThreadError, "can't move to the enclosed thread group" if enclosed?
    group = thread.group
    return nil unless group
    raise ThreadError, "can't move from the frozen thread group" if group.frozen?
    raise ThreadError, "can't move from the enclosed thread group" if group.enclosed?
    thread.__join_group(self)
    self
  end

  Default = new
end

class Thread
  # The group that it belongs to, or did when it ended.
  def group
    @__group
  end
  alias __group group

  def __join_group(group)
    @__group = group
  end
end

Primitive.class_allocate(Thread).__adopt.__join_group(ThreadGroup::Default)
