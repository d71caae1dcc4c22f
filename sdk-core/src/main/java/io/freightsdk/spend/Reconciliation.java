package io.freightsdk.spend;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The result of comparing the ledger with the service's balance.
 *
 * @param balanceUsd balance that the service returned, in USD
 * @param expectedUsd balance that the ledger expects if no unknown entry was charged, which is the
 *     balance itself when the ledger opens with it; null when nothing was compared ({@link
 *     Verdict#NOT_OPENED}, {@link Verdict#BUSY})
 * @param foundChargedUsd unknown money that was charged, as the balance shows
 * @param foundNotChargedUsd unknown money that was not charged, as the balance shows
 * @param unknownUsd unknown money that is still unknown
 * @param unexplainedUsd by how much the balance is lower than the ledger explains; negative if it
 *     is higher
 * @param certain false if other unknown entries or another price would explain the difference too:
 *     then the sum is right, but which entries were charged is a guess
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

  /** The outcome of the comparison. */
  public enum Verdict {
    /**
     * The ledger had no opening balance, or none that could be relied on any more, because an entry
     * that was unknown then or was guessed since turned out otherwise; it has one now, and the next
     * comparisons start from it. Entries that were unknown before stay unknown, because no later
     * balance can settle them.
     */
    OPENED,
    /**
     * No opening balance was taken, because the service may still charge an unknown call; reconcile
     * again later.
     */
    NOT_OPENED,
    /**
     * Ledger and balance agree to the cent; entries that became unknown since the opening are
     * settled.
     */
    BALANCED,
    /** Ledger and balance differ by {@link Reconciliation#unexplainedUsd}; nothing was settled. */
    DIFFERENT,
    /** An unknown call is so recent that the service may still charge it; reconcile again later. */
    TOO_EARLY,
    /** Paid calls were in progress while the balance was read; reconcile again when fewer are. */
    BUSY
  }

  /** The result in one sentence, with its amounts and what to do. */
  public String explanation() {
    return switch (verdict) {
      case OPENED -> "the ledger starts with an opening balance of " + usd(balanceUsd);
      case NOT_OPENED ->
          usd(unknownUsd)
              + " may still be charged, so no opening balance was taken; reconcile again later";
      case BALANCED ->
          "ledger and balance agree at %s; of the unknown money %s were charged and %s were not"
              .formatted(usd(balanceUsd), usd(foundChargedUsd), usd(foundNotChargedUsd));
      case DIFFERENT ->
          unexplainedUsd.signum() < 0
              ? "the balance is %s higher than the ledger explains; record top-ups with adjust()"
                  .formatted(usd(unexplainedUsd.negate()))
              : "the balance is %s lower than the ledger explains; look for a changed price or for another client of this broker, and record it with adjust()"
                  .formatted(usd(unexplainedUsd));
      case TOO_EARLY ->
          usd(unknownUsd) + " are unknown and may still be charged; reconcile again later";
      case BUSY ->
          "paid calls were in progress while the balance was read; reconcile again when fewer are";
    };
  }

  private static String usd(BigDecimal amountUsd) {
    return amountUsd.toPlainString() + " USD";
  }
}
