# Float arithmetic on instance variables: the planets of the solar system pulling at each other.
# quick: 1000
class Body
  attr_accessor :x, :y, :z, :vx, :vy, :vz
  attr_reader :mass

  def initialize(position, velocity, mass)
    @x, @y, @z = position
    @vx, @vy, @vz = velocity
    @mass = mass
  end

  def advance(step)
    @x += @vx * step
    @y += @vy * step
    @z += @vz * step
  end

  def attract(other, step)
    dx = @x - other.x
    dy = @y - other.y
    dz = @z - other.z
    square = dx * dx + dy * dy + dz * dz
    pull = step / (square * Math.sqrt(square))
    give = other.mass * pull
    take = @mass * pull
    @vx -= dx * give
    @vy -= dy * give
    @vz -= dz * give
    other.vx += dx * take
    other.vy += dy * take
    other.vz += dz * take
  end

  def kinetic_energy
    0.5 * @mass * (@vx * @vx + @vy * @vy + @vz * @vz)
  end

  def potential_energy(other)
    dx = @x - other.x
    dy = @y - other.y
    dz = @z - other.z
    @mass * other.mass / Math.sqrt(dx * dx + dy * dy + dz * dz)
  end
end

# Distances in astronomical units, velocities per day (made per year below), masses in suns.
YEAR = 365.24
SUN = 4 * Math::PI * Math::PI
PLANETS = [
  [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], 1.0],
  [[4.841431, -1.160320, -0.103622], [0.00166008, 0.00769901, -0.0000690460], 0.000954792],
  [[8.343367, 4.124799, -0.403523], [-0.00276742, 0.00499853, 0.0000230417], 0.000285886],
  [[12.894370, -15.111151, -0.223308], [0.00296460, 0.00237847, -0.0000296590], 0.0000436624],
  [[15.379697, -25.919315, 0.179259], [0.00268068, 0.00162824, -0.0000951592], 0.0000515139]
]

def total_energy(bodies)
  energy = 0.0
  bodies.each_with_index do |body, index|
    energy += body.kinetic_energy
    (index + 1...bodies.size).each { |other| energy -= body.potential_energy(bodies[other]) }
  end
  energy
end

bodies = PLANETS.map do |position, velocity, mass|
  Body.new(position, velocity.map { |speed| speed * YEAR }, mass * SUN)
end
printf("%.9f\n", total_energy(bodies))
(ARGV[0] || 120_000).to_i.times do
  first = 0
  while first < bodies.size
    second = first + 1
    while second < bodies.size
      bodies[first].attract(bodies[second], 0.01)
      second += 1
    end
    first += 1
  end
  bodies.each { |body| body.advance(0.01) }
end
printf("%.9f\n", total_energy(bodies))
