# Calls of every kind at one place: plain, with a default, with keywords, through super, send and a missing method.
# quick: 100
class Shape
  def area(scale) = scale * 2
  def named(width:, height: 2) = width * height
  def with_default(first, second = first) = first + second
  def rest(*all) = all.size
end

class Square < Shape
  def area(scale) = super + 1
  def method_missing(name, *arguments) = name == :ghost ? arguments[0] : super
  def respond_to_missing?(name, all = false) = name == :ghost || super
end

class Circle < Shape
  def area(scale) = scale * 3
end

shapes = [Square.new, Circle.new, Shape.new, Square.new]
square = shapes[0]
sum = 0
(ARGV[0] || 1_200_000).to_i.times do |round|
  sum += shapes[round & 3].area(round)
  sum += square.named(width: 2, height: round)
  sum += square.with_default(round)
  sum += square.rest(1, 2, 3)
  sum += square.public_send(:area, 1)
  sum += square.ghost(1) if round & 7 == 0
end
puts sum
