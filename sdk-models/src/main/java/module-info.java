/** The records, open enums and JSON adapters of the Freight Load Tracking Agent API. */
// The modules that its qualified exports name may be absent.
@SuppressWarnings("module")
@org.jspecify.annotations.NullMarked
module io.freightsdk.models {
  requires transitive com.squareup.moshi;
  requires kotlin.stdlib;
  requires transitive okio;
  // Annotations that Jackson 2 and 3 read; only applications with Jackson need the jar.
  requires static com.fasterxml.jackson.annotation;
  requires static transitive org.jspecify;

  exports io.freightsdk.json;
  exports io.freightsdk.model;
  exports io.freightsdk.model.internal to
      io.freightsdk.core,
      io.freightsdk.server;

  // Jackson also reads private members.
  opens io.freightsdk.model;
}
