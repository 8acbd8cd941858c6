# Composes mail with parts, encodings and attachments, and reads it again.
require "mail"

mail = Mail.new do
  from "Ä Sender <a@example.com>"
  to ["b@example.com", "Group: c@example.com, d@example.com;"]
  subject "Grüße — ✓ and a subject that is long enough to be folded over more than a single line of the header"
  date Time.at(1_700_000_000).utc
  message_id "<1@example.com>"
  text_part { body "plain é" }
  html_part { content_type "text/html; charset=UTF-8"; body "<p>é</p>" }
  add_file filename: "données.txt", content: "1,2\n" * 30
end
text = mail.to_s.gsub(/--==_mimepart_\w+(?:-\w+)?/, "--==_part")
puts text
back = Mail.new(mail.to_s)
p back.subject, back.from, back[:from].display_names, back.to, back.multipart?, back.attachments.map { |file| [file.filename, file.decoded.size] }
p back.parts.map { |part| [part.mime_type, part.decoded] }, back.date.to_s
["a@b", "\"A B\" <x@y.z> (note)", "undisclosed-recipients:;", "@@", "é@x.y"].each do |address|
  list = Mail::AddressList.new(address)
  p list.addresses.map { |one| [one.display_name, one.address, one.comments] }
rescue Mail::Field::ParseError => error
  puts "#{address}: #{error.class}"
end
