package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendDecision;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendHold;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendOutcome;
import io.freightsdk.spend.SpendPosition;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendRequest;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Books in memory. One lock guards everything; nothing is called while it is held. */
public final class InMemorySpendStore implements SpendStore {
  private final Object lock = new Object();
  private final EntryLog log;
  private final DebitIndex debits = new DebitIndex();
  private final Map<String, ScopeBook> books = new HashMap<>();
  private @Nullable BigDecimal openingUsd;
  private BigDecimal adjustedUsd = BigDecimal.ZERO;
  private long version;
  private long nowMillis = Long.MIN_VALUE;
  private int holds;
  private boolean forgot;

  public InMemorySpendStore(int keptEntries) {
    if (keptEntries < 0) {
      throw new IllegalArgumentException("keptEntries: expected 0 or more, got " + keptEntries);
    }
    this.log = new EntryLog(keptEntries);
  }

  private record Hold(SpendRequest request, Debit debit) implements SpendHold {}

  @Override
  public SpendDecision reserve(SpendRequest request) {
    long amount = NanoUsd.spent(request.amountUsd());
    synchronized (lock) {
      moveTo(request.at());
      Debit debit = debitOf(request);
      SpendRefusal refusal = hold(debit, request, amount);
      if (refusal != null) return refusal;

      debit.calls++;
      holds++;
      version++;
      if (request.idempotencyKey() != null && debit.calls == 1) {
        debits.put(request.idempotencyKey(), debit, nowMillis);
      }
      return new Hold(request, debit);
    }
  }

  private Debit debitOf(SpendRequest request) {
    String key = request.idempotencyKey();
    Debit known = key == null ? null : debits.find(key, nowMillis);
    if (known != null) return known;

    List<ScopeBook> ofScopes = new ArrayList<>(request.scopes().size());
    for (String scope : request.scopes()) ofScopes.add(book(scope));
    return new Debit(ofScopes, nowMillis);
  }

  /** Counts the debit as set aside in its scopes, unless its money is counted there already. */
  private @Nullable SpendRefusal hold(Debit debit, SpendRequest request, long amount) {
    boolean counted = debit.charged || debit.held > 0;
    if (counted) return null;

    // Money of a lost call counts since the loss; sent again, it may be taken now.
    long lost = debit.spent;
    if (lost > 0) unspend(debit);
    SpendRefusal refusal = refusal(request, Math.max(amount, lost));
    if (refusal != null) {
      if (lost > 0) spend(debit, debit.spentAtMillis, lost);
      return refusal;
    }
    debit.held = Math.max(amount, lost);
    for (ScopeBook book : debit.books) book.hold(debit.held);
    return null;
  }

  private @Nullable SpendRefusal refusal(SpendRequest request, long amount) {
    for (SpendLimit limit : request.limits()) {
      SpendRefusal refusal =
          book(limit.scope()).refusal(limit, request.amountUsd(), amount, nowMillis);
      if (refusal != null) return refusal;
    }
    return null;
  }

