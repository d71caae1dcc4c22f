package io.freightsdk.examples.benchmarks.server;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Heap;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.examples.benchmarks.server.stub.Bodies;
import io.freightsdk.examples.benchmarks.server.stub.RawHttp;
import io.freightsdk.examples.benchmarks.server.stub.StubMain;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Fix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The memory of a load and of a fix in the reference server. The stubs keep neither. */
final class Memory {
  static final String TABLE = "server memory";

  static final List<Table> TABLES =
      List.of(
          new Table.Comparison(
              TABLE,
              "Server: memory",
              """
              Heap that stays reachable, in the server's own JVM. For a load: what each load created over HTTP adds, including its ledger entry, after
              the bounded logs of requests and text messages are full. For a fix: what each fix
              adds to one load's track.""",
              null,
              null));

  private static final int LOG_CAPACITY = 100;
  private static final int ROUNDS = 3;

  private Memory() {}

  /** What a load keeps, in bytes. */
  static long measure(Measurements measurements) throws IOException {
    Effort effort = Effort.ofThisRun();
    int loads = effort.of(5_000, 200);
    int fixes = effort.of(200_000, 10_000);
    try (InMemoryFreightServer server =
        InMemoryFreightServer.builder()
            .journalCapacity(LOG_CAPACITY)
            .smsCapacity(LOG_CAPACITY)
            .pingThrottle(Duration.ZERO)
            .broker(BrokerSettings.DEFAULT.withBalance("1000000").withAgentKey(StubMain.AGENT_KEY))
            .start()) {
      create(server, "before-", loads);
      double[] perLoad = new double[ROUNDS];
      double[] perFix = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        long before = Heap.usedBytes();
        create(server, round + "-", loads);
        perLoad[round] = (Heap.usedBytes() - before) / (double) loads;
      }
      for (int round = 0; round < ROUNDS; round++) {
        String driven = server.loads(ROUNDS).get(round).loadNumber();
        long before = Heap.usedBytes();
        drive(server, driven, fixes);
        perFix[round] = (Heap.usedBytes() - before) / (double) fixes;
      }
      Measurement load = Measurement.of(TABLE, "a load", "heap", "B", perLoad);
      measurements.add(load);
      measurements.add(Measurement.of(TABLE, "a fix", "heap", "B", perFix));
      return Math.round(load.median());
    }
  }

  private static void create(InMemoryFreightServer server, String prefix, int loads)
      throws IOException {
    for (int i = 0; i < loads; i++) {
      String order = Orders.CREATE.replace(Orders.REFERENCE, prefix + i);
      RawHttp.post(server.port(), Bodies.CREATE_PATH, order.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void drive(InMemoryFreightServer server, String loadNumber, int fixes) {
    Instant begin = server.clock().now().minus(Duration.ofMinutes(fixes));
    List<Fix> batch = new ArrayList<>();
    for (int i = 0; i < fixes; i++) {
      Instant time = begin.plus(Duration.ofMinutes(i));
      batch.add(Fix.of(time, 37 + i % 1_000 * 1e-3, -121 + i % 1_000 * 1e-3, 10));
    }
    server.addFixes(loadNumber, batch);
  }
}
