# Ruby's half of the C API: the collector.

module Rutile
  module CExtensions
    class << self
      # Of objects with data: whether Ractors may share one that is frozen, and what it refers to.
      def shares?(object) = Primitive.extension_shares(object)
      def references_of(object) = Primitive.extension_references(object)

      def enable_collections = ::GC.enable
      def disable_collections = ::GC.disable
      def collection_figures(key) = ::Symbol === key ? ::GC.stat(key) : (::GC.stat(key) && 0)
      def collection_count = ::GC.count
      def latest_collection(key) = ::GC.latest_gc_info(key)
      def define_finalizer(object, block) = ::ObjectSpace.define_finalizer(object, block)
      def undefine_finalizer(object) = ::ObjectSpace.undefine_finalizer(object)
    end
  end
end
