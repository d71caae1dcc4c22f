package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.concurrent.Wait;
import io.freightsdk.internal.transport.RequestSlots;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The moment that no call can be led to; {@code QueueForTheWireTest} has the others. */
class RequestSlotsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final RequestSlots slots = new RequestSlots(1);

  /** It has to give it back, or a client loses one place after another. */
  @Test
  void aPlaceThatComesRightAfterTheLastLookAtItIsThatCalls() {
    assertThat(slots.take(MINUTE, new GivenAPlaceTooLate())).isTrue();
    assertThat(slots.take(MINUTE, new GivenAPlaceTooLate())).isTrue();
    assertThat(slots.waiting()).isZero();
    slots.giveBack();
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
