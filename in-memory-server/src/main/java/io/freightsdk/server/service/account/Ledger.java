package io.freightsdk.server.service.account;

import io.freightsdk.model.Operation;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The balance and the entries of a broker. Callers check whether the balance covers a debit.
 * Protected by the account's lock.
 *
 * <p>Beyond the maximum number of entries, the oldest are summed up in one carried-forward entry.
 * So the entries always add up to the balance.
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

  public LedgerEntry credit(BigDecimal amountUsd, EntryDetails details) {
    balanceUsd = balanceUsd.add(amountUsd);
    return append(LedgerEntry.Type.CREDIT, amountUsd, details);
  }

  /** Subtracts an amount without a check: the caller has checked that the balance covers it. */
  public LedgerEntry debit(BigDecimal amountUsd, EntryDetails details) {
    balanceUsd = balanceUsd.subtract(amountUsd);
    return append(LedgerEntry.Type.DEBIT, amountUsd, details);
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

  private LedgerEntry append(LedgerEntry.Type type, BigDecimal amountUsd, EntryDetails details) {
    LedgerEntry entry =
        new LedgerEntry(
            details.at(),
            type,
            details.operation(),
            amountUsd,
            balanceUsd,
            details.loadNumber(),
            details.idempotencyKey(),
            details.requestId());
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

  /** The details of a ledger entry besides its amount: time, operation, load and request. */
  public record EntryDetails(
      Instant at,
      @Nullable Operation operation,
      @Nullable String loadNumber,
      @Nullable String idempotencyKey,
      @Nullable String requestId) {

    /** The details of an entry without a request: an opening balance, or a credit by a test. */
    public static EntryDetails withoutRequest(Instant at) {
      return new EntryDetails(at, null, null, null, null);
    }
  }
}
