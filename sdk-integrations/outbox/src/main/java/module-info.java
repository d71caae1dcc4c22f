/** Load creations that are stored before they are sent. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.outbox {
  requires transitive io.freightsdk.core;
  requires io.freightsdk.sql;
  requires transitive java.sql;
  requires static transitive org.jspecify;

  exports io.freightsdk.outbox;
}
