package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.concurrent.Wait;
import io.freightsdk.internal.transport.RequestSlots;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who gets a place, and when. */
class RequestSlotsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final World world = new World();
  private final RequestSlots slots = new RequestSlots(1);
  private final List<Integer> taken = new ArrayList<>();
  private final List<CallControl> calls = new ArrayList<>();

  @AfterEach
  void close() {
    world.close();
  }

  /** A call that keeps the place that it gets. */
  private Caller<Boolean> enters(int number) {
    CallControl call = new CallControl(world.environment().timer());
    calls.add(call);
    return world.start(
        () -> {
          call.enter();
          boolean got = slots.take(MINUTE, call);
          if (got) taken.add(number);
          return got;
        });
  }

  private void givesBack() {
    slots.giveBack();
    world.settle();
  }

  @Test
  void placesAreGivenInTheOrderOfComing() {
    for (int i = 1; i <= 3; i++) enters(i);
    assertThat(taken).containsExactly(1);
    assertThat(List.of(slots.taken(), slots.waiting())).containsExactly(1, 2);

    givesBack();
    assertThat(taken).containsExactly(1, 2);
    givesBack();
    assertThat(taken).containsExactly(1, 2, 3);
    givesBack();
    assertThat(List.of(slots.taken(), slots.waiting())).containsExactly(0, 0);
    enters(4);
    assertThat(taken).containsExactly(1, 2, 3, 4);
    givesBack();
  }

  @Test
  void aCallThatIsEndedInTheQueueGetsNoPlace() {
    enters(1);
    Caller<Boolean> second = enters(2);
    enters(3);
    calls.get(1).abort("nobody waits for it");
    world.settle();
    assertThat(second).isCompletedWithValue(false);

    givesBack();
    assertThat(taken).containsExactly(1, 3);
    givesBack();
    assertThat(slots.taken()).isZero();
  }

  @Test
  void aCallThatHasWaitedTooLongGetsNoPlace() {
    enters(1);
    Caller<Boolean> second = enters(2);
    world.advance(MINUTE);
    assertThat(second).isCompletedWithValue(false);
    assertThat(slots.waiting()).isZero();
    givesBack();
    assertThat(slots.taken()).isZero();
  }

  /** It has to give it back, though its time is over in the same moment. */
  @Test
  void aPlaceThatComesAsACallIsEndedIsThatCalls() {
    enters(1);
    Caller<Boolean> second = enters(2);
    slots.giveBack();
    calls.get(1).abort("too late");
    world.settle();
    assertThat(second).isCompletedWithValue(true);
    assertThat(slots.taken()).isOne();
    givesBack();
  }

  @Test
  void aPlaceThatComesRightAfterTheLastLookAtItIsThatCallsToo() {
    enters(1);
    assertThat(slots.take(MINUTE, new GivenAPlaceTooLate())).isTrue();
    assertThat(slots.waiting()).isZero();
    givesBack();
    assertThat(slots.taken()).isZero();
  }

  /** A wait that is over, and whose place comes before the call can leave the queue. */
  private final class GivenAPlaceTooLate implements Wait {
    @Override
    public void await(Duration atMost, BooleanSupplier over) {}

    @Override
    public boolean await(Duration atMost, CompletableFuture<?> place) {
      boolean hasCome = Wait.super.await(atMost, place);
      slots.giveBack();
      return hasCome;
    }

    @Override
    public boolean isAborted() {
      return true;
    }
  }
}
