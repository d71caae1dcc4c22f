package io.freightsdk.examples.fleet;

import io.freightsdk.CallOptions;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.PollPlan;
import io.freightsdk.watch.WatchOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a worker reads from its environment.
 *
 * @param databaseUrl {@code FLEET_DATABASE_URL}, JDBC; an embedded H2 file by default
 * @param fleet {@code FLEET_BUDGET_USD}, what all workers together may spend on reads in 24 hours;
 *     10.00 by default; {@code FLEET_NAME} names the budget if one database has several
 * @param plan {@code FLEET_POLL_EVERY}, ISO 8601, for reads at a fixed interval; null, the default,
 *     uses the fleet's rule
 * @param heartbeat {@code FLEET_HEARTBEAT}: four missed ones make a worker dead; 10 seconds by
 *     default
 * @param threads {@code FLEET_THREADS}: reads of this worker at once; 8 by default
 */
record FleetSettings(
    String databaseUrl,
    FleetOptions fleet,
    @Nullable PollPlan plan,
    Duration heartbeat,
    int threads) {
  static FleetSettings from(Map<String, String> environment) {
    String every = environment.get("FLEET_POLL_EVERY");
    return new FleetSettings(
        orElse(environment.get("FLEET_DATABASE_URL"), "jdbc:h2:file:./fleet;WRITE_DELAY=0"),
        FleetOptions.builder()
            .name(orElse(environment.get("FLEET_NAME"), "fleet"))
            .budget(orElse(environment.get("FLEET_BUDGET_USD"), "10.00"), Duration.ofDays(1))
            // Each run makes its own read: the database keeps the result.
            .watch(
                WatchOptions.builder()
                    .floor(Duration.ofMinutes(2))
                    .callOptions(CallOptions.DEFAULT)
                    .build())
            .build(),
        every == null ? null : PollPlan.every(Duration.parse(every)),
        Duration.parse(orElse(environment.get("FLEET_HEARTBEAT"), "PT10S")),
        Integer.parseInt(orElse(environment.get("FLEET_THREADS"), "8")));
  }

  private static String orElse(@Nullable String value, String otherwise) {
    return Objects.requireNonNullElse(value, otherwise);
  }
}
