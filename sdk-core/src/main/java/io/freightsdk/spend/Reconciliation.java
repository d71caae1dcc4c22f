package io.freightsdk.spend;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What comparing the ledger with the service's balance showed.
 *
 * @param balanceUsd balance the service states
 * @param expectedUsd balance the ledger expects if nothing unknown was charged; null when the books
 *     have no opening balance
 * @param foundChargedUsd unknown money that turned out to be charged
 * @param foundNotChargedUsd unknown money that turned out not to be charged
 * @param unknownUsd unknown money that is still unknown
 * @param unexplainedUsd by how much the balance is lower than the ledger can explain; negative if
 *     it is higher
 * @param certain false if the difference can be explained in another way too, by other unknown
 *     entries or at another price: the sum is then right, which of them were charged is a guess
 */
public record Reconciliation(
    Verdict verdict,
    BigDecimal balanceUsd,
    @Nullable BigDecimal expectedUsd,
    BigDecimal foundChargedUsd,
    BigDecimal foundNotChargedUsd,
    BigDecimal unknownUsd,
    BigDecimal unexplainedUsd,
    boolean certain) {

  /** What the comparison came to. */
  public enum Verdict {
    /**
     * The books had no opening balance; they have it now, and are compared with it from now on.
     * What was unknown before stays unknown: the balance cannot tell it any more.
     */
    OPENED,
    /** The books cannot be opened yet: an unknown call may still be charged; ask again. */
    NOT_OPENED,
    /** Ledger and balance agree to the cent; what was unknown since the opening is settled. */
    BALANCED,
    /** They differ by {@link Reconciliation#unexplainedUsd}; nothing was settled. */
    DIFFERENT,
    /** An unknown call is so young that the service may still be working on it; ask again. */
    TOO_EARLY,
    /** Calls kept running while the balance was read; ask again in a quieter moment. */
    BUSY
  }

  /** The finding in a sentence, with its numbers and what to do. */
  public String explanation() {
    return switch (verdict) {
      case OPENED -> "books opened at a balance of " + usd(balanceUsd);
      case NOT_OPENED ->
          usd(unknownUsd) + " are unknown so recently that the books cannot be opened yet";
      case BALANCED ->
          "ledger and balance agree at %s; of the unknown money %s were charged and %s were not"
              .formatted(usd(balanceUsd), usd(foundChargedUsd), usd(foundNotChargedUsd));
      case DIFFERENT ->
          unexplainedUsd.signum() < 0
              ? "the balance is %s higher than the ledger explains; tell top-ups with adjust()"
                  .formatted(usd(unexplainedUsd.negate()))
              : "the balance is %s lower than the ledger explains; look for a changed price or for another client of this broker, and tell it with adjust()"
                  .formatted(usd(unexplainedUsd));
      case TOO_EARLY -> usd(unknownUsd) + " are unknown so recently that they may still be charged";
      case BUSY -> "calls were running while the balance was read; reconcile when fewer are";
    };
  }

  private static String usd(BigDecimal amountUsd) {
    return amountUsd.toPlainString() + " USD";
  }
}
