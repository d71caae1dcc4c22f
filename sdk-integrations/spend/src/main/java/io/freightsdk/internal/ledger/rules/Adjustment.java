package io.freightsdk.internal.ledger.rules;

import java.math.BigDecimal;

/**
 * A change of an account's balance that no call caused: a top-up, a refund, or an explained
 * difference.
 *
 * @param id identifies it if its change is repeated
 * @param usd above 0 if the balance rose
 * @param by the person who recorded it
 */
public record Adjustment(String id, String accountId, BigDecimal usd, String by, String why) {
  public Adjustment {
    usd = Usd.round(usd);
  }
}
