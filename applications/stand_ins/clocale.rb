# The process's locale, as far as it can be had without C: tests that want another one leave it at that.
module CLocale
  LC_NUMERIC = 1

  def self.setlocale(_category, name)
    raise "no locale #{name} here" unless [nil, "C"].include?(name)
    "C"
  end
end
