package io.freightsdk.internal.reads;

import io.freightsdk.FreightResponse;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.reads.PaidRead.Arrival;
import io.freightsdk.model.LoadPosition;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/** The position for one of several callers. Cancelling it has no effect on the others. */
public final class SharedRead extends LinkedFuture<Arrival, FreightResponse<LoadPosition>> {
  private final IntSupplier attempts;

  SharedRead(
      CompletableFuture<Arrival> source,
      Function<Arrival, FreightResponse<LoadPosition>> form,
      UnaryOperator<Throwable> failureForm,
      IntSupplier attempts) {
    super(source, form, failureForm);
    this.attempts = attempts;
  }

  /** A position that was there already. */
  static SharedRead of(FreightResponse<LoadPosition> known) {
    return new SharedRead(
        CompletableFuture.completedFuture(null), none -> known, failure -> failure, () -> 0);
  }

  /** Wire attempts of this caller's own call; 0 while, or if, another caller's is shared. */
  public int attempts() {
    return attempts.getAsInt();
  }
}
