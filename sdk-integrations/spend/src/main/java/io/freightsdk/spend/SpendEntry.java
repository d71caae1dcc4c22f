package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Entry;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.NanoUsd;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the ledger. Each cent that was charged is in exactly one {@link Kind#PURCHASE}: a key
 * that the service charges once, with all its calls, or one attempt of anything else. A purchase
 * changes while its calls end and when it is settled; the other kinds never change.
 *
 * @param id number within the ledger; rises, with gaps
 * @param at when it was first reserved, or was said, by the clock of the ledger
 * @param operation id of the operation, such as {@code createLoad}; empty for an adjustment and a
 *     comparison
 * @param loadNumber null while it is not known
 * @param customerRef the customer's reference of a creation; null without one
 * @param idempotencyKey the key that the service charges once, of {@code createLoad}; null where
 *     each attempt is charged by itself, whatever key it was sent with
 * @param requestId the {@code X-Request-Id} of the last answer; null when there was none
 * @param account whose balance it was charged to; null for an adjustment and a comparison
 * @param scope path of the {@link SpendScope}; of a key that was used in several, all of them,
 *     separated by blanks
 * @param outcome what is known of a purchase; what a settlement says; NONE for other kinds
 * @param running whether a call of it is on its way; then its outcome is not the last word
 * @param leastUsd the least that it may have cost: 0 while unknown; of a comparison, what was
 *     surely charged since the opening
 * @param amountUsd the most that it may have cost, which limits count; of an adjustment, above 0
 *     for a top-up and below 0 for spending; of a settlement, what the purchase is taken to have
 *     cost; of a comparison, what may have been charged since the opening
 * @param reservedUsd what is set aside while it is running, and counts instead
 * @param settledBy who settled a purchase as it is, or said this row; null if nobody did
 * @param settledWhy the reason; null without one
 * @param balanceUsd of a comparison, the balance that the service named; null for other kinds
 * @param unexplainedUsd of a comparison, what has to be added to the ledger to get the balance:
 *     above 0 if money came, below 0 if others spent; null for other kinds
 */
public record SpendEntry(
    long id,
    Kind kind,
    Instant at,
    String operation,
    @Nullable String loadNumber,
    @Nullable String customerRef,
    @Nullable String idempotencyKey,
    @Nullable String requestId,
    @Nullable String account,
    String scope,
    Charge.Kind outcome,
    boolean running,
    BigDecimal leastUsd,
    BigDecimal amountUsd,
    BigDecimal reservedUsd,
    @Nullable String settledBy,
    @Nullable String settledWhy,
    @Nullable BigDecimal balanceUsd,
    @Nullable BigDecimal unexplainedUsd) {

  /** What a row tells. */
  public enum Kind {
    /** Something that is paid at most once. */
    PURCHASE,
    /** Money that others moved, as {@link SpendLedger#adjust} was told. */
    ADJUSTMENT,
    /** What a person or a balance said of a purchase that was unknown. */
    SETTLEMENT,
    /** A comparison with the service's balance. */
    COMPARISON
  }

  /**
   * Whether it is a purchase of which nobody knows whether it was charged, and no call is on its
   * way that will say so. A repeat under its key, {@link SpendLedger#reconcile} or {@link
   * SpendLedger#settle} does.
   */
  public boolean isOpen() {
    return kind == Kind.PURCHASE && !running && outcome == Charge.Kind.UNKNOWN;
  }

  static SpendEntry of(Line line) {
    if (line instanceof Entry entry) return purchase(entry);
    if (line instanceof Line.Adjustment said) {
      return other(Kind.ADJUSTMENT, said, 0, said.amount(), said.who(), said.why(), null, null);
    }
    if (line instanceof Line.Settlement said) return settlement(said);
    Line.Comparison made = (Line.Comparison) line;
    return other(
        Kind.COMPARISON,
        made,
        made.least(),
        made.most(),
        null,
        made.reason().isEmpty() ? null : made.reason(),
        NanoUsd.toUsd(made.balance()),
        NanoUsd.toUsd(made.unexplained()));
  }

  private static SpendEntry purchase(Entry entry) {
    return new SpendEntry(
        entry.id(),
        Kind.PURCHASE,
        Micros.instant(entry.at()),
        entry.operation(),
        entry.loadNumber(),
        entry.customerRef(),
        entry.key(),
        entry.requestId(),
        entry.account(),
        entry.scopes(),
        entry.outcome(),
        entry.running(),
        NanoUsd.toUsd(entry.least()),
        NanoUsd.toUsd(entry.most()),
        NanoUsd.toUsd(entry.held()),
        entry.settledBy(),
        entry.settledWhy(),
        null,
        null);
  }

  private static SpendEntry settlement(Line.Settlement said) {
    BigDecimal amount = NanoUsd.toUsd(said.amount());
    return new SpendEntry(
        said.id(),
        Kind.SETTLEMENT,
        Micros.instant(said.at()),
        said.operation(),
        said.loadNumber(),
        said.customerRef(),
        said.key(),
        null,
        said.account(),
        said.scopes(),
        said.charged() ? Charge.Kind.CHARGED : Charge.Kind.NONE,
        false,
        amount,
        amount,
        BigDecimal.ZERO,
        said.who(),
        said.why(),
        null,
        null);
  }

  private static SpendEntry other(
      Kind kind,
      Line line,
      long least,
      long most,
      @Nullable String who,
      @Nullable String why,
      @Nullable BigDecimal balanceUsd,
      @Nullable BigDecimal unexplainedUsd) {
    return new SpendEntry(
        line.id(),
        kind,
        Micros.instant(line.at()),
        "",
        null,
        null,
        null,
        null,
        null,
        SpendScope.CLIENT,
        Charge.Kind.NONE,
        false,
        NanoUsd.toUsd(kind == Kind.ADJUSTMENT ? most : least),
        NanoUsd.toUsd(most),
        BigDecimal.ZERO,
        who,
        why,
        balanceUsd,
        unexplainedUsd);
  }
}
