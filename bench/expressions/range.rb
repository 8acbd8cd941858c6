__END__
(1..50).sum
(1..50).to_a
(1..50).count
(1..50).min
(1..50).max
(1..50).include?(25)
(1..50) === 25
(1..50).overlap?(40..60)
(1..50).step(7).to_a
(1..50).each_slice(5).to_a
(1..50).map { |number| number }
(1..50).reduce(:*)
("a".."h").to_a
(1..nil).first(5)
