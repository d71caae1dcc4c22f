package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.error.ApiAnswer;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.TopUpHandler.Decision;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.VirtualWorld;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When a handler, which may pay by card, is asked. */
class TopUpsTest {
  private final VirtualWorld world = new VirtualWorld().holdTime();
  private final AtomicInteger asked = new AtomicInteger();
  private final TopUps topUps =
      new TopUps(
          TopUpPolicy.handler(
              need -> {
                asked.incrementAndGet();
                return Decision.SEND_AGAIN;
              },
              Duration.ofMinutes(1)),
          CompletableFuture::new,
          world,
          world.environment().random(),
          world.environment().nanoTime(),
          Runnable::run);

  @Test
  void theHandlerIsNotAskedForACallThatHasLeft() {
    TopUps.Place place = topUps.place();
    assertThat(place.await(refusal())).isCompletedWithValue(true);
    place.await(refusal()).cancel(false); // It is refused again, and cancelled in the pause.
    place.release();
    world.advance(Duration.ofSeconds(30));

    assertThat(asked).hasValue(1);
    assertThat(topUps.place().await(refusal())).isCompletedWithValue(true);
    assertThat(asked).hasValue(2);
  }

  private static InsufficientFundsException refusal() {
    return new InsufficientFundsException(
        FailureFacts.builder(Operation.CREATE_LOAD).build(),
        new ApiAnswer(402, "no", "INSUFFICIENT_FUNDS", Map.of()),
        BigDecimal.ZERO,
        new BigDecimal("0.65"),
        null);
  }
}
