/** Orders that become loads, and loads that are followed. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.jobs {
  requires transitive io.freightsdk.core;
  requires com.squareup.moshi;
  requires okio;
  requires com.github.kagkarlsson.scheduler;
  requires transitive java.sql;
  requires static transitive org.jspecify;

  exports io.freightsdk.jobs;
}
