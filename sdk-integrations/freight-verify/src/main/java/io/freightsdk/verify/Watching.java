package io.freightsdk.verify;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A guard that remembers the longest time that a call had. */
record Watching(SpendGuard guard, AtomicReference<Duration> longest) implements SpendGuard {
  @Override
  public boolean needsPrice(@Nullable Scope scope) {
    return guard.needsPrice(scope);
  }

  @Override
  public CompletionStage<Decision> reserve(Purchase purchase) {
    longest.accumulateAndGet(purchase.atMost(), (a, b) -> a.compareTo(b) > 0 ? a : b);
    return guard.reserve(purchase);
  }

  @Override
  public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
    return guard.complete(reservation, outcome);
  }

  @Override
  public CompletionStage<Void> flush(Duration atMost) {
    return guard.flush(atMost);
  }
}
