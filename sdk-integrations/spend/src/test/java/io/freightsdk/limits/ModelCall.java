package io.freightsdk.limits;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Purchase;
import org.jspecify.annotations.Nullable;

/** A call of a program of {@link LedgerModel}, with the facts that its caller knows. */
final class ModelCall {
  final Purchase request;
  final long startedAt;
  boolean isSent;
  boolean mayBeLost;
  boolean hasResponse;

  /** The load of its response. */
  @Nullable String load;

  Charge.@Nullable Kind reported;

  /** Until when the service may still debit a request of this call. */
  long mayDebitUntil;

  /** When its machine, which was suspended past the deadline, sent it. */
  long sentLateAt;

  /**
   * Whether an operator has settled its entry. The settlement stays correct only if the response is
   * not lost.
   */
  boolean isSettled;

  ModelCall(Purchase request, long startedAt) {
    this.request = request;
    this.startedAt = startedAt;
  }

  String scope() {
    return request.scope().path();
  }

  /** The price in billionths of a USD. */
  long price() {
    return LedgerModel.nano(request.quote().usd());
  }

  long deadline() {
    return startedAt + request.remainingTime().toNanos() / 1000;
  }

  /** The identity of a charge: the account and key, or the request if it has no key. */
  String chargeKey() {
    return request.idempotencyKey() == null
        ? request.id()
        : request.accountId() + " " + request.idempotencyKey();
  }
}
