# Etc: users, groups and the machine, as the system's tables have them.

module Etc
  VERSION = "1.4.6"

  Passwd = Struct.new(:name, :passwd, :uid, :gid, :gecos, :dir, :shell)
  Group = Struct.new(:name, :passwd, :gid, :mem)

  Primitive.etc_constants.each { |name, value| const_set(name, value) }

  class Passwd
    extend Enumerable

    def self.each
      return to_enum(:each) unless block_given?
      Primitive.etc_users.each { |fields| yield new(*fields) }
      self
    end
  end

  class Group
    extend Enumerable

    def self.each
      return to_enum(:each) unless block_given?
      Primitive.etc_groups.each { |fields| yield new(*fields) }
      self
    end
  end

  class << self
    def getpwnam(name)
      name = Rutile.to_str(name)
      fields = Primitive.etc_user_named(name) or raise ArgumentError, "can't find user for #{name}"
      Passwd.new(*fields)
    end

    def getpwuid(id = Process.uid)
      id = Rutile.to_int(id)
      fields = Primitive.etc_user_numbered(id) or raise ArgumentError, "can't find user for #{id}"
      Passwd.new(*fields)
    end

    def getgrnam(name)
      name = Rutile.to_str(name)
      fields = Primitive.etc_group_named(name) or raise ArgumentError, "can't find group for #{name}"
      Group.new(*fields)
    end

    def getgrgid(id = Process.gid)
      id = Rutile.to_int(id)
      fields = Primitive.etc_group_numbered(id) or raise ArgumentError, "can't find group for #{id}"
      Group.new(*fields)
    end

    def passwd(&block)
      return getpwent unless block
      one_at_a_time(:passwd) { Passwd.each(&block) }
    end

    def group(&block)
      return getgrent unless block
      one_at_a_time(:group) { Group.each(&block) }
    end

    # A table has one place where it is read.
    def one_at_a_time(table)
      raise "parallel #{table} iteration" if @reading&.include?(table)
      (@reading ||= []) << table
      begin
        yield
      ensure
        @reading.delete(table)
      end
      nil
    end
    private :one_at_a_time

    # The tables read one entry a call.
    def getpwent
      @users ||= Passwd.to_a
      @users.shift
    end

    def getgrent
      @groups ||= Group.to_a
      @groups.shift
    end

    def setpwent
      @users = nil
    end
    alias endpwent setpwent

    def setgrent
      @groups = nil
    end
    alias endgrent setgrent

    def getlogin
      Primitive.etc_login
    end

    def systmpdir = "/tmp"
    def sysconfdir = "/etc"

    def uname
      names = Primitive.etc_uname
      { sysname: names[0], nodename: names[1], release: names[2], version: names[3], machine: names[4] }
    end

    def nprocessors
      Primitive.etc_processors
    end

    # What the system told, in an Array; or the error whose number it gave.
    def __told(answer, function)
      raise SystemCallError.new(function, answer) if Primitive.is_fixnum(answer)
      answer[0]
    end

    def sysconf(name)
      __told(Primitive.etc_sysconf(Rutile.to_int(name)), "sysconf")
    end

    def confstr(name)
      __told(Primitive.etc_confstr(Rutile.to_int(name)), "confstr")
    end
  end
end

class IO
  def pathconf(name)
    Etc.__told(Primitive.etc_pathconf(fileno, Rutile.to_int(name)), "fpathconf")
  end
end
