package io.freightsdk.internal.guard;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Allows every call, needs no price and keeps nothing. Safe for concurrent use. */
public final class NoLimits implements SpendGuard {
  @Override
  public boolean needsPrice(@Nullable Scope scope) {
    if (scope == null) return false;
    throw new IllegalArgumentException(
        "scope "
            + scope.path()
            + ": this client has no limits and knows no scope; give it the guard that made the scope"
            + " with FreightClient.builder().spendGuard(...)");
  }

  @Override
  public CompletionStage<Decision> reserve(Purchase purchase) {
    return CompletableFuture.completedFuture(new Reservation(purchase));
  }

  @Override
  public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
    Quote quote = reservation.purchase().quote();
    return CompletableFuture.completedFuture(
        switch (outcome.kind()) {
          case NONE -> Charge.NONE;
          case UNKNOWN -> Charge.UNKNOWN;
          case CHARGED ->
              quote == null ? Charge.UNKNOWN : Charge.charged(quote.usd(), quote.readAt());
        });
  }

  @Override
  public CompletionStage<Void> flush(Duration atMost) {
    return CompletableFuture.completedFuture(null);
  }
}
