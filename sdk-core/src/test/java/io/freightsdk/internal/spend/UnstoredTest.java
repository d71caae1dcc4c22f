package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.spend.Unstored.Work;
import io.freightsdk.testing.Environments;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** What a store did not take, and when it is asked again. */
@ExpectedWarnings({
  "SEVERE io.freightsdk.internal.spend.SpendBooks: PO-3: could not be booked; it is kept",
  "WARNING io.freightsdk.internal.spend.SpendBooks: money of a call that was not sent"
})
class UnstoredTest {
  private static final String BOOKS = "io.freightsdk.internal.spend.SpendBooks: ";

  private final List<Duration> pauses = new ArrayList<>();
  private Runnable look = () -> {};
  private boolean due;
  private final Unstored unstored =
      unstored(
          (pause, task) -> {
            pauses.add(pause);
            look = task;
            due = true;
            return () -> due = false;
          });
  private boolean takes;
  private int stored;

  private static Unstored unstored(BiFunction<Duration, Runnable, Cancellable> later) {
    Timer timer =
        new Timer() {
          @Override
          public Cancellable after(Duration delay, Runnable task) {
            return later.apply(delay, task);
          }

          @Override
          public void close() {}
        };
    return new Unstored(
        Environments.of(Clock.systemUTC(), System::nanoTime, timer), Environments.THREADS);
  }

  private Work work(String... names) {
    return new Work(
        List.of(names),
        "it is lost",
        () -> {
          if (!takes) throw new IllegalStateException("no room");
          stored++;
        });
  }

  @Test
  @ExpectedWarnings("SEVERE " + BOOKS + "PO-1: could not be booked; it is kept and stored again")
  void itIsStoredAgainAfterPausesThatDoubleFrom250MillisecondsTo30Seconds() {
    unstored.keep(work("PO-1"), new IllegalStateException("no room"));
    for (int i = 0; i < 9; i++) look.run();
    assertThat(pauses)
        .extracting(Duration::toMillis)
        .containsExactly(
            250L, 500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L, 30_000L);

    takes = true;
    look.run();
    assertThat(stored).isOne();
    takes = false;
    unstored.keep(work("PO-1"), new IllegalStateException("no room"));
    assertThat(pauses).last().isEqualTo(Duration.ofMillis(250));
  }

  @Test
  @ExpectedWarnings(
      "WARNING " + BOOKS + "money of a call that was not sent could not be given back; it is kept")
  void tenThousandAreKept() {
    for (int i = 0; i < 10_002; i++) unstored.keep(work(), new IllegalStateException("no room"));
    takes = true;
    look.run();
    assertThat(stored).isEqualTo(10_000);
  }

  @Test
  @ExpectedWarnings({
    "SEVERE " + BOOKS + "PO-3: is not booked at close; it is lost",
    "SEVERE " + BOOKS + "PO-4: could not be booked; it is given up: it is lost"
  })
  void whatIsLeftAtCloseIsNamedAsAnError() {
    unstored.keep(work("PO-3"), new IllegalStateException("no room"));
    unstored.close(Duration.ZERO, false);
    unstored.keep(work("PO-4"), new IllegalStateException("no room"));
    takes = true;
    look.run();
    assertThat(stored).isZero();
  }

  /** It would keep the thread of the timer for as long as the pause. */
  @Test
  @ExpectedWarnings("SEVERE " + BOOKS + "PO-3: is not booked at close; it is lost")
  void noLookIsDueAfterTheClose() {
    unstored.keep(work("PO-3"), new IllegalStateException("no room"));
    assertThat(due).isTrue();
    unstored.close(Duration.ZERO, false);
    assertThat(due).isFalse();
  }

  @Test
  @ExpectedWarnings("WARNING " + BOOKS + "no timer to store again what waits")
  void withoutATimerTheNextThatIsKeptTriesAgain() {
    Unstored noTimer =
        unstored(
            (pause, task) -> {
              throw new IllegalStateException("no thread");
            });
    noTimer.keep(work(), new IllegalStateException("no room"));
    takes = true;
    noTimer.close(Duration.ofSeconds(10), false);
    assertThat(stored).isOne();
  }
}
