# Process: who this process is to the system: users, groups, session, priority.

module Process
  module_function

  def uid = Primitive.process_identity(0)
  def euid = Primitive.process_identity(1)
  def gid = Primitive.process_identity(2)
  def egid = Primitive.process_identity(3)

  def uid=(user)
    Rutile.set_identities(false, user)
    user
  end

  def euid=(user)
    Rutile.set_identities(false, -1, user)
    user
  end

  def gid=(group)
    Rutile.set_identities(true, group)
    group
  end

  def egid=(group)
    Rutile.set_identities(true, -1, group)
    group
  end

  def groups
    Primitive.process_groups
  end

  def groups=(groups)
    groups = Rutile.to_ary(groups)
    if groups.size > Rutile.maximal_groups
      raise ArgumentError, "too many groups, #{Rutile.maximal_groups} max"
    end
    numbers = groups.map { |group| Rutile.identity_number(group, true) }
    Rutile.answered(Primitive.process_set_groups(numbers))
    groups
  end

  def initgroups(user, group)
    user = Rutile.to_str(user)
    raise ArgumentError, "string contains null byte" if Primitive.string_has_null(user)
    Rutile.answered(Primitive.process_add_groups(user, Rutile.identity_number(group, true)))
    Process.groups
  end

  def maxgroups
    Rutile.maximal_groups
  end

  def maxgroups=(count)
    count = Rutile.to_int(count)
    raise ArgumentError, "maxgroups #{count} should be positive" if count <= 0
    Rutile.maximal_groups = count > 65536 ? 65536 : count
  end

  def getsid(process = 0)
    Rutile.answered(Primitive.process_session(nil.equal?(process) ? 0 : Rutile.to_int(process)))
  end

  def getpriority(kind, number)
    Rutile.answered(Primitive.process_priority(Rutile.to_int(kind), Rutile.to_int(number))) - 100
  end

  def setpriority(kind, number, priority)
    Rutile.answered(Primitive.process_set_priority(Rutile.to_int(kind), Rutile.to_int(number), Rutile.to_int(priority)))
  end
end

module Rutile
  # At most so many groups does Process.groups= take.
  @maximal_groups = 65536

  class << self
    attr_accessor :maximal_groups
  end

  # The number of a user or a group that is given by number or by name.
  def self.identity_number(object, group)
    name = Primitive.is_a(object, String) ? object : (responds?(object, :to_str) ? to_str(object) : nil)
    return to_unsigned_int(to_integer(object)) unless name
    Primitive.process_find_identity(name, group) || raise(ArgumentError, "can't find #{group ? "group" : "user"} for #{name}")
  end
end
