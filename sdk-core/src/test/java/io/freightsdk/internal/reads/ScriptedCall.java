package io.freightsdk.internal.reads;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.call.CallRunner.RunningCall;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.json.AnswerReader;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import okhttp3.Headers;
import okhttp3.HttpUrl;

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
  public void abandon() {
    future.cancel(false);
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

  /** A read of a load, which is not sent. */
  static CallSpec<LoadPosition> spec(String loadNumber, CallOptions options) {
    return new CallSpec<>(
        Operation.GET_LOAD_POSITION,
        loadNumber,
        null,
        null,
        null,
        options,
        HttpUrl.get("https://api.example.com"),
        key -> Headers.of(),
        null,
        AnswerReader.position(loadNumber),
        "",
        null);
  }
}
