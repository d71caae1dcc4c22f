package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.watch.Timer.Cancellable;
import io.freightsdk.testing.LogLines;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class AlarmClockTest {
  private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");

  private final VirtualTime time = new VirtualTime(START);
  private final List<String> rung = new ArrayList<>();
  private final List<Runnable> handedOff = new ArrayList<>();

  @Test
  void alarmsRingInTheirOrderOnTheThreadsOfTheClientOnly() {
    AlarmClock alarm = new AlarmClock(time, time, handedOff::add);
    alarm.at(START.plusSeconds(60), () -> rung.add("second"));
    alarm.at(START.plusSeconds(30), () -> rung.add("first"));
    time.advance(Duration.ofMinutes(2));
    assertThat(rung).isEmpty();
    handedOff.forEach(Runnable::run);

    assertThat(rung).containsExactly("first", "second");
    assertThat(time.waiting()).isZero();
  }

  @Test
  void aCancelledAlarmNeitherRingsNorKeepsTheTimerWaiting() {
    AlarmClock alarm = new AlarmClock(time, time, Runnable::run);
    Cancellable cancelled = alarm.at(START.plusSeconds(30), () -> rung.add("cancelled"));
    cancelled.cancel();
    assertThat(time.waiting()).isZero();
    alarm.at(START.plusSeconds(40), () -> rung.add("kept"));
    time.advance(Duration.ofMinutes(1));

    assertThat(rung).containsExactly("kept");
  }

  /** As is the one of a machine that was an hour ahead. */
  @Test
  void anAlarmWaitsNoLongerWhenTheClockIsSetBack() {
    Duration[] ahead = {Duration.ofHours(1)};
    Clock corrected =
        new Flawed(time) {
          @Override
          public Instant instant() {
            return super.instant().plus(ahead[0]);
          }
        };
    AlarmClock alarm = new AlarmClock(corrected, time, Runnable::run);
    alarm.at(alarm.now().plusSeconds(30), () -> rung.add("first"));
    alarm.at(alarm.now().plusSeconds(40), () -> rung.add("second"));
    time.advance(Duration.ofSeconds(10));
    ahead[0] = Duration.ZERO;
    alarm.at(alarm.now().plusSeconds(50), () -> rung.add("set later"));
    time.advance(Duration.ofSeconds(49));
    assertThat(rung).containsExactly("first", "second");
    time.advance(Duration.ofSeconds(1));

    assertThat(rung).containsExactly("first", "second", "set later");
  }

  @Test
  void aClockThatThrowsOnceSilencesNoWatch() {
    Flawed clock = new Flawed(time);
    AlarmClock alarm = new AlarmClock(clock, time, Runnable::run);
    alarm.at(START.plusSeconds(30), () -> rung.add("woken"));
    clock.throwsNext = true;
    time.advance(Duration.ofMinutes(1));

    assertThat(rung).containsExactly("woken");
  }

  @Test
  void anAlarmThatIsSetWhileTheClientClosesIsSilent() {
    Timer ended =
        new Timer() {
          @Override
          public Cancellable after(Duration delay, Runnable task) {
            throw new RejectedExecutionException("the watches are closed");
          }

          @Override
          public long nanoTime() {
            return time.nanoTime();
          }
        };
    AlarmClock alarm = new AlarmClock(time, ended, Runnable::run);
    try (LogLines log = new LogLines()) {
      alarm.at(START.plusSeconds(30), () -> rung.add("never")).cancel();

      assertThat(log.warnings()).isEmpty();
    }
  }

  private static class Flawed extends Clock {
    private final Clock sound;
    boolean throwsNext;

    Flawed(Clock sound) {
      this.sound = sound;
    }

    @Override
    public Instant instant() {
      if (throwsNext) {
        throwsNext = false;
        throw new AssertionError("the clock");
      }
      return sound.instant();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
