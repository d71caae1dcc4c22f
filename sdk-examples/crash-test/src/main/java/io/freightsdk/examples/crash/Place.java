package io.freightsdk.examples.crash;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where a wallet works.
 *
 * @param database URL of what all wallets of a scene share; another one after a failover
 * @param book names what is theirs in it
 * @param priceLife how long the SDK believes a price that it has read
 * @param window in which the cap counts; null for all time
 * @param clock of the wallet's process
 * @param caller who the wallet spends for, as the caller says it; null without such a thing
 */
record Place(
    String baseUrl,
    String agentKey,
    AtomicReference<String> database,
    String book,
    Duration priceLife,
    @Nullable Duration window,
    Clock clock,
    @Nullable String caller) {
  static final BigDecimal CAP = new BigDecimal("150.00");

  /** Where what they share is now. */
  String url() {
    return Objects.requireNonNull(database.get(), "the scene has no database");
  }

  Place at(Clock otherClock) {
    return new Place(baseUrl, agentKey, database, book, priceLife, window, otherClock, caller);
  }

  Place of(String otherCaller) {
    return new Place(baseUrl, agentKey, database, book, priceLife, window, clock, otherCaller);
  }

  Place callingOver(SlowLine line) {
    String url = "http://127.0.0.1:" + line.port();
    return new Place(url, agentKey, database, book, priceLife, window, clock, caller);
  }

  Place over(String otherDatabase) {
    AtomicReference<String> other = new AtomicReference<>(otherDatabase);
    return new Place(baseUrl, agentKey, other, book, priceLife, window, clock, caller);
  }

  Place believingPricesFor(Duration time) {
    return new Place(baseUrl, agentKey, database, book, time, window, clock, caller);
  }

  /** For a process of its own, whose clock is the system's. */
  List<String> arguments() {
    String seconds = window == null ? "" : Long.toString(window.toSeconds());
    return List.of(baseUrl, agentKey, url(), book, seconds, caller == null ? "" : caller);
  }

  static Place of(List<String> arguments) {
    String seconds = arguments.get(4);
    String caller = arguments.get(5);
    return new Place(
        arguments.get(0),
        arguments.get(1),
        new AtomicReference<>(arguments.get(2)),
        arguments.get(3),
        Duration.ZERO,
        seconds.isEmpty() ? null : Duration.ofSeconds(Long.parseLong(seconds)),
        Clock.systemUTC(),
        caller.isEmpty() ? null : caller);
  }
}
