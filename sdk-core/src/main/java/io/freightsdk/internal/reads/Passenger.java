package io.freightsdk.internal.reads;

import io.freightsdk.FreightResponse;
import io.freightsdk.internal.call.CallPlan;
import io.freightsdk.model.LoadPosition;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One caller of a shared read. Whoever ends this future leaves the flight, and nobody else. */
final class Passenger extends CompletableFuture<FreightResponse<LoadPosition>> {
  final CallPlan plan;
  final Supplier<CompletableFuture<FreightResponse<LoadPosition>>> send;
  private volatile @Nullable Runnable onLeave;

  Passenger(CallPlan plan, Supplier<CompletableFuture<FreightResponse<LoadPosition>>> send) {
    this.plan = plan;
    this.send = send;
  }

  /** What leaving means from now on: another flight can take over a passenger. */
  void boarded(Runnable leave) {
    onLeave = leave;
    if (isDone()) {
      leave.run();
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    leave();
    return cancelled;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean completed = super.completeExceptionally(failure);
    leave();
    return completed;
  }

  private void leave() {
    Runnable leave = onLeave;
    if (leave != null) {
      leave.run();
    }
  }
}
