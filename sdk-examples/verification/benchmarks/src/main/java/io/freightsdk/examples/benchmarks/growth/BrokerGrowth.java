package io.freightsdk.examples.benchmarks.growth;

import io.freightsdk.examples.benchmarks.Heap;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.server.InMemoryFreightServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Opening accounts, and telling one from the others, where many are already. */
final class BrokerGrowth {
  static final Table TABLE =
      new Table.Growth(
          "brokers",
          "How cost grows: brokers",
          """
          Accounts of the reference server: opening one, reading the balance of a random one
          over loopback (JDK HttpClient), and the reachable heap per account.""",
          "brokers");

  private static final int ROUNDS = 5;
  private static final int STEPS = 10;
  private static final int WARM_UP = 20;
  private static final int JOURNAL_CAPACITY = 100;
  private static final int CALLS = 300;

  private final InMemoryFreightServer server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<String> keys = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(1);

  private BrokerGrowth(InMemoryFreightServer server) {
    this.server = server;
  }

  static void measure(List<Integer> sizes, Measurements measurements) throws Exception {
    try (InMemoryFreightServer server =
        InMemoryFreightServer.builder().journalCapacity(JOURNAL_CAPACITY).start()) {
      BrokerGrowth growth = new BrokerGrowth(server);
      growth.grow(WARM_UP);
      Batches.of(ROUNDS, 10 * CALLS, i -> growth.askAny());
      long few = Heap.usedBytes();
      for (int size : sizes) {
        growth.grow(size - ROUNDS * STEPS);
        Batches open = Batches.of(ROUNDS, STEPS, i -> growth.open());
        Batches ask = Batches.of(ROUNDS, CALLS, i -> growth.askAny());
        open.at(size, "brokers", "open an account").forEach(measurements::add);
        ask.at(size, "brokers", "balance").forEach(measurements::add);
        double each = (Heap.usedBytes() - few) / (double) (growth.keys.size() - WARM_UP);
        measurements.add(Measurement.at(size, "brokers", "a broker", "heap", "B", each));
      }
    }
  }

  private void grow(int size) {
    while (keys.size() < size) open();
  }

  private void open() {
    keys.add(server.createBroker("25.00").agentKey());
  }

  private void askAny() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.baseUrl() + "/v1/agent/balance"))
            .header("Authorization", "Bearer " + keys.get(random.nextInt(keys.size())))
            .build();
    int status = http.send(request, HttpResponse.BodyHandlers.ofByteArray()).statusCode();
    if (status != 200) throw new IllegalStateException("balance answered " + status);
  }
}
