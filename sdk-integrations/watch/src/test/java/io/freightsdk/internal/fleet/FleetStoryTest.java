package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.FirstSeen;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.LoadEvent.StopReached;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class FleetStoryTest {
  private static final String LOAD = "LD-2026-0001";
  private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");

  private final FleetLoad load =
      new FleetLoad(LOAD, 1, KnownPosition.created(LOAD, null, START), START);

  /** Its loop is asked for nothing here. */
  private final FleetStory story =
      new FleetStory(
          FleetOptions.builder().budgetPerDay("1.00").build(),
          null,
          (taken, upTo) -> {},
          () -> true,
          new FleetRefusals((pause, task) -> {}, () -> {}));

  private final PositionReading first = reading(10, false);
  private final PositionReading second = reading(40, true);

  /** Who subscribes sees the latest reading, and the next read is told before that is noted. */
  @Test
  void aReadDuringTheSubscriptionLosesNoEvent() {
    story.missed(load, first, second);
    story.begin(load, first);

    assertThat(told())
        .hasAtLeastOneElementOfType(FirstSeen.class)
        .hasAtLeastOneElementOfType(StopReached.class);
  }

  @Test
  void whoMissesTwoReadsIsToldWhatEitherOfThemShowed() {
    story.missed(load, null, first);
    told();
    story.missed(load, first, second);
    story.missed(load, second, reading(60, true));

    assertThat(told()).hasAtLeastOneElementOfType(StopReached.class);
  }

  @Test
  void theFailureThatEndsALoadIsItsLastEvent() {
    story.missed(load, null, second);
    story.missed(
        new ReadFailed(
            LOAD,
            FreightException.thrownBy(
                "a test",
                FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.NONE, null),
                new IllegalStateException("a test")),
            Instant.MAX));

    assertThat(told())
        .hasAtLeastOneElementOfType(FirstSeen.class)
        .last()
        .isInstanceOf(ReadFailed.class);
  }

  private Queue<LoadEvent> told() {
    Queue<LoadEvent> all = new ArrayDeque<>();
    Queue<LoadEvent> pending = new ArrayDeque<>();
    do {
      pending.clear();
      story.catchUp(pending, null);
      all.addAll(pending);
      story.taken();
    } while (!pending.isEmpty());
    return all;
  }

  private static PositionReading reading(int minute, boolean reached) {
    LoadStatus status = reached ? LoadStatus.AT_PICKUP : LoadStatus.PLANNED;
    return new PositionReading(
        LoadPositions.load(LOAD, status, START, reached, false, false),
        START.plus(Duration.ofMinutes(minute)));
  }
}
