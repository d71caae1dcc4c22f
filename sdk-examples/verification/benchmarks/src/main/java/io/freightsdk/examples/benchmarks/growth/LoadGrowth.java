package io.freightsdk.examples.benchmarks.growth;

import io.freightsdk.examples.benchmarks.Heap;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.model.Operation;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.journal.SmsLog;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.LoadCreation;
import io.freightsdk.server.service.RepeatableRandom;
import io.freightsdk.server.service.ServiceSettings;
import io.freightsdk.server.service.order.OrderReader.LoadOrder;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.Scope;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/** Creating and reading where many loads are already. */
final class LoadGrowth {
  static final Table TABLE =
      new Table.Growth(
          "loads",
          "How cost grows: loads",
          """
          One broker's loads in the reference server. The steps of the service itself, without HTTP: a creation, a read of a random load,
          and the reachable heap per load. Text
          messages and the ledger keep their last hundred entries.""",
          "loads");

  private static final int ROUNDS = 5;
  private static final int STEPS = 400;
  private static final int WARM_UP = 20_000;
  private static final int KEPT = 100;

  private final FreightService service;
  private final Caller caller;
  private final List<String> numbers = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(1);

  private LoadGrowth() {
    VirtualClock clock =
        new VirtualClock(Instant.parse("2026-01-05T06:00:00Z"), 1, System::nanoTime);
    service =
        new FreightService(
            clock,
            RepeatableRandom.seeded(1)::nextBytes,
            new ServiceSettings(false, Duration.ofHours(2), PingRules.DEFAULT, KEPT),
            new FaultPlan(),
            new SmsLog(KEPT),
            () -> "http://127.0.0.1");
    BigDecimal rich = new BigDecimal("100000000");
    String broker = service.accounts().open(null, rich, true, null, Scope.all()).brokerId();
    caller = new Caller(Objects.requireNonNull(service.accounts().find(broker)), "req_1");
  }

  static void measure(List<Integer> sizes, Measurements measurements) throws Exception {
    warmUp();
    LoadGrowth growth = new LoadGrowth();
    // Told at the end: printing loads what would be counted as heap of loads.
    List<Measurement> found = new ArrayList<>();
    long empty = Heap.usedBytes();
    for (int size : sizes) {
      int creations = Math.min(STEPS, size / 2 / ROUNDS);
      growth.grow(size - ROUNDS * creations);
      Batches create = Batches.of(ROUNDS, creations, i -> growth.create());
      Batches read = Batches.of(ROUNDS, STEPS, i -> growth.read());
      long heap = Heap.usedBytes() - empty;
      found.addAll(create.at(size, "loads", "create"));
      found.addAll(read.at(size, "loads", "position read"));
      double each = heap / (double) growth.numbers.size();
      found.add(Measurement.at(size, "loads", "a load", "heap", "B", each));
    }
    found.forEach(measurements::add);
  }

  /** The first sizes shall not pay for the compiler's work. */
  private static void warmUp() throws Exception {
    LoadGrowth discarded = new LoadGrowth();
    discarded.grow(WARM_UP);
    Batches.of(1, WARM_UP, i -> discarded.read());
  }

  private void grow(int size) {
    while (numbers.size() < size) create();
  }

  private void create() {
    LoadOrder order =
        service
            .orders()
            .read(
                Map.of(
                    "driverPhone",
                    "+14155550142",
                    "pickups",
                    List.of(stop("San Francisco", "CA", "94105", "37.7936", "-122.3958")),
                    "deliveries",
                    List.of(stop("Los Angeles", "CA", "90012", "34.0537", "-118.2428")),
                    "shipperName",
                    "Acme Foods",
                    "customerRef",
                    "PO-" + numbers.size()));
    LoadCreation.Request request =
        new LoadCreation.Request(Operation.CREATE_LOAD, order, null, order.hashCode());
    numbers.add(service.creation().create(caller, request).outcome().load().loadNumber());
  }

  private void read() {
    String number = numbers.get(random.nextInt(numbers.size()));
    service.positions().read(caller, Operation.GET_LOAD_POSITION, number);
  }

  private static Map<String, ?> stop(
      String city, String state, String zip, String lat, String lng) {
    return Map.of(
        "address",
        "1 Dock",
        "city",
        city,
        "state",
        state,
        "zip",
        zip,
        "facilityName",
        "Dock",
        "lat",
        new BigDecimal(lat),
        "lng",
        new BigDecimal(lng));
  }
}
