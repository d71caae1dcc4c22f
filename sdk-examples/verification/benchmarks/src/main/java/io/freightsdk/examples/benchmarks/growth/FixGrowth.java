package io.freightsdk.examples.benchmarks.growth;

import io.freightsdk.FreightClient;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reading a load, and adding to it, where its track is long already. */
final class FixGrowth {
  static final Table TABLE =
      new Table.Growth(
          "fixes",
          "How cost grows: fixes",
          """
          One load of the reference server. A position read by the SDK over loopback, whose answer has the newest 500 points of
          the track whatever its length, and one further fix in order, by the bulk route.""",
          "fixes of the load");

  private static final int ROUNDS = 5;
  private static final int READS = 200;
  private static final int FIXES = 10;
  private static final int WARM_UP = 20_000;

  private FixGrowth() {}

  static void measure(List<Integer> sizes, Measurements measurements) throws Exception {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("1000000");
      try (FreightClient client = Orders.client(server.baseUrl(), broker.agentKey())) {
        warmUp(server, client);
        String number = client.createLoad(Orders.order("long")).loadNumber();
        Drive drive = new Drive(server, number, sizes.get(sizes.size() - 1));
        for (int size : sizes) {
          drive.grow(size - ROUNDS * FIXES);
          Batches add = Batches.of(ROUNDS, FIXES, i -> drive.add(1));
          Batches read = Batches.of(ROUNDS, READS, i -> client.getLoadPosition(number));
          read.at(size, "fixes", "position read").forEach(measurements::add);
          add.at(size, "fixes", "a fix in order").forEach(measurements::add);
        }
      }
    }
  }

  /** The first sizes shall not pay for the compiler's work. */
  private static void warmUp(InMemoryFreightServer server, FreightClient client) throws Exception {
    String number = client.createLoad(Orders.order("warm")).loadNumber();
    Drive drive = new Drive(server, number, WARM_UP);
    Batches.of(1, WARM_UP, i -> drive.add(1));
    Batches.of(1, WARM_UP / 10, i -> client.getLoadPosition(number));
  }

  /** A track that grows by a fix a minute and ends now. */
  private static final class Drive {
    private static final int BATCH = 10_000;

    private final InMemoryFreightServer server;
    private final String number;
    private final Instant begin;
    private int size;

    Drive(InMemoryFreightServer server, String number, int most) {
      this.server = server;
      this.number = number;
      this.begin = server.clock().now().minus(Duration.ofMinutes(most + 1));
    }

    void grow(int wanted) {
      while (size < wanted) add(Math.min(BATCH, wanted - size));
    }

    void add(int count) {
      List<Fix> fixes = new ArrayList<>(count);
      for (int i = size; i < size + count; i++) {
        double to = Math.abs(i % 1_000 - 500) * 1e-3;
        fixes.add(Fix.of(begin.plus(Duration.ofMinutes(i)), 36 + to, -121 + to, 10));
      }
      if (server.addFixes(number, fixes).accepted() != count) {
        throw new IllegalStateException("the server refused fixes that shall be measured");
      }
      size += count;
    }
  }
}
