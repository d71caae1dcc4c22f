package io.freightsdk.server.service.account;

import io.freightsdk.model.Operation;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The movements of one broker's money. Guarded by the account's lock.
 *
 * <p>Bounded: beyond the limit the oldest entries are summed up in one carried-forward entry, so
 * that the entries always add up to the balance.
 *
 * <p>Tests: {@code BillingTest}, {@code MoneyPropertiesTest}.
 */
public final class Ledger {
  private static final BigDecimal ZERO = new BigDecimal("0.00");

  private final int maxEntries;
  private final ArrayDeque<LedgerEntry> entries = new ArrayDeque<>();
  private @Nullable LedgerEntry carriedForward;
  private BigDecimal balanceUsd = ZERO;

  public Ledger(int maxEntries) {
    this.maxEntries = maxEntries;
  }

  public LedgerEntry credit(BigDecimal amountUsd, Reason reason) {
    balanceUsd = balanceUsd.add(amountUsd);
    return append(LedgerEntry.Type.CREDIT, amountUsd, reason);
  }

  public LedgerEntry debit(BigDecimal amountUsd, Reason reason) {
    balanceUsd = balanceUsd.subtract(amountUsd);
    return append(LedgerEntry.Type.DEBIT, amountUsd, reason);
  }

  public BigDecimal balanceUsd() {
    return balanceUsd;
  }

  public List<LedgerEntry> entries() {
    List<LedgerEntry> all = new ArrayList<>(entries.size() + 1);
    if (carriedForward != null) all.add(carriedForward);
    all.addAll(entries);
    return all;
  }

  /** Those that match, oldest first. */
  public List<LedgerEntry> entries(Predicate<LedgerEntry> matcher) {
    return entries.stream().filter(matcher).toList();
  }

  private LedgerEntry append(LedgerEntry.Type type, BigDecimal amountUsd, Reason reason) {
    LedgerEntry entry =
        new LedgerEntry(
            reason.at(),
            type,
            reason.operation(),
            amountUsd,
            balanceUsd,
            reason.loadNumber(),
            reason.idempotencyKey(),
            reason.requestId());
    entries.addLast(entry);
    if (entries.size() > maxEntries) carryForward(entries.removeFirst());
    return entry;
  }

  private void carryForward(LedgerEntry oldest) {
    BigDecimal sum = oldest.balanceAfterUsd();
    carriedForward =
        new LedgerEntry(
            oldest.at(), LedgerEntry.Type.CARRIED_FORWARD, null, sum, sum, null, null, null);
  }

  /** Why money moves: when, for what, and on whose request. */
  public record Reason(
      Instant at,
      @Nullable Operation operation,
      @Nullable String loadNumber,
      @Nullable String idempotencyKey,
      @Nullable String requestId) {

    /** A movement without a request: an opening balance or a credit by the test. */
    public static Reason withoutRequest(Instant at) {
      return new Reason(at, null, null, null, null);
    }
  }
}
