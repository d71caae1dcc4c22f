package io.freightsdk.spend.jdbc;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendOutcome;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What becomes of one debit as outcomes arrive, within one transaction. */
final class Settlement {
  private final Tx tx;
  private final Books books;
  private final DebitRow debit;
  private final Tallies tallies;

  Settlement(Tx tx, Books books, DebitRow debit) {
    this.tx = tx;
    this.books = books;
    this.debit = debit;
    this.tallies = new Tallies(tx, books);
  }

  /** One call of the debit has ended. */
  List<SpendEntry> end(List<SpendEntry> attempts) throws SQLException {
    List<SpendEntry> booked = new ArrayList<>(attempts.size());
    for (SpendEntry attempt : attempts) {
      Long unknownBefore = debit.unknownEntry;
      booked.add(enter(attempt));
      if (unknownBefore != null && !unknownBefore.equals(debit.unknownEntry)) {
        supersede(booked, unknownBefore);
      }
    }
    debit.calls = Math.max(0, debit.calls - 1);
    settleHeld();
    debit.save(tx, books);
    return booked;
  }

  /** A later attempt of the same call carries the money now. */
  private static void supersede(List<SpendEntry> booked, long id) {
    booked.replaceAll(
        entry -> entry.id() == id ? entry.settledAs(SpendOutcome.NOT_CHARGED) : entry);
  }

  /** Every process that could have ended the debit's calls is dead. */
  void abandon() throws SQLException {
    boolean open = !debit.charged && debit.unknownEntry == null;
    if (open) {
      Instant now = Instant.ofEpochMilli(books.nowMillis);
      enter(
          new SpendEntry(
              0,
              now,
              Operation.valueOf(debit.operation),
              null,
              debit.idempotencyKey,
              null,
              0,
              SpendOutcome.UNKNOWN,
              Amounts.shown(debit.heldUsd),
              debit.scope));
    }
    debit.calls = 0;
    settleHeld();
    debit.save(tx, books);
  }

  /** The debit's unknown entry has become known. */
  void resolve(SpendEntry unknown, SpendOutcome outcome) throws SQLException {
    settleUnknown(unknown, outcome);
    debit.charged = outcome == SpendOutcome.CHARGED;
    if (!debit.charged && debit.spentUsd.signum() > 0) tallies.unspend(debit);
    debit.save(tx, books);
  }

  private SpendEntry enter(SpendEntry attempt) throws SQLException {
    SpendEntry entry = attempt.bookedAs(books.nextEntry(), EntryRows.stored(attempt.at()));
    // The key's one debit is carried by another entry.
    if (debit.charged) entry = entry.settledAs(SpendOutcome.NOT_CHARGED);
    if (entry.outcome() != SpendOutcome.NOT_CHARGED && debit.unknownEntry != null) {
      SpendEntry earlier = EntryRows.unknown(tx, books, debit.unknownEntry);
      if (earlier != null) settleUnknown(earlier, SpendOutcome.NOT_CHARGED);
    }
    if (entry.outcome() == SpendOutcome.CHARGED) {
      debit.charged = true;
      books.charge(entry.amountUsd());
    }
    if (entry.outcome() == SpendOutcome.UNKNOWN) debit.unknownEntry = entry.id();
    EntryRows.insert(tx, books, debit, entry);
    return entry;
  }

  private void settleUnknown(SpendEntry unknown, SpendOutcome outcome) throws SQLException {
    EntryRows.settle(tx, books, unknown.settledAs(outcome));
    if (outcome == SpendOutcome.CHARGED) books.charge(unknown.amountUsd());
    debit.unknownEntry = null;
  }

  private void settleHeld() throws SQLException {
    boolean open = debit.calls > 0 && !debit.charged;
    BigDecimal held = debit.heldUsd;
    if (open || held.signum() == 0) return;

    tallies.release(debit);
    if (debit.charged || debit.unknownEntry != null) tallies.spend(debit, books.nowMillis, held);
  }
}
