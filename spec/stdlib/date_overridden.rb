# What a class of the program's under Date has for one method is not asked by the others where the reference asks none.
require_relative "../harness"
require "date"

class WorkingDay < Date
  # Days on which nobody works are passed over, by means of the others.
  def +(days)
    day = self
    days.times do
      day = day.next_day
      day = day.next_day while day.saturday? || day.sunday?
    end
    day
  end

  def -(_days) = raise
  def >>(_months) = raise
  def <<(_months) = raise
  def step(*) = raise
  def ajd = raise
  def jd = raise
end

spec "an own + may be made of next_day" do
  friday = WorkingDay.new(2024, 3, 1)
  assert_equal [WorkingDay, "2024-03-05"], [(friday + 2).class, (friday + 2).to_s]
end

spec "neither moving, comparing nor the parts ask what is overridden" do
  day = WorkingDay.new(2024, 1, 31)
  assert_equal %w[2024-02-01 2024-01-30 2024-02-29 2023-12-31 2025-01-31 2023-01-31 2024-02-01],
               [day.next_day, day.prev_day, day.next_month, day.prev_month, day.next_year, day.prev_year, day.succ].map(&:to_s)
  last = WorkingDay.new(2024, 2, 2)
  assert_equal [%w[2024-01-31 2024-02-01 2024-02-02], %w[2024-02-02 2024-02-01 2024-01-31]], [day.upto(last).map(&:to_s), last.downto(day).map(&:to_s)]
  assert_equal [true, true, true, -1], [day == Date.new(2024, 1, 31), day === DateTime.new(2024, 1, 31, 5), day < last, day <=> last]
  assert_equal [2024, 31, 3, 5, 3, 60_340, 161_181, false, true],
               [day.cwyear, day.yday, day.wday, day.cweek, day.cwday, day.mjd, day.ld, day.julian?, day.leap?]
  assert_equal [Date.new(2024, 1, 31), "Wed Jan 31 00:00:00 2024", "R06.01.31"], [day.to_time.to_date, day.asctime, day.jisx0301]
end

class OddDay < Date
  def wday = raise
  def yday = raise
  def year = raise
  def month = raise
  def julian? = raise
end

spec "neither do questions and texts, of whichever calendar" do
  days = [OddDay.new(2024, 1, 31), OddDay.new(1500, 2, 29), OddDay.new(12_024, 1, 31)]
  assert_equal [[true, true, 3], [true, false, 6], [true, true, 3]], days.map { |day| [day.leap?, day.wednesday?, day.cwday] }
  assert_equal ["Wed, 31 Jan 2024 00:00:00 +0000", "Sat, 29 Feb 1500 00:00:00 +0000", "Wed, 31 Jan 12024 00:00:00 +0000"], days.map(&:rfc2822)
end

spec "a coerce of nil's own is asked by ==" do
  assert_equal false, Date.new(2024, 1, 1) == nil
  NilClass.define_method(:coerce) { |other| [other, other] }
  assert_equal true, Date.new(2024, 1, 1) == nil
ensure
  NilClass.remove_method(:coerce)
end
