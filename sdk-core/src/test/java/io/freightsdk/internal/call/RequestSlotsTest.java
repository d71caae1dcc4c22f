package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.concurrent.AbortableWait;
import io.freightsdk.internal.transport.RequestSlots;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A race that no call can be forced into; {@code RequestQueueTest} has the other cases. */
class RequestSlotsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final RequestSlots slots = new RequestSlots(1);

  /** The call has to release the slot, or a client loses one slot after another. */
  @Test
  void callKeepsASlotThatIsReleasedJustAfterItsTimeout() {
    assertThat(slots.acquire(MINUTE, new ReleaseAfterTimeout())).isTrue();
    assertThat(slots.acquire(MINUTE, new ReleaseAfterTimeout())).isTrue();
    assertThat(slots.waiting()).isZero();
    slots.release();
    assertThat(slots.inUse()).isZero();
  }

  /** A wait that has timed out, and whose slot is released before the call leaves the queue. */
  private final class ReleaseAfterTimeout implements AbortableWait {
    @Override
    public void await(Duration atMost, BooleanSupplier over) {}

    @Override
    public boolean await(Duration atMost, CompletableFuture<?> place) {
      boolean hasCome = AbortableWait.super.await(atMost, place);
      slots.release();
      return hasCome;
    }

    @Override
    public boolean isAborted() {
      return true;
    }
  }
}
