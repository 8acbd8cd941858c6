# Warnings are shown as they come.
module Warning
  def self.ignore(*) = nil
  def self.process(*) = nil
  def self.clear = nil
end
