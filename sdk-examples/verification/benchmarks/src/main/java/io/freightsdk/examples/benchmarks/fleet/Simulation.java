package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.FreightClient;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;

/**
 * Runs loads one after another on a reference server of its own, whose clock stands still between
 * two events.
 *
 * @param loads how many
 * @param seed of everything that is drawn
 * @param candidates the plans, which follow every load side by side
 */
record Simulation(int loads, long seed, List<Candidate> candidates) {
  private static final Instant START = Instant.parse("2026-03-02T06:00:00Z");

  /**
   * What came out.
   *
   * @param readPriceUsd what the server's own ledger says one read cost
   */
  record Result(List<Measured> plans, BigDecimal readPriceUsd) {
    Measured of(String candidate) {
      return plans.stream()
          .filter(plan -> plan.candidate().name().equals(candidate))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("not measured: " + candidate));
    }
  }

  Result run(IntConsumer onLoadDone) {
    List<Measured> measured = candidates.stream().map(Measured::new).toList();
    LoadGenerator generator = new LoadGenerator(seed);
    try (InMemoryFreightServer server =
        InMemoryFreightServer.builder().clockStart(START).frozenClock().start()) {
      Broker broker = server.createBroker("1000000.00");
      try (FreightClient client =
          FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
        for (int i = 1; i <= loads; i++) {
          new LoadRun(server, client, generator.next(server.clock().now()), candidates)
              .run(measured);
          server.clock().advance(Duration.ofHours(1));
          onLoadDone.accept(i);
        }
        BigDecimal readPrice = price(client, "position_read");
        return new Result(measured, provenBy(broker, client, measured, readPrice));
      }
    }
  }

  /** The server's ledger, not our counting, says what was paid. */
  private BigDecimal provenBy(
      Broker broker, FreightClient client, List<Measured> measured, BigDecimal readPrice) {
    int reads = measured.stream().mapToInt(Measured::reads).sum();
    BigDecimal creation = price(client, "load_create");
    BigDecimal expected =
        new BigDecimal("1000000.00")
            .subtract(creation.multiply(BigDecimal.valueOf(loads)))
            .subtract(readPrice.multiply(BigDecimal.valueOf(reads)));
    if (broker.balanceUsd().compareTo(expected) != 0) {
      throw new IllegalStateException(
          "%d reads were counted, but the balance is %s USD instead of %s"
              .formatted(reads, broker.balanceUsd(), expected));
    }
    return readPrice;
  }

  private static BigDecimal price(FreightClient client, String key) {
    return Objects.requireNonNull(client.getPricing().prices().get(key), key);
  }
}
