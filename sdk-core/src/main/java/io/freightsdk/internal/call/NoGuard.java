package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.InvalidOptionException;

/**
 * Allows every call without a scope: the guard of a client without a guard of the application.
 * Refuses a scope and stores nothing. Safe for concurrent use.
 */
public final class NoGuard implements SpendGuard {
  @Override
  public Decision reserve(Purchase purchase) {
    CostCenter scope = purchase.scope();
    if (scope == null) return new Reservation(purchase);
    throw new InvalidOptionException(
        "scope",
        scope.path() + " cannot be used, because this client has no spend guard",
        "set one with FreightClient.builder().spendGuard(...), such as a guard of a SpendLedger");
  }

  @Override
  public Charge complete(Purchase purchase, Outcome outcome) {
    return purchase.charge(outcome.kind());
  }
}
