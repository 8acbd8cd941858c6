# ERB's escaping of HTML, whose work is native.

class ERB
  module Escape
    def html_escape(object)
      text = String === object ? object : Rutile.text(object)
      Primitive.html_escape(text)
    end
    module_function :html_escape
  end
end
