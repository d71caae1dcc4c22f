package io.freightsdk.server.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private final AtomicLong nanos = new AtomicLong();
  private final List<String> ran = new ArrayList<>();

  @Test
  void runsAtMachineSpeedByDefault() {
    VirtualClock clock = clock(1);
    passSeconds(90);
    assertThat(clock.now()).isEqualTo(START.plusSeconds(90));
  }

  @Test
  void runsAtItsScaleOrStandsStill() {
    VirtualClock fast = clock(60);
    VirtualClock frozen = clock(0);
    passSeconds(10);
    assertThat(fast.now()).isEqualTo(START.plusSeconds(600));
    assertThat(frozen.now()).isEqualTo(START);
  }

  @Test
  void advanceRunsWhatFallsDueInOrderEachAtItsOwnTime() {
    VirtualClock clock = clock(0);
    clock.schedule(START.plusSeconds(30), due -> ran.add("b " + clock.now()));
    clock.schedule(START.plusSeconds(10), due -> ran.add("a " + clock.now()));
    clock.schedule(START.plusSeconds(30), due -> ran.add("c " + clock.now()));
    clock.schedule(START.plusSeconds(61), due -> ran.add("d"));
    clock.advance(Duration.ofSeconds(60));
    assertThat(ran)
        .containsExactly(
            "a " + START.plusSeconds(10),
            "b " + START.plusSeconds(30),
            "c " + START.plusSeconds(30));
    assertThat(clock.now()).isEqualTo(START.plusSeconds(60));
  }

  @Test
  void taskMayScheduleAnotherDueTask() {
    VirtualClock clock = clock(0);
    clock.schedule(
        START.plusSeconds(10), due -> clock.schedule(due.plusSeconds(10), next -> ran.add("next")));
    clock.advance(Duration.ofSeconds(20));
    assertThat(ran).containsExactly("next");
  }

  @Test
  void runDueTasksRunsAllDueTasks() {
    VirtualClock clock = clock(1);
    clock.schedule(START.plusSeconds(10), due -> ran.add(due.toString()));
    clock.runDueTasks();
    assertThat(ran).isEmpty();
    passSeconds(11);
    clock.runDueTasks();
    clock.runDueTasks();
    assertThat(ran).containsExactly(START.plusSeconds(10).toString());
  }

  @Test
  void goesBackwardsWithoutRunningAnything() {
    VirtualClock clock = clock(0);
    clock.schedule(START.plusSeconds(10), due -> ran.add("once"));
    clock.set(START.minusSeconds(86_400));
    assertThat(clock.now()).isEqualTo(START.minusSeconds(86_400));
    clock.set(START.plusSeconds(20));
    assertThat(ran).containsExactly("once");
  }

  @Test
  void restartDropsScheduledTasks() {
    VirtualClock clock = clock(0);
    clock.schedule(START.plusSeconds(10), due -> ran.add("of another life"));
    clock.restart(START, 0);
    clock.schedule(START.plusSeconds(20), due -> ran.add("of this one"));
    clock.advance(Duration.ofSeconds(30));
    assertThat(ran).containsExactly("of this one");
  }

  @Test
  void refusesToAdvanceBackwardsOrOutOfTime() {
    VirtualClock clock = clock(0);
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1))).hasMessageContaining("set");
    assertThatThrownBy(() -> clock.set(Instant.MAX)).hasMessageContaining("outside");
    assertThatThrownBy(() -> clock.advance(Duration.ofDays(9_000_000)))
        .hasMessageContaining("outside");
    assertThat(clock.now()).isEqualTo(START);
  }

  @Test
  void behavesAsAJavaClock() {
    VirtualClock clock = clock(0);
    assertThat(clock.asClock().instant()).isEqualTo(START);
    clock.advance(Duration.ofMinutes(1));
    assertThat(clock.asClock().millis()).isEqualTo(START.plusSeconds(60).toEpochMilli());
  }

  private VirtualClock clock(double scale) {
    return new VirtualClock(START, scale, nanos::get);
  }

  private void passSeconds(long seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  @Test
  void fastestClockRunsForDays() {
    Instant start = Instant.parse("2026-11-20T12:00:00Z");
    VirtualClock.Timeline fast = new VirtualClock.Timeline(start, 0, 1_000_000);
    Duration day = Duration.ofDays(1);
    assertThat(fast.at(day.toNanos())).isEqualTo(start.plus(day.multipliedBy(1_000_000)));
    assertThat(fast.at(day.multipliedBy(2).toNanos())).isAfter(fast.at(day.toNanos()));
  }
}