  @Override
  public List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts, Instant now) {
    Debit debit = ((Hold) hold).debit();
    List<LedgerLine> lines = new ArrayList<>(attempts.size());
    synchronized (lock) {
      moveTo(now);
      for (SpendEntry attempt : attempts) lines.add(enter(attempt, debit));
      debit.calls--;
      holds--;
      version++;
      if (debit.held > 0) settleHeld(debit);
      LedgerLine excess = log.excessUnknown();
      if (excess != null) settleUnknown(excess, SpendOutcome.CHARGED);
      // A later attempt may have settled an earlier one.
      List<SpendEntry> booked = new ArrayList<>(lines.size());
      for (LedgerLine line : lines) booked.add(line.entry);
      return booked;
    }
  }

  private LedgerLine enter(SpendEntry attempt, Debit debit) {
    SpendEntry entry = attempt.bookedAs(log.nextId(), attempt.at());
    // The key's one debit is carried by another entry.
    if (debit.charged) entry = entry.settledAs(SpendOutcome.NOT_CHARGED);
    LedgerLine line = new LedgerLine(debit, entry);
    if (entry.outcome() != SpendOutcome.NOT_CHARGED && debit.unknown != null) {
      close(debit.unknown, SpendOutcome.NOT_CHARGED);
    }
    if (entry.outcome() == SpendOutcome.CHARGED) debit.charged = true;
    if (entry.outcome() == SpendOutcome.UNKNOWN) debit.unknown = line;
    log.add(line);
    for (ScopeBook book : debit.books) book.sums.add(entry);
    return line;
  }

  private void settleHeld(Debit debit) {
    boolean open = debit.calls > 0 && !debit.charged;
    if (open) return;

    long held = debit.held;
    debit.held = 0;
    for (ScopeBook book : debit.books) book.release(held);
    if (debit.charged || debit.unknown != null) spend(debit, nowMillis, held);
  }

  private void spend(Debit debit, long atMillis, long amount) {
    debit.spent = amount;
    debit.spentAtMillis = atMillis;
    for (ScopeBook book : debit.books) book.spend(atMillis, amount);
  }

  private void unspend(Debit debit) {
    for (ScopeBook book : debit.books) book.unspend(debit.spentAtMillis, debit.spent);
    debit.spent = 0;
  }

  @Override
  public SpendTotals totals(SpendFilter filter) {
    synchronized (lock) {
      boolean onlyScope =
          filter.scope() != null
              && !forgot
              && filter.equals(new SpendFilter(null, null, filter.scope(), null, null));
      ScopeBook book = onlyScope ? books.get(filter.scope()) : null;
      return book == null ? log.totals(filter) : book.sums.totals(true);
    }
  }

  @Override
  public void read(SpendFilter filter, Consumer<SpendEntry> reader) {
    List<SpendEntry> entries;
    synchronized (lock) {
      entries = log.matching(filter);
    }
    entries.forEach(reader);
  }

  @Override
  public SpendPosition position(Instant now) {
    synchronized (lock) {
      return new SpendPosition(
          version, openingUsd, adjustedUsd, log.chargedUsd(), log.unknown(), holds);
    }
  }

  @Override
  public boolean resolve(long version, Map<Long, SpendOutcome> outcomes) {
    synchronized (lock) {
      if (version != this.version) return false;
      outcomes.forEach(
          (id, outcome) -> {
            LedgerLine line = log.unknown(id);
            if (line != null) settleUnknown(line, outcome);
          });
      this.version++;
      return true;
    }
  }

  private void settleUnknown(LedgerLine line, SpendOutcome outcome) {
    Debit debit = line.debit;
    close(line, outcome);
    debit.charged = outcome == SpendOutcome.CHARGED;
    if (!debit.charged && debit.spent > 0) unspend(debit);
  }

  /** The entry's outcome is known now; the limits are the caller's to correct. */
  private void close(LedgerLine line, SpendOutcome outcome) {
    SpendEntry before = line.entry;
    SpendEntry settled = before.settledAs(outcome);
    log.settle(line, settled);
    for (ScopeBook book : line.debit.books) book.sums.settle(before, settled);
    line.debit.unknown = null;
  }

  @Override
  public boolean open(long version, BigDecimal openingUsd) {
    synchronized (lock) {
      if (version != this.version) return false;
      this.openingUsd = openingUsd;
      this.version++;
      return true;
    }
  }

  @Override
  public void adjust(BigDecimal amountUsd) {
    synchronized (lock) {
      adjustedUsd = adjustedUsd.add(amountUsd);
      version++;
    }
  }

  @Override
  public void forget(String scope) {
    synchronized (lock) {
      forgot |= books.keySet().removeIf(path -> path.equals(scope) || path.startsWith(scope + "/"));
    }
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void close() {}

  private void moveTo(Instant now) {
    nowMillis = Math.max(nowMillis, now.toEpochMilli());
  }

  private ScopeBook book(String scope) {
    ScopeBook book = books.get(scope);
    if (book == null) {
      book = new ScopeBook();
      books.put(scope, book);
    }
    return book;
  }
}
