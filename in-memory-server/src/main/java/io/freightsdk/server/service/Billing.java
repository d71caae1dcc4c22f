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
 * The step in which a call is charged. It comes last of all checks: whoever is refused earlier
 * meets neither an empty balance nor an outage.
 */
final class Billing {
  private final FaultPlan faults;

  Billing(FaultPlan faults) {
    this.faults = faults;
  }

  /**
   * The price of a call that can be charged now. To be followed by {@link #settle} while the
   * account is held.
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
      throw new IllegalStateException("charged without holding the account");
    }
  }
}
