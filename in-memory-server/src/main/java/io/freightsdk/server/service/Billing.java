package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.service.account.Account;
import io.freightsdk.server.service.account.Ledger.Reason;
import io.freightsdk.server.service.account.PriceList;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import java.math.BigDecimal;

/**
 * Charges a call. This is the last of all checks: a call that is refused earlier never fails for an
 * empty balance or an outage.
 */
final class Billing {
  private final FaultPlan faults;

  Billing(FaultPlan faults) {
    this.faults = faults;
  }

  /**
   * The price of a call, if it can be charged now. Call {@link #settle} next, under the same lock
   * of the account.
   *
   * @throws RefusedException while billing is down, or when the balance does not cover the price
   */
  BigDecimal authorize(PriceList prices, Account account, Operation operation) {
    Fault outage = faults.onBilling(operation, account.brokerId());
    if (outage != null) {
      throw new RefusedException(new Refusal.BillingUnavailable(outage.retryAfter()));
    }
    BigDecimal price = prices.of(operation);
    BigDecimal balance = account.balanceUsd();
    if (balance.compareTo(price) < 0) {
      throw new RefusedException(new Refusal.InsufficientFunds(balance, price));
    }
    return price;
  }

  /** Debits an authorized price. An operation whose price is zero leaves no entry. */
  void settle(Account account, BigDecimal price, Reason reason) {
    if (price.signum() == 0) return;
    if (account.charge(price, reason) == null) {
      throw new IllegalStateException("charged without the lock of the account");
    }
  }
}
