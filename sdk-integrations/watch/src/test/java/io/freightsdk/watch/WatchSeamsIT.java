package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.Strike;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Foreign code of a watch: its harm ends at most its watch, and no other call waits for it. */
class WatchSeamsIT {
  private static InMemoryFreightServer server;

  /** Where a watch runs code of the application. */
  private enum Seam {
    PLAN,
    FAILURE_POLICY,
    DELIVER_ON,
    LISTENER,
    ON_SUBSCRIBE,
    ON_NEXT,
    FOR_EACH
  }

  @BeforeAll
  static void start() {
    server = InMemoryFreightServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Arguments> cases() {
    List<Arguments> all = new ArrayList<>();
    for (Seam seam : Seam.values()) {
      for (Strike.Kind kind : Strike.Kind.values()) all.add(Arguments.of(seam, kind));
    }
    return all.stream();
  }

  private static WatchOptions options(Seam seam, Strike strike) {
    WatchOptions.Builder options = WatchOptions.builder().maxReads(2);
    switch (seam) {
      case PLAN -> {
        PollPlan plan = PollPlan.every(Duration.ofSeconds(60));
        options.plan(
            (latest, now, budget) -> {
              strike.pass();
              return plan.nextRead(latest, now, budget);
            });
      }
      case FAILURE_POLICY ->
          options.failurePolicy(
              (failure, inARow) -> {
                strike.pass();
                return new WatchFailurePolicy.Verdict.GiveUp();
              });
      case DELIVER_ON ->
          options.deliverOn(
              task -> {
                strike.pass();
                task.run();
              });
      default -> {}
    }
    return options.build();
  }

  private static void subscribe(LoadWatch watch, Seam seam, Strike strike) {
    switch (seam) {
      case ON_SUBSCRIBE, ON_NEXT -> watch.subscribe(subscriber(seam, strike));
      case FOR_EACH -> {
        Thread thread = new Thread(() -> forEach(watch, strike), "for-each");
        thread.setDaemon(true);
        thread.start();
      }
      default -> {
        CompletableFuture<Void> unused =
            watch.listen(
                event -> {
                  if (seam == Seam.LISTENER) strike.pass();
                });
      }
    }
  }

  private static void forEach(LoadWatch watch, Strike strike) {
    try {
      watch.forEach(event -> strike.pass());
    } catch (Throwable ended) {
      // By the harm, or by the interrupt.
    }
  }

  private static Flow.Subscriber<LoadEvent> subscriber(Seam seam, Strike strike) {
    return new Flow.Subscriber<>() {
      @Override
      public void onSubscribe(Flow.Subscription subscription) {
        if (seam == Seam.ON_SUBSCRIBE) strike.pass();
        subscription.request(Long.MAX_VALUE);
      }

      @Override
      public void onNext(LoadEvent event) {
        if (seam == Seam.ON_NEXT) strike.pass();
      }

      @Override
      public void onError(Throwable thrown) {}

      @Override
      public void onComplete() {}
    };
  }

  @ParameterizedTest(name = "{1} at {0}")
  @MethodSource("cases")
  void harmInAWatchEndsNothingElse(Seam seam, Strike.Kind kind) throws Exception {
    Strike strike = new Strike(kind);
    Broker broker = server.createBroker("25.00");
    FreightClient client =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .maxConcurrentRequests(1)
            .retryPolicy(RetryPolicy.none())
            .build();
    FreightWatches watches = FreightWatches.of(client);
    try {
      String load = client.createLoad(Loads.twoStops()).loadNumber();
      if (seam == Seam.FAILURE_POLICY) {
        server
            .faults()
            .forBroker(broker.brokerId())
            .next(Operation.GET_LOAD_POSITION, Fault.status(500));
      }
      strike.arm(1);
      LoadWatch watch = watches.watch(load, options(seam, strike));
      try {
        subscribe(watch, seam, strike);
      } catch (Throwable thrownToTheSubscriber) {
        assertThat(seam).isEqualTo(Seam.ON_SUBSCRIBE);
      }
      Eventually.until(() -> strike.done() == 1, () -> "no harm was done");
      boolean unused = Thread.interrupted();

      assertThat(client.getLoadPosition(load).loadNumber()).isEqualTo(load);
      assertThat(CallStyle.join(client.async().getLoadPosition(load)).loadNumber()).isEqualTo(load);
      CompletableFuture<Void> again = watches.watch(load, WatchOptions.DEFAULT).listen(event -> {});
      watch.close();
      assertThat(again.isDone()).as("another watch has ended").isFalse();
    } finally {
      watches.close();
      CompletableFuture.runAsync(client::close).get(60, TimeUnit.SECONDS);
    }
  }
}
