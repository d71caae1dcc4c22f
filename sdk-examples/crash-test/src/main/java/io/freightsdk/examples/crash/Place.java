package io.freightsdk.examples.crash;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a wallet works.
 *
 * @param database JDBC URL of the database that all wallets of a scene share
 * @param window in which the cap counts; null for all time
 * @param clock of the wallet's process
 * @param caller who the wallet spends for, as the caller says it; null without such a thing
 */
record Place(
    String baseUrl,
    String agentKey,
    String database,
    @Nullable Duration window,
    Clock clock,
    @Nullable String caller) {
  static final BigDecimal CAP = new BigDecimal("150.00");

  Place at(Clock otherClock) {
    return new Place(baseUrl, agentKey, database, window, otherClock, caller);
  }

  Place of(String otherCaller) {
    return new Place(baseUrl, agentKey, database, window, clock, otherCaller);
  }

  Place over(String otherDatabase) {
    return new Place(baseUrl, agentKey, otherDatabase, window, clock, caller);
  }

  /** For a process of its own, whose clock is the system's. */
  List<String> arguments() {
    String seconds = window == null ? "" : Long.toString(window.toSeconds());
    return List.of(baseUrl, agentKey, database, seconds, caller == null ? "" : caller);
  }

  static Place of(List<String> arguments) {
    String seconds = arguments.get(3);
    String caller = arguments.get(4);
    return new Place(
        arguments.get(0),
        arguments.get(1),
        arguments.get(2),
        seconds.isEmpty() ? null : Duration.ofSeconds(Long.parseLong(seconds)),
        Clock.systemUTC(),
        caller.isEmpty() ? null : caller);
  }
}
