# ERB's escaping of HTML, whose work is native.

class ERB
  module Escape
    def html_escape(object)
      primitive :html_escape
      text = String === object ? object : Rutile.text(object)
      return CGI.escapeHTML(text) unless text.encoding.ascii_compatible?
      Primitive.html_escape(text)
    end
    module_function :html_escape
  end
end
