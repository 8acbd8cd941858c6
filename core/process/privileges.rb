# Process::UID, GID and Sys: becoming another user or group, for good or for a while.

module Process
  module UID
    module_function

    def rid = Process.uid
    def eid = Process.euid
    def from_name(name) = Rutile.identity_number(name, false)
    def sid_available? = true
    def re_exchangeable? = true
    def change_privilege(user) = Rutile.change_privilege(false, user)
    def grant_privilege(user) = Rutile.grant_privilege(false, user)
    def re_exchange = Rutile.exchange_identities(false)
    def switch(&block) = Rutile.switch_identity(false, block)

    class << self
      Primitive.alias_method(self, :eid=, :grant_privilege)
    end
  end

  module GID
    module_function

    def rid = Process.gid
    def eid = Process.egid
    def from_name(name) = Rutile.identity_number(name, true)
    def sid_available? = true
    def re_exchangeable? = true
    def change_privilege(group) = Rutile.change_privilege(true, group)
    def grant_privilege(group) = Rutile.grant_privilege(true, group)
    def re_exchange = Rutile.exchange_identities(true)
    def switch(&block) = Rutile.switch_identity(true, block)

    class << self
      Primitive.alias_method(self, :eid=, :grant_privilege)
    end
  end

  # The calls of the system, as they are.
  module Sys
    module_function

    def getuid = Process.uid
    def geteuid = Process.euid
    def getgid = Process.gid
    def getegid = Process.egid
    def setuid(user) = Rutile.set_identity(false, user)
    def setgid(group) = Rutile.set_identity(true, group)
    def seteuid(user) = Rutile.set_identities(false, -1, user)
    def setegid(group) = Rutile.set_identities(true, -1, group)
    def setreuid(real, effective) = Rutile.set_real_and_effective(false, real, effective)
    def setregid(real, effective) = Rutile.set_real_and_effective(true, real, effective)
    def setresuid(real, effective, saved) = Rutile.set_identities(false, real, effective, saved)
    def setresgid(real, effective, saved) = Rutile.set_identities(true, real, effective, saved)
    def setruid(user) = Rutile.lacks("setruid")
    def setrgid(group) = Rutile.lacks("setrgid")
    def issetugid = Rutile.lacks("issetugid")
  end
end

module Rutile
  # Whether a block of Process::UID.switch runs, and one of Process::GID.switch.
  @switched = [false, false]

  # Meanwhile nothing else changes who the process is.
  def self.check_switch(group)
    return unless @switched[group ? 1 : 0]
    raise RuntimeError, "can't handle #{group ? "GID" : "UID"} while evaluating block given to Process::UID.switch method"
  end

  # Sets what is not -1, which leaves a number as it is.
  def self.set_identities(group, real, effective = -1, saved = -1)
    check_switch(group)
    real, effective, saved = [real, effective, saved].map { |identity| identity_number(identity, group) }
    answered(Primitive.process_set_identities(group, real, effective, saved))
    nil
  end

  def self.set_real_and_effective(group, real, effective)
    check_switch(group)
    answered(Primitive.process_set_real_and_effective(group, identity_number(real, group), identity_number(effective, group)))
    nil
  end

  def self.set_identity(group, identity)
    check_switch(group)
    answered(Primitive.process_set_identity(group, identity_number(identity, group)))
    nil
  end

  def self.real_and_effective(group)
    group ? [Process.gid, Process.egid] : [Process.uid, Process.euid]
  end

  # For good: nothing leads back.
  def self.change_privilege(group, identity)
    number = identity_number(identity, group)
    if Process.euid == 0
      set_identities(group, number, number, number)
    else
      present = [*real_and_effective(group), Primitive.process_saved_identity(group)]
      set_identities(group, *present.map { |other| other == number ? -1 : number })
    end
    identity
  end

  def self.grant_privilege(group, identity)
    number = identity_number(identity, group)
    real, = real_and_effective(group)
    set_identities(group, -1, number, real == number ? -1 : number)
    identity
  end

  def self.exchange_identities(group)
    real, effective = real_and_effective(group)
    set_identities(group, effective, real, real)
    real
  end

  # The effective one becomes the real or the saved one, while the block runs or for good.
  def self.switch_identity(group, block)
    check_switch(group)
    real, effective = real_and_effective(group)
    saved = Primitive.process_saved_identity(group)
    answered(-Errno::EPERM::Errno) if real == effective && effective == saved
    back = real == effective ? effective : saved
    set_identities(group, -1, real == effective ? saved : real)
    return real == effective ? real : effective unless block
    place = group ? 1 : 0
    @switched[place] = true
    begin
      block.call(nil)
    ensure
      @switched[place] = false
      grant_privilege(group, back)
    end
  end

  def self.lacks(name)
    raise NotImplementedError, "#{name}() function is unimplemented on this machine"
  end
end
