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
(1..50).each { }
(1...50).size
(1..50).each_with_index { |number, index| number }
(1..50).select(&:even?)
(1..50).find { |number| number > 30 }
(1..50).inject { |total, number| total + number }
(1..50).each_cons(2).to_a
(1..50).to_a.reverse
(1..50).reverse_each { }
(1..50).minmax
(1..50).first(5)
(1..50).last(5)
(1..50).cover?(10..20)
(1..50).hash
(1..50).inspect
(1..50) == (1..50)
(1..50).eql?(1..50)
(1..50) % 7
(1..50).each_entry { }
(1..50).zip(51..100)
(1..50).each_with_object([]) { |number, list| list << number }
(1..50).partition(&:even?)
(1..50).group_by { |number| number % 7 }
(1..50).filter_map { |number| number if number.even? }
(1..50).sum { |number| number * 2 }
(1..50).bsearch { |number| number >= 30 }
(1..50).count(&:even?)
(1..50).tally
(1..50).lazy.map { |number| number * 2 }.first(3)
(1..50).any? { |number| number > 40 }
(1..).lazy.select(&:even?).first(3)
(1.0..2.0).include?(1.5)
(1.0..2.0).step(0.25).to_a
("a".."zz").include?("bb")
("a".."zz").cover?("bb")
("a".."h").each { }
("a".."h") === "c"
("2".."5").overlap?("4".."9")
(1..50).overlap?(60..70)
(1..50).count(7)
case 25 when 1..10 then 1 when 11..30 then 2 end
rand(1..50)
Range.new(1, 5, true)
(Time.at(0)..Time.at(9)).cover?(Time.at(5))
(1..5) === 2.5
(1..) === 5
("a".."d") === "b"
("a".."d").cover?("b".."c")
(1.0..2.0).cover?(1..2)
(1..50).exclude_end?
