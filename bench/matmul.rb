# Nested arrays of floats: one matrix times another.
# quick: 20
def matrix(size)
  Array.new(size) { |row| Array.new(size) { |column| (row - column) * (row + column) / size.to_f } }
end

def multiply(left, right)
  columns = right.transpose
  left.map do |row|
    columns.map do |column|
      sum = 0.0
      index = 0
      while index < row.size
        sum += row[index] * column[index]
        index += 1
      end
      sum
    end
  end
end

size = (ARGV[0] || 220).to_i
product = multiply(matrix(size), matrix(size))
printf("%.6f\n", product[size / 2][size / 3])
