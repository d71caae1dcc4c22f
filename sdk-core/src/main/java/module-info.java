/** The client: {@code FreightClient} and its configuration. */
// The modules to which internal packages are exported may be missing.
@SuppressWarnings("module")
@org.jspecify.annotations.NullMarked
module io.freightsdk.core {
  requires transitive io.freightsdk.models;
  requires transitive okhttp3;
  requires okio;
  requires kotlin.stdlib;
  requires transitive io.github.resilience4j.retry;
  requires io.github.resilience4j.core;
  // One annotation that Jackson 2 and 3 read; only applications with Jackson need the jar.
  requires static com.fasterxml.jackson.annotation;
  requires static transitive org.jspecify;

  exports io.freightsdk;
  exports io.freightsdk.error;
  exports io.freightsdk.positions;
  exports io.freightsdk.retry;
  exports io.freightsdk.internal.client to
      io.freightsdk.agent;
  exports io.freightsdk.internal.concurrent to
      io.freightsdk.agent,
      io.freightsdk.spend,
      io.freightsdk.spring.boot;
  exports io.freightsdk.internal.environment to
      io.freightsdk.agent,
      io.freightsdk.jobs,
      io.freightsdk.spend,
      io.freightsdk.spring.boot;
  exports io.freightsdk.internal.error to
      io.freightsdk.contact;
  exports io.freightsdk.internal.json to
      io.freightsdk.contact;
  exports io.freightsdk.internal.retry to
      io.freightsdk.agent,
      io.freightsdk.spend;
  exports io.freightsdk.internal.text to
      io.freightsdk.agent,
      io.freightsdk.contact,
      io.freightsdk.jobs,
      io.freightsdk.micrometer,
      io.freightsdk.spend,
      io.freightsdk.spring.boot;
  exports io.freightsdk.internal.transport to
      io.freightsdk.contact;
}
