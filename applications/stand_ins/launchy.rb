module Launchy
  def self.open(*) = nil
end
