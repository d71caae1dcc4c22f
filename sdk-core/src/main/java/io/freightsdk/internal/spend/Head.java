package io.freightsdk.internal.spend;

import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import org.jspecify.annotations.Nullable;

/** What is known of the book as a whole. Amounts are billionths of a USD. */
final class Head implements Cell {
  /** Random; a person who accepts books that are older than they were gives another one. */
  String generation;

  /** Number of the last change. */
  long version;

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

  /** The last reading of the price list. */
  @Nullable Reading reading;

  Head(String generation) {
    this.generation = generation;
  }

  Head(Fields fields) {
    this.generation = fields.get("generation");
    this.version = fields.number("version");
    this.last = fields.number("last");
    this.opening = fields.has("opening") ? (Long) fields.nano("opening") : null;
    this.openedAfter = fields.number("openedAfter");
    this.adjusted = fields.nano("adjusted");
    this.least = fields.nano("least");
    this.droppedUntil = fields.number("droppedUntil");
    this.reading = Reading.parse(fields);
  }

  static Head of(Book book) {
    return book.read(Cells.HEAD) instanceof Head head ? head : new Head("");
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
  public String id() {
    return Cells.HEAD;
  }

  @Override
  public long ends() {
    return Long.MAX_VALUE;
  }

  @Override
  public String text() {
    Fields fields = new Fields();
    fields.put("generation", generation);
    fields.put("version", version);
    fields.put("last", last);
    // An opening of zero is one, too.
    if (opening != null) fields.put("opening", NanoUsd.toUsd(opening).toPlainString());
    fields.put("openedAfter", openedAfter);
    fields.usd("adjusted", adjusted);
    fields.usd("least", least);
    fields.put("droppedUntil", droppedUntil);
    if (reading != null) reading.write(fields);
    return fields.text();
  }
}
