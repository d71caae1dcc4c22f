package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Its executor runs what is due when the test says so, and moves the server's clock to it. */
class LoadTrackerIT {
  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder().frozenClock().start();
  private final Broker broker = server.createBroker("25.00");
  private final FreightClient client =
      FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build();
  private final ByHand executor = new ByHand();
  private final List<LoadEvent> events = new ArrayList<>();
  private boolean refuses;
  private Consumer<LoadEvent> inCall = event -> {};
  private final LoadTracker tracker =
      LoadTracker.builder(client, executor, this::take).clock(server.clock().asClock()).build();

  private final class ByHand extends ScheduledThreadPoolExecutor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Queue<Duration> waits = new ArrayDeque<>();

    ByHand() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long wait, TimeUnit unit) {
      tasks.add(task);
      waits.add(Duration.of(wait, unit.toChronoUnit()));
      return null;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long wait, TimeUnit unit) {
      throw new UnsupportedOperationException();
    }

    /** Runs the next; how long it waited. */
    Duration runNext() {
      Duration wait = waits.remove();
      server.clock().advance(wait);
      tasks.remove().run();
      return wait;
    }
  }

  private void take(LoadEvent event) {
    if (refuses) throw new IllegalStateException("the listener refuses");
    inCall.accept(event);
    events.add(event);
  }

  @AfterEach
  void close() {
    tracker.close();
    executor.shutdownNow();
    client.close();
    server.close();
  }

  @Test
  void aLoadIsFollowedToItsEnd() {
    String load = client.createLoad(SampleOrders.cincinnatiToSevierville()).loadNumber();
    assertThat(tracker.add(load)).isTrue();
    assertThat(tracker.add(load)).isFalse();
    assertThat(tracker.loads()).containsExactly(load);
    assertThat(executor.runNext()).isZero();
    executor.runNext();
    assertThat(events).hasSize(1).hasOnlyElementsOfType(LoadEvent.FirstSeen.class);
    server.driver(load).driveUntil(LoadStatus.DELIVERED);
    assertThat(executor.runNext()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
    executor.runNext();
    assertThat(events).hasAtLeastOneElementOfType(LoadEvent.Delivered.class);
    assertThat(executor.tasks).isEmpty();
    assertThat(tracker.loads()).isEmpty();
    assertThat(broker.debits()).hasSize(3);
  }

  @Test
  void aListenerThatThrowsIsCalledAgainAndNothingIsRead() {
    String load = client.createLoad(SampleOrders.cincinnatiToSevierville()).loadNumber();
    tracker.add(load);
    executor.runNext();
    refuses = true;
    executor.runNext();
    assertThat(executor.runNext()).hasSeconds(5);
    assertThat(executor.runNext()).hasSeconds(10);
    refuses = false;
    assertThat(executor.runNext()).hasSeconds(20);
    assertThat(events).hasSize(1);
    assertThat(broker.debits()).hasSize(2);
  }

  @Test
  void aLoadThatIsRemovedIsNotRead() {
    tracker.add("LD-1");
    assertThat(tracker.remove("LD-1")).isTrue();
    assertThat(tracker.remove("LD-1")).isFalse();
    executor.runNext();
    assertThat(executor.tasks).isEmpty();
    assertThat(broker.requests()).isEmpty();
  }

  @Test
  void aLoadThatDoesNotExistIsGivenUp() {
    tracker.add("LD-1");
    executor.runNext();
    executor.runNext();
    assertThat(events).hasSize(1).hasOnlyElementsOfType(LoadEvent.GivenUp.class);
    assertThat(tracker.loads()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"drv_50f4c2aa00112233445566ff", "+13125550142"})
  void aSecretThatWasAddedAsALoadNumberIsInNoLine(String secret) {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Handler handler = new ClosedTrackerIT.WarningsInto(warnings);
    Logger logger = Logger.getLogger("io.freightsdk.jobs");
    logger.addHandler(handler);
    try {
      tracker.add(secret);
      executor.runNext();
      executor.runNext();
      assertThat(events).singleElement().returns(secret, LoadEvent::loadNumber);
      client.close();
      tracker.add(secret);
      executor.runNext();
      assertThat(warnings)
          .hasSize(2)
          .anyMatch(line -> line.contains("given up"))
          .anyMatch(line -> line.contains("no longer followed"));
      assertThat(warnings + events.toString()).contains("***").doesNotContain("0142", "drv_");
    } finally {
      logger.removeHandler(handler);
    }
  }

  @Test
  void aListenerThatThrowsAtTheEndOfALoadIsCalledAgainAfterThePauses() {
    tracker.add("LD-1");
    executor.runNext();
    refuses = true;
    executor.runNext();
    assertThat(executor.runNext()).as("the read had failed, too").hasSeconds(10);
    assertThat(executor.runNext()).hasSeconds(20);
    refuses = false;
    assertThat(executor.runNext()).hasSeconds(40);
    assertThat(events).hasSize(1).hasOnlyElementsOfType(LoadEvent.GivenUp.class);
    assertThat(tracker.loads()).isEmpty();
  }

  @Test
  void aLoadThatIsGivenUpMayBeAddedAgainByTheListener() {
    inCall = event -> assertThat(tracker.add(event.loadNumber())).isTrue();
    tracker.add("LD-1");
    executor.runNext();
    assertThat(tracker.add("LD-1")).as("nobody was called yet").isFalse();
    executor.runNext();
    assertThat(events).hasSize(1).hasOnlyElementsOfType(LoadEvent.GivenUp.class);
    assertThat(tracker.loads()).containsExactly("LD-1");
    inCall = event -> {};
    executor.runNext();
    executor.runNext();
    assertThat(events).hasSize(2);
    assertThat(tracker.loads()).isEmpty();
    assertThat(executor.tasks).isEmpty();
  }

  @Test
  void aLoadThatIsAddedAgainWhileTheListenerRunsWaitsForItsEnd() {
    String load = client.createLoad(SampleOrders.cincinnatiToSevierville()).loadNumber();
    inCall =
        event -> {
          inCall = other -> {};
          assertThat(tracker.remove(load)).isTrue();
          assertThat(tracker.add(load)).isTrue();
          executor.runNext();
          assertThat(executor.tasks).isEmpty();
          assertThat(broker.debits()).hasSize(2);
        };
    tracker.add(load);
    executor.runNext();
    executor.runNext();
    assertThat(events).hasSize(1);
    assertThat(executor.runNext()).isZero();
    executor.runNext();
    assertThat(events).hasSize(2);
    assertThat(broker.debits()).hasSize(3);
  }

  @Test
  void loadsOfOneBudgetStandInLine() {
    LoadTracker line =
        LoadTracker.builder(client, executor, this::take)
            .clock(server.clock().asClock())
            .budgetPerDay("0.48") // A place each hour.
            .build();
    for (int order = 1; order <= 3; order++) {
      line.add(client.createLoad(SampleOrders.cincinnatiToSevierville()).loadNumber());
    }
    for (int load = 1; load <= 3; load++) {
      executor.runNext();
    }
    assertThat(executor.waits)
        .containsExactly(Duration.ZERO, Duration.ofHours(1), Duration.ofHours(2));
    line.close();
  }
}
