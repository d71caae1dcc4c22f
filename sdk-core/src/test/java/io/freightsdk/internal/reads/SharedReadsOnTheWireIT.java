package io.freightsdk.internal.reads;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.ManyCallers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SharedReadsOnTheWireIT {
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();

  private InMemoryFreightServer server;
  private Broker broker;
  private FreightClient client;

  @BeforeEach
  void start() {
    server = InMemoryFreightServer.start();
    broker = server.createBroker("25.00");
    client = builder().build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void aThousandThreadsThatAskForOneLoadMakeOnePaidRead(CallStyle style) throws Exception {
    String load = client.createLoad(Loads.twoStops()).loadNumber();

    List<LoadPosition> positions = atOnce(1_000, () -> style.getLoadPosition(client, load, SHARED));

    assertThat(positions).hasSize(1_000).allMatch(positions.get(0)::equals);
    assertThat(broker.debitsFor(load))
        .extracting(entry -> entry.operation().id())
        .containsExactlyInAnyOrder("createLoad", "getLoadPosition");
    assertThat(broker.balanceUsd()).isEqualByComparingTo("24.33");
  }

  @Test
  void anInterruptedCallerIsToldWhatItsCallHadSent() {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    int before = broker.debits().size();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofHours(1)));
    Thread[] caller = new Thread[1];
    CompletableFuture<FreightException> told =
        InBackground.begin(
            () -> {
              caller[0] = Thread.currentThread();
              return catchThrowableOfType(
                  FreightException.class, () -> client.getLoadPosition(load, SHARED));
            });
    Eventually.until(() -> broker.debits().size() > before, () -> "the read was not charged");

    caller[0].interrupt();

    FreightException failure = CallStyle.join(told);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.attempts()).isEqualTo(1);
  }

  /** A real thread hangs, and no caller does. */
  @ParameterizedTest
  @EnumSource
  void aCacheThatHangsKeepsNobodyWaiting(CallStyle style) {
    try (LogLines log = new LogLines()) {
      String load = client.createLoad(Loads.twoStops()).loadNumber();
      CompletableFuture<PositionReading> hangs = new CompletableFuture<>();
      PositionCache cache =
          new MapCache() {
            @Override
            public PositionReading get(String key) {
              return CallStyle.join(hangs);
            }
          };
      try (FreightClient own = builder().positionCache(cache).build()) {
        assertThat(style.getLoadPosition(own, load, SHARED).loadNumber()).isEqualTo(load);
      } finally {
        hangs.complete(null);
      }
      assertThat(log.warnings()).anyMatch(line -> line.contains("the position cache failed"));
    }
  }

  @Test
  @Timeout(300)
  void whatCallersAreToldFitsTheLedgerHoweverDeadlinesAndAnswersRace() {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    server
        .faults()
        .always(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofMillis(4)));
    Random random = new Random(20261120);
    Map<Charge.Kind, Integer> told = new EnumMap<>(Charge.Kind.class);
    for (int round = 0; round < 250; round++) {
      List<CompletableFuture<Charge>> callers = new ArrayList<>();
      for (int caller = 0; caller < 5; caller++) {
        CallOptions hurried =
            CallOptions.builder()
                .maxAge(Duration.ZERO)
                .deadline(Duration.ofMillis(1 + random.nextInt(12)))
                .build();
        callers.add(
            client
                .async()
                .withResponse()
                .getLoadPosition(load, hurried)
                .handle((response, failure) -> chargeOf(response, failure)));
      }
      callers.forEach(
          caller -> told.merge(caller.orTimeout(60, SECONDS).join().kind(), 1, Integer::sum));
    }
    int charged = told.getOrDefault(Charge.Kind.CHARGED, 0);
    int unknown = told.getOrDefault(Charge.Kind.UNKNOWN, 0);

    assertThat(told.values().stream().mapToInt(n -> n).sum()).isEqualTo(1_250);
    Eventually.until(() -> paidReads(load) >= charged, () -> paidReads(load) + " of " + told);
    assertThat(paidReads(load)).as("%s", told).isBetween(charged, charged + unknown);
  }

  private int paidReads(String load) {
    return (int)
        broker.debitsFor(load).stream()
            .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
            .count();
  }

  private static Charge chargeOf(FreightResponse<?> response, Throwable failure) {
    if (failure == null) {
      return response.charge();
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return ((FreightException) cause).charge();
  }

  private static <T> List<T> atOnce(int threads, Callable<T> call) throws Exception {
    try (ManyCallers callers = new ManyCallers(threads)) {
      List<Future<T>> calls = callers.lineUp(call);
      callers.start();
      return ManyCallers.results(calls);
    }
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }
}
