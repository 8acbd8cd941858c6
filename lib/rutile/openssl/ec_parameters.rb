# Curves as keys have them: by name, or described whole (SEC 1, C.2).

module Rutile
  module CurveParameters
    PRIME_FIELD = "1.2.840.10045.1.1"
    private_constant :PRIME_FIELD

    module_function

    # The numbers of a curve; its generator in the form that is told.
    def write(curve, seed, generator)
      field = DER.sequence(DER.oid(PRIME_FIELD), DER.integer(curve.prime))
      seed &&= DER.bits(seed)
      coefficients = DER.sequence(DER.octets(curve.bytes(curve.a)), DER.octets(curve.bytes(curve.b)), seed)
      cofactor = DER.integer(curve.cofactor) if curve.cofactor
      DER.sequence(DER.integer(1), field, coefficients, DER.octets(generator), DER.integer(curve.order), cofactor)
    end

    # The curve that is described: one of those with a name, if it is one.
    def read(element)
      _, field, coefficients, generator, order, cofactor = element.fields(5)
      kind, prime = field.fields(2)
      raise DER::Malformed, "unsupported field" unless kind.oid == PRIME_FIELD && prime.integer > 3 && prime.integer.odd?
      a, b, seed = coefficients.fields(2)
      described = Curves::Described.new(prime.integer, OpenSSL.__natural(a.octets), OpenSSL.__natural(b.octets), seed: seed&.bits)
      base = described.point(generator.octets)
      raise DER::Malformed, "point is not on curve" unless base && base != Curves::INFINITY
      found = described.generated_by(base, order.integer, cofactor&.integer)
      Curves::NAMED.each_value.find { |curve| curve.same?(found) } || found
    end

    def text(curve, seed, generator, form)
      <<~TEXT
        Field Type: prime-field
        #{number("Prime:", curve.prime)}#{number("A:   ", curve.a)}#{number("B:   ", curve.b)}Generator (#{form}):
        #{KeyText.bytes(generator, 15, 4)}#{number("Order: ", curve.order)}#{number("Cofactor: ", curve.cofactor) if curve.cofactor}#{seed(seed)}
      TEXT
        .chomp
    end

    def seed(seed)
      seed ? "Seed:\n#{KeyText.bytes(seed, 15, 4)}" : ""
    end

    # Small ones in figures, others as bytes.
    def number(label, number)
      return "#{label} #{number} (0x#{number.to_s(16)})\n" if number < 1 << 64
      "#{label}\n#{KeyText.bytes(DER.integer_content(number), 15, 4)}"
    end
  end
end
