package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.reads.FleetCursors;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.StatusChanged;
import io.freightsdk.watch.LoadEvent.StopLeft;
import io.freightsdk.watch.LoadEvent.StopReached;
import io.freightsdk.watch.WatchOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a fleet asks of the place where its cursors are kept, whoever wrote it. */
abstract class FleetCursorsContract {
  /** What is logged of processes that die, here by the hundred, with a stack each. */
  private static final Logger LOG = Logger.getLogger("io.freightsdk.watch");

  @BeforeAll
  static void logNothing() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void logAgain() {
    LOG.setLevel(null);
  }

  private final ScriptedFleet service = new ScriptedFleet();

  /** Opens the same place, as a process does when it starts; empty at first. */
  abstract FleetCursors open();

  /** A place of which nothing is kept yet. */
  abstract void empty();

  @Test
  void nothingIsKnownOfALoadThatNobodyTook() {
    assertThat(open().cursor("LD-2026-0001")).isNull();
  }

  @Test
  void theLastReadingComesBackInTheNextProcess() {
    String one = service.book(1, Duration.ZERO);
    String other = service.book(2, Duration.ZERO);
    FleetCursors cursors = open();
    cursors.taken(readAfter(one, 10));
    PositionReading last = readAfter(one, 35);
    cursors.taken(last);

    PositionReading kept = open().cursor(one);
    PositionReading later = readAfter(one, 70);

    assertThat(kept.readAt()).isEqualTo(last.readAt());
    assertThat(LoadEvent.between(kept, later))
        .as("no event is lost or told again by what was kept")
        .isNotEmpty()
        .isEqualTo(LoadEvent.between(last, later));
    assertThat(open().cursor(other)).isNull();
  }

  @Test
  void manyThreadsKeepTheCursorsOfTheirLoads() throws Exception {
    FleetCursors cursors = open();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int load = 1; load <= 8; load++) {
        String number = service.book(load, Duration.ZERO);
        List<PositionReading> readings = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          readings.add(readAfter(number, 1));
        }
        all.add(threads.submit(() -> readings.forEach(cursors::taken)));
      }
      Instant last = service.time.instant();
      for (Future<?> each : all) {
        each.get(60, TimeUnit.SECONDS);
      }
      assertThat(open().cursor("LD-2026-0008").readAt()).isEqualTo(last);
      assertThat(open().cursor("LD-2026-0001").readAt())
          .isEqualTo(last.minus(Duration.ofMinutes(140)));
    } finally {
      threads.shutdownNow();
    }
  }

  /** Wherever the process ends, what was not taken is told by the next one. */
  @Test
  void everyEventIsToldThoughTheProcessDiesWhileItIsHandled() {
    Set<String> all = storyOf(Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertThat(all).hasSizeGreaterThan(20);
    for (int dies = 0; dies < all.size(); dies++) {
      assertThat(storyOf(dies, Integer.MAX_VALUE)).as("died after %d events", dies).isEqualTo(all);
    }
  }

  /** The event was handled, and its cursor could not be kept any more. */
  @Test
  void everyEventIsToldThoughNoCursorIsKeptFromSomeMomentOn() {
    Set<String> all = storyOf(Integer.MAX_VALUE, Integer.MAX_VALUE);
    for (int kept = 0; kept < 12; kept++) {
      assertThat(storyOf(Integer.MAX_VALUE, kept)).as("kept %d cursors", kept).isEqualTo(all);
    }
  }

  private PositionReading readAfter(String load, int minutes) {
    service.time.advance(Duration.ofMinutes(minutes));
    return new PositionReading(service.position(load), service.time.instant());
  }

  /**
   * Lasting facts that a process told, which handles so many events and keeps so many cursors until
   * it ends, and the process after it.
   */
  private Set<String> storyOf(int handles, int keeps) {
    empty();
    ScriptedFleet world = new ScriptedFleet();
    Set<String> told = new HashSet<>();
    List<String> loads = new ArrayList<>();
    FleetWatch first = world.fleet(options(new DyingCursors(open(), keeps)));
    first.subscribe(new DyingSubscriber(told, handles));
    for (int i = 1; i <= 4; i++) {
      loads.add(world.book(i, Duration.ofMinutes(11L * i)));
    }
    loads.forEach(first::add);
    world.time.advance(Duration.ofHours(12));
    first.close();

    FleetWatch second = world.fleet(options(open()));
    second.subscribe(new DyingSubscriber(told, Integer.MAX_VALUE));
    loads.forEach(second::add);
    world.time.advance(Duration.ofHours(12));
    return told;
  }

  private static FleetOptions options(FleetCursors cursors) {
    return FleetOptions.builder()
        .budget("10.00", Duration.ofDays(1))
        .cursors(cursors)
        .watch(WatchOptions.builder().deliverOn(Runnable::run).build())
        .build();
  }

  /** An event without what depends on when it was read. */
  static String fact(LoadEvent event) {
    String what = event.getClass().getSimpleName() + " of " + event.loadNumber();
    if (event instanceof StatusChanged change) {
      return what + " to " + change.to();
    }
    if (event instanceof StopReached reached) {
      return what + " " + reached.stop().sequence();
    }
    return event instanceof StopLeft left ? what + " " + left.stop().sequence() : what;
  }

  /** Keeps so many cursors, and no further one. */
  private static final class DyingCursors implements FleetCursors {
    private final FleetCursors real;
    private int left;

    DyingCursors(FleetCursors real, int keeps) {
      this.real = real;
      this.left = keeps;
    }

    @Override
    public PositionReading cursor(String loadNumber) {
      return real.cursor(loadNumber);
    }

    @Override
    public void taken(PositionReading reading) {
      if (left-- <= 0) {
        throw new IllegalStateException("the process has died");
      }
      real.taken(reading);
    }
  }

  /** Takes so many events, then never says that it took the last one. */
  private static final class DyingSubscriber implements Flow.Subscriber<LoadEvent> {
    private final Set<String> told;
    private int left;

    DyingSubscriber(Set<String> told, int takes) {
      this.told = told;
      this.left = takes;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(LoadEvent event) {
      if (left-- <= 0) {
        throw new IllegalStateException("the process has died");
      }
      told.add(fact(event));
    }

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }
}
