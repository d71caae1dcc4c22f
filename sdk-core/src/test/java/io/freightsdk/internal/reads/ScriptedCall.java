package io.freightsdk.internal.reads;

import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.call.RunningCall;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A call on the wire that ends when a test says so; its first attempt is out. */
record ScriptedCall(CompletableFuture<FreightResponse<LoadPosition>> future)
    implements RunningCall<FreightResponse<LoadPosition>> {
  ScriptedCall() {
    this(new CompletableFuture<>());
  }

  @Override
  public int attempts() {
    return 1;
  }

  @Override
  public void expire(Duration deadline) {
    FailureFacts facts =
        FailureFacts.builder(Operation.GET_LOAD_POSITION)
            .charge(Charge.UNKNOWN)
            .nextStep(NextStep.NONE)
            .attempts(1)
            .build();
    future.completeExceptionally(
        new FreightTimeoutException(facts, "deadline", deadline, false, null));
  }
}
