# How certificates are to be checked, as a store says for all and a context for one.

module Rutile
  module VerificationSettings
    def flags=(flags)
      @__flags |= Rutile.to_int(flags)
    end

    def purpose=(purpose)
      @__purpose = Rutile.to_int(purpose)
    end

    # Trust is that a certificate is in the store.
    def trust=(trust)
      Rutile.to_int(trust)
    end

    def time=(time)
      @__time = Time === time ? time : Time.at(Rutile.to_int(time))
    end
  end
end
