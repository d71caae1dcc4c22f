package io.freightsdk.examples.crash;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.spend.LedgerGuard;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A guard that looks whether there is room, and books what was paid only afterwards. */
final class PlantedFault implements SpendGuard {
  private final LedgerGuard guard;

  PlantedFault(LedgerGuard guard) {
    this.guard = guard;
  }

  @Override
  public boolean needsPrice(@Nullable Scope scope) {
    return guard.needsPrice(scope);
  }

  @Override
  public CompletionStage<Decision> reserve(Purchase purchase) {
    return guard
        .reserve(renamed(purchase))
        .thenCompose(
            decision ->
                decision instanceof Reservation room
                    ? guard
                        .complete(room, Outcome.NONE)
                        .thenApply(nothing -> new Reservation(purchase, room.earlier()))
                    : CompletableFuture.completedFuture(decision));
  }

  @Override
  public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
    return guard
        .reportOnly()
        .reserve(reservation.purchase())
        .thenCompose(
            decision ->
                decision instanceof Reservation late
                    ? guard.complete(late, outcome)
                    : CompletableFuture.completedFuture(Charge.UNKNOWN));
  }

  @Override
  public CompletionStage<Void> flush(Duration atMost) {
    return guard.flush(atMost);
  }

  private static Purchase renamed(Purchase purchase) {
    return new Purchase(
        UUID.randomUUID().toString(),
        purchase.account(),
        purchase.callId(),
        purchase.attempt(),
        purchase.operation(),
        purchase.idempotencyKey(),
        purchase.digest(),
        purchase.customerRef(),
        purchase.loadNumber(),
        purchase.scope(),
        purchase.quote(),
        purchase.atMost());
  }
}
