package io.freightsdk.internal.spend;

import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.store.Book;
import org.jspecify.annotations.Nullable;

/** What is known of the book as a whole. Amounts are billionths of a USD. */
final class Head extends Row {
  /** What a generation begins with that a person gave who accepted books as they are. */
  static final String ACCEPTED = "accepted-";

  /** Random; a person who accepts books that are older than they were gives another one. */
  String generation = "";

  /** Number of the last ledger entry. */
  long last;

  /** The balance less what the ledger explains; null while the books are not opened. */
  @Nullable Long opening;

  /** Entries up to this one were there when the books were opened. */
  long openedAfter;

  /** What people said about the balance. */
  long adjusted;

  /** The least that all entries together cost. */
  long least;

  /** No entry that was purged was made after this. */
  long droppedUntil;

  /** Whether a scope was purged, so that one that is new may have been there before. */
  boolean scopesDropped;

  /** The last reading of the price list. */
  @Nullable Reading reading;

  /** What a balance said last. */
  @Nullable Reconciliation reconciled;

  Head() {
    super(HEAD);
  }

  static Head of(Book book) {
    return book.read(HEAD) instanceof Head head ? head : new Head();
  }

  /** What the balance is by the ledger, if every open entry cost the least. */
  long expected(long opening) {
    return opening + adjusted - least;
  }

  /** From now on differences to this balance are explained. */
  void open(long balance) {
    opening = balance - adjusted + least;
    openedAfter = last;
  }

  @Override
  void fields(Fields fields) {
    // What changes with each call comes first, so that a database writes little else.
    last = fields.number("last", last);
    least = fields.usd("least", least);
    generation = fields.text("generation", generation);
    // An opening of zero is one, too.
    String opened = fields.text("opening", opening == null ? "" : Fields.usd(opening));
    opening = opened.isEmpty() ? null : (Long) Fields.nano(opened);
    openedAfter = fields.number("openedAfter", openedAfter);
    adjusted = fields.usd("adjusted", adjusted);
    droppedUntil = fields.number("droppedUntil", droppedUntil);
    scopesDropped = fields.number("scopesDropped", scopesDropped ? 1 : 0) > 0;
    reading = Reading.fields(fields, reading);
    reconciled = reconciled(fields);
  }

  private @Nullable Reconciliation reconciled(Fields fields) {
    Reconciliation told = reconciled;
    String verdict = fields.text("verdict", told == null ? "" : told.verdict().name());
    long at = fields.number("verdictAt", told == null ? 0 : Times.micros(told.at()));
    long balance = fields.usd("verdictBalance", told == null ? 0 : NanoUsd.of(told.balanceUsd()));
    long missing = fields.usd("missing", told == null ? 0 : NanoUsd.of(told.missingUsd()));
    long open = fields.usd("open", told == null ? 0 : NanoUsd.of(told.openUsd()));
    long entries = fields.number("openEntries", told == null ? 0 : told.openEntries());
    if (verdict.isEmpty()) return null;
    return new Reconciliation(
        Times.instant(at),
        Reconciliation.Verdict.valueOf(verdict),
        NanoUsd.toUsd(balance),
        NanoUsd.toUsd(balance + missing),
        NanoUsd.toUsd(missing),
        NanoUsd.toUsd(open),
        (int) entries);
  }
}
