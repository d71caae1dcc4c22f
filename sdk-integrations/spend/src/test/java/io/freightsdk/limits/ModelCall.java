package io.freightsdk.limits;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Purchase;
import org.jspecify.annotations.Nullable;

/** A call of a program of {@link LedgerModel}, and what its caller knows. */
final class ModelCall {
  final Purchase request;
  final long madeAt;
  boolean isSent;
  boolean mayBeLost;
  boolean isAnswered;

  /** That its answer names. */
  @Nullable String load;

  Charge.@Nullable Kind told;

  /** Until when the service may still take money for a request of it. */
  long onItsWayUntil;

  /** When its machine, which had slept past its deadline, sent it. */
  long wokeAt;

  /** Whether a person has settled its entry, who stays right only if its answer is not lost. */
  boolean isSettled;

  ModelCall(Purchase request, long madeAt) {
    this.request = request;
    this.madeAt = madeAt;
  }

  String scope() {
    return request.scope().path();
  }

  /** In billionths of a USD. */
  long price() {
    return LedgerModel.nano(request.quote().usd());
  }

  long deadline() {
    return madeAt + request.remainingTime().toNanos() / 1000;
  }

  /** What is paid at most once. */
  String thing() {
    return request.idempotencyKey() == null
        ? request.id()
        : request.accountId() + " " + request.idempotencyKey();
  }
}
