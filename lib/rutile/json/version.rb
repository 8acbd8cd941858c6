# Which gem json this is: from 2.10 on it has readers and writers of another form, and the comment of a line may end with the text.

module JSON
  module Ext
    FROM_2_10 = (VERSION.split(".").map(&:to_i) <=> [2, 10]) >= 0
    private_constant :FROM_2_10
  end
end
