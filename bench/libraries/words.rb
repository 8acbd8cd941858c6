# Counts the words of a text.
text = File.read("#{ROOT}/docs/GUIDE.md", encoding: Encoding::UTF_8)
job { text.downcase.scan(/[a-z']+/).tally.sort_by { |word, count| [-count, word] }.first(25).length }
