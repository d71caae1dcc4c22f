/** The API's records in Jackson 2 and 3 as they are on the wire. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.jackson {
  requires transitive io.freightsdk.models;
  requires kotlin.stdlib;
  requires okio;
  // An application has one of them, or both.
  requires static transitive com.fasterxml.jackson.databind;
  requires static transitive tools.jackson.databind;
  requires static transitive org.jspecify;

  exports io.freightsdk.jackson;

  provides com.fasterxml.jackson.databind.Module with
      io.freightsdk.jackson.FreightJackson2Module;
  provides tools.jackson.databind.JacksonModule with
      io.freightsdk.jackson.FreightJackson3Module;
}
