package io.freightsdk.verify;

import static io.freightsdk.verify.Amounts.usd;

import io.freightsdk.internal.verify.Scene;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * What a ledger has of a mishap, once everybody has stored what he had to store.
 *
 * @param charged for sure, at the prices that were read
 * @param doubtful unknown, or still reserved
 */
record Account(BigDecimal charged, BigDecimal doubtful) {
  /**
   * Reads it.
   *
   * @param before what was charged before the mishap
   */
  static Account of(SpendLedger ledger, BigDecimal before) {
    SpendTotals totals = ledger.totals();
    return new Account(
        totals.chargedUsd().subtract(before), totals.unknownUsd().add(ledger.reservedUsd()));
  }

  /**
   * How it differs from what the service took and callers were told, in words.
   *
   * @param announced what may be taken beyond it, because a price rose unread
   */
  List<String> differences(Scene.Verdict verdict, BigDecimal announced) {
    List<String> wrong = new ArrayList<>();
    BigDecimal invented = charged.subtract(verdict.taken());
    if (invented.signum() > 0) {
      wrong.add("the ledger has a charge of " + usd(invented) + " USD that was not taken");
    }
    BigDecimal missing = verdict.taken().subtract(charged).subtract(doubtful);
    if (missing.compareTo(announced) > 0) {
      wrong.add("the ledger does not have " + usd(missing) + " USD that were taken");
    }
    BigDecimal unstored = doubtful.subtract(verdict.doubtful());
    if (unstored.signum() > 0) {
      wrong.add(
          "the ledger does not know what %s USD of calls cost that their callers were told"
              .formatted(usd(unstored)));
    }
    return wrong;
  }
}
