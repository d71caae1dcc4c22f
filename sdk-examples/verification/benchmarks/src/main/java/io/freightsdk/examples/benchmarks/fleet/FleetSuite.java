package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Heap;
import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.examples.benchmarks.server.ServerProcess;
import io.freightsdk.examples.benchmarks.server.stub.StubMain;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.LoadEvent;
import java.lang.ref.Reference;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A fleet in one client. */
public final class FleetSuite implements Suite {
  private static final String NAME = "fleet";
  private static final String HEAP = "heap of a load";
  private static final String READING = "processor of a read";
  private static final String IDLE = "processor while idle";
  private static final String SIX_HOURS = "six hours of waiting";

  private static final String TEXT =
      """
      `watches.watchFleet` over HTTP, of loads that the reference server holds in a JVM of its own.
      Each load is read once, which spends the budget of the day. Then the fleet waits for money while
      six hours pass on the client's clock, minute by minute. Heap is the reachable heap per load, with
      its entry in a ledger in memory, after all loads were read. It is measured in the first fleet of the JVM,
      because closed clients still hold memory when later fleets run. These loads wait for their pickup;
      a load on the road takes some 2,100 B (`FleetSizeTest`). Processor is the time of all threads of
      the JVM; while idle it is the share of one core over those six hours.""";

  private static final Duration IDLE_TIME = Duration.ofHours(6);
  private static final Duration A_MINUTE = Duration.ofMinutes(1);
  private static final long MILLIS_A_MINUTE = 30;
  private static final long PATIENCE_SECONDS = 300;

  private final int loads = Effort.ofThisRun().of(10_000, 100);
  private final int rounds = Effort.ofThisRun().of(3, 1);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Table> tables() {
    return List.of(new Table.Comparison(NAME, "A fleet on one budget", TEXT, null, null));
  }

  @Override
  public List<Aim> aims() {
    return List.of(
        Aim.figureAtMost(3 * 1024, NAME, subject(10_000), HEAP),
        Aim.figureAtMost(1, NAME, SIX_HOURS, IDLE));
  }

  private static String subject(int loads) {
    return "a fleet of %,d loads".formatted(loads);
  }

  @Override
  public void run(Measurements measurements, Path workFolder) throws Exception {
    Path work = Files.createDirectories(workFolder.resolve(NAME));
    try (ServerProcess server = ServerProcess.startOurs(work);
        // Open to the end: what it holds is not freed while heap is measured.
        FreightClient broker = client(server, Clock.systemUTC()).build()) {
      List<String> numbers = createLoads(broker);
      Outcome first = follow(server, numbers);
      measurements.add(Measurement.of(NAME, subject(loads), HEAP, "B", first.heapBytes() / loads));
      double[] reading = new double[rounds];
      double[] idle = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        Outcome outcome = follow(server, numbers);
        reading[round] = outcome.readingMicros() / loads;
        idle[round] = outcome.idleMicros() / (IDLE_TIME.toSeconds() * 1e6) * 100;
      }
      measurements.add(Measurement.of(NAME, subject(loads), READING, "us", reading));
      measurements.add(Measurement.of(NAME, SIX_HOURS, IDLE, "%", idle));
    }
  }

  private record Outcome(double heapBytes, double readingMicros, double idleMicros) {}

  private static Outcome follow(ServerProcess server, List<String> numbers) throws Exception {
    SteppedClock clock = new SteppedClock();
    try (SpendLedger ledger = SpendLedger.builder().clock(clock).inMemory();
        FreightClient client = client(server, clock).spendGuard(ledger.guard()).build()) {
      BigDecimal price = client.quote(Operation.GET_LOAD_POSITION, 1).totalUsd();
      FleetOptions options =
          FleetOptions.builder()
              .budget(price.multiply(BigDecimal.valueOf(numbers.size() + 1)), Duration.ofDays(1))
              .reserve("0")
              .build();
      long heapBefore = Heap.usedBytes();
      CountDownLatch seen = new CountDownLatch(numbers.size());
      Usage before = Usage.now();
      FleetWatch fleet = FreightWatches.of(client, clock).watchFleet(options);
      fleet.listen(
          event -> {
            if (event instanceof LoadEvent.FirstSeen) seen.countDown();
          });
      numbers.forEach(fleet::add);
      long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (!seen.await(MILLIS_A_MINUTE, TimeUnit.MILLISECONDS)) {
        clock.advance(A_MINUTE);
        if (System.nanoTime() > patience) {
          throw new IllegalStateException(
              seen.getCount() + " of " + numbers.size() + " loads were not seen");
        }
      }
      Usage read = Usage.now();
      double heap = Heap.usedBytes() - heapBefore;
      Usage idles = Usage.now();
      for (long minute = 0; minute < IDLE_TIME.toMinutes(); minute++) {
        clock.advance(A_MINUTE);
        Thread.sleep(MILLIS_A_MINUTE);
      }
      Usage idled = Usage.now();
      Reference.reachabilityFence(fleet);
      return new Outcome(
          heap, read.processorMicrosSince(before), idled.processorMicrosSince(idles));
    }
  }

  private List<String> createLoads(FreightClient broker) {
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < loads; i++) {
      numbers.add(broker.createLoad(order("fleet-" + i)).loadNumber());
    }
    return numbers;
  }

  private static FreightClientBuilder client(ServerProcess server, Clock clock) {
    return FreightClient.builder()
        .baseUrl("http://127.0.0.1:" + server.port())
        .agentKey(StubMain.AGENT_KEY)
        .clock(clock);
  }

  private static CreateLoadInput order(String reference) {
    Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
    return CreateLoadInput.builder()
        .driverPhone("+14155550142")
        .addPickups(stop("San Francisco", "94105", 37.7936, -122.3958).date(tomorrow).build())
        .addDeliveries(stop("Los Angeles", "90012", 34.0537, -118.2428).build())
        .customerRef(reference)
        .build();
  }

  private static StopInput.Builder stop(String city, String zip, double lat, double lng) {
    return StopInput.builder()
        .address("1 Dock Road")
        .city(city)
        .state("CA")
        .zip(zip)
        .lat(lat)
        .lng(lng);
  }
}
