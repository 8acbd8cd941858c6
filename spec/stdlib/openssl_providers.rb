require_relative "../harness"
require "openssl"

spec "sets of algorithms are loaded and unloaded by name" do
  assert_equal ["default"], OpenSSL::Provider.provider_names
  none = OpenSSL::Provider.load("null")
  assert_equal ["null", "#<OpenSSL::Provider name=\"null\">", ["default", "null"]], [none.name, none.inspect, OpenSSL::Provider.provider_names.sort]
  assert_equal [true, ["default"], "#<OpenSSL::Provider unloaded provider>"], [none.unload, OpenSSL::Provider.provider_names, none.inspect]
  assert_raises(OpenSSL::Provider::ProviderError, /\AProvider already unloaded\.\z/) { none.name }
  assert_raises(OpenSSL::Provider::ProviderError, /\AProvider already unloaded\.\z/) { none.unload }
end

spec "a set that isn't there can't be loaded" do
  assert_raises(OpenSSL::Provider::ProviderError, /\AFailed to load nothing provider:/) { OpenSSL::Provider.load("nothing") }
  assert_raises(TypeError) { OpenSSL::Provider.load(nil) }
  assert_raises(TypeError, /\Aallocator undefined for OpenSSL::Provider\z/) { OpenSSL::Provider.new }
end
