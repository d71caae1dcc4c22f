package io.freightsdk.spend;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of comparing the ledger with the service's balance. An entry is open while it is not
 * known what it cost: its charge is unknown, or a price changed around it.
 *
 * @param at when they were compared, by the clock of the books
 * @param balanceUsd balance that the service returned, in USD
 * @param expectedUsd balance if every open entry cost the least that it may have; null when nothing
 *     was compared ({@link Verdict#NOT_NOW})
 * @param missingUsd by how much the balance is lower than that; negative if it is higher
 * @param openUsd by how much more the open entries may have cost together
 * @param openEntries how many they were
 */
public record Reconciliation(
    Instant at,
    Verdict verdict,
    BigDecimal balanceUsd,
    @Nullable BigDecimal expectedUsd,
    BigDecimal missingUsd,
    BigDecimal openUsd,
    int openEntries) {

  /** The outcome of the comparison. */
  public enum Verdict {
    /** The ledger had no opening balance and has one now; what was open before stays open. */
    OPENED,
    /** Nothing is missing: every open entry cost the least, and is settled so. */
    NOTHING,
    /** All that may be missing is: every open entry cost the most, and is settled so. */
    ALL,
    /**
     * Some of the open entries were charged, and no balance says which. Nothing was settled; {@code
     * ledger().settle} does, for whoever knows.
     */
    BETWEEN,
    /** The balance is higher than the ledger explains. Record top-ups with {@code adjust}. */
    MONEY_CAME,
    /** More is missing than the open entries may have cost. */
    DOES_NOT_FIT,
    /**
     * Paid calls are in progress, the ledger changed while the balance was read, or an entry became
     * unknown less than a minute ago. Nothing was changed; reconcile again later.
     */
    NOT_NOW
  }

  /** Whether balance and ledger agree, and no entry is open that was made since the opening. */
  public boolean isSettled() {
    return verdict == Verdict.NOTHING || verdict == Verdict.ALL;
  }

  /**
   * What neither the ledger nor its open entries explain, in USD: more than zero if somebody else
   * spent, less if money came; zero for every other verdict.
   */
  public BigDecimal unexplainedUsd() {
    return switch (verdict) {
      case MONEY_CAME -> missingUsd;
      case DOES_NOT_FIT -> missingUsd.subtract(openUsd);
      case OPENED, NOTHING, ALL, BETWEEN, NOT_NOW -> BigDecimal.ZERO;
    };
  }

  /** The result in one sentence, with its amounts and what to do. */
  public String explanation() {
    return switch (verdict) {
      case OPENED ->
          "the ledger starts with an opening balance of %s; %d entries of before stay open"
              .formatted(usd(balanceUsd), openEntries);
      case NOTHING ->
          "ledger and balance agree at %s; %d open entries cost the least that they may have"
              .formatted(usd(balanceUsd), openEntries);
      case ALL ->
          "ledger and balance agree at %s; %d open entries cost the most that they may have, %s together"
              .formatted(usd(balanceUsd), openEntries, usd(openUsd));
      case BETWEEN ->
          "%s of the %s of %d open entries were charged, and no balance says which; settle them with ledger().settle"
              .formatted(usd(missingUsd), usd(openUsd), openEntries);
      case MONEY_CAME ->
          "the balance is %s higher than the ledger explains; record a top-up with ledger().adjust"
              .formatted(usd(missingUsd.negate()));
      case DOES_NOT_FIT ->
          "the balance is %s lower than the ledger explains, and open entries explain at most %s; look for another client of this broker, and record it with ledger().adjust"
              .formatted(usd(missingUsd), usd(openUsd));
      case NOT_NOW -> "paid calls are in progress or have just ended; reconcile again later";
    };
  }

  private static String usd(BigDecimal amountUsd) {
    return amountUsd.toPlainString() + " USD";
  }
}
