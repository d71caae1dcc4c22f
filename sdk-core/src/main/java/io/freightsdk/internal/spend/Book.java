package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendOutcome;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One set of books within one transaction: what a storage reads and writes for {@link SpendRules}.
 * A storage decides nothing about money. Amounts are billionths of a USD, times microseconds since
 * 1970.
 */
public interface Book {
  /** The book's own time: one clock for everybody who uses the book, never running backwards. */
  long now();

  /** Whether an earlier run of this transaction may have been committed, its answer lost. */
  default boolean mayBeRepeated() {
    return false;
  }

  Header header();

  void header(Header header);

  long nextReservation();

  long nextEntry();

  /** The number of the latest entry. */
  long lastEntry();

  /**
   * What will be asked next, so that a storage far away can read it in one go and at one moment.
   *
   * @param windows windows by scope whose sums will be asked
   * @param key null if none will be looked up
   */
  default void expect(Collection<String> scopes, List<Ring> windows, @Nullable String key) {}

  /** What running calls hold in the scope. */
  long held(String scope);

  /** Everything that counts as spent in the scope since it was last forgotten. */
  long spent(String scope);

  /** Entries up to this one do not count in the scope: it was forgotten after them. */
  long forgottenUpTo(String scope);

  /** What the ring's slots from its oldest on add up to; -1 if the scope does not track it yet. */
  long sum(Ring ring);

  /** The slots of a ring from its oldest on that hold money, oldest first. */
  List<Slot> slots(Ring ring);

  /** Begins to track a window in a scope. */
  void track(Ring ring);

  /** The windows that the scopes track; their oldest slots say nothing. */
  List<Ring> tracked(Collection<String> scopes);

  /** Adds to a slot; nothing happens if the slot has made room for a later one. */
  void add(String scope, Window window, long slot, long amount);

  /** Adds to what the scopes hold and have spent. */
  void add(Collection<String> scopes, Operation operation, long held, long spent);

  /** Forgets what the scope and those inside it hold, have spent and track. */
  void forget(String scope);

  /** The latest reservation of a key. */
  @Nullable Reservation byKey(String key);

  @Nullable Reservation reservation(long id);

  /**
   * The reservation that a running call has, by the call's token; for calls whose answer is lost.
   */
  @Nullable Reservation byCall(String token);

  /** When the first of all running calls should be over; {@code Long.MAX_VALUE} if none runs. */
  long earliestEnd();

  /** Whether no reservation is held. */
  boolean isIdle();

  /** Some reservations with a call that should be over by then. */
  List<Reservation> ended(long by);

  /** Every reservation whose money is held or unknown. */
  List<Reservation> uncertain();

  void save(Reservation reservation);

  void delete(Reservation reservation);

  /** Drops reservations of keys first seen before this whose money was taken. */
  void dropKeys(long before);

  /** An unknown entry that is one too many to keep; 0 if there is none. */
  default long excessUnknown() {
    return 0;
  }

  /** Adds a line to the ledger and to its totals. */
  void add(Line line);

  /** Replaces a line and corrects the totals. */
  void replace(Line before, Line after);

  @Nullable Line line(long entry);

  /** The lines of a call or of a reservation, those after an entry. */
  List<Line> linesOf(String token, long reservation, long after);

  /** Unknown lines, oldest first. */
  List<Line> unknown();

  /** Reads charged lines counted at or after a time, at least those that count in the scope. */
  void chargedSince(String scope, long countedAt, Consumer<Line> reader);

  /** Distinct amounts charged for an operation by entries after this one. */
  List<Long> pricesCharged(Operation operation, long after);

  long charged();

  /** Lines that the filter means, after an entry, oldest first. */
  List<SpendEntry> page(SpendFilter filter, long after, int atMost);

  /** Drops some of the lines from before a time that are not unknown; false if none is left. */
  boolean drop(long before);

  /**
   * The book as a whole.
   *
   * @param version changes with every change
   * @param opening balance from which the books were opened; null before the first reconciliation
   * @param openedAt entries up to this one that are unknown were so when the books were opened
   * @param adjusted top-ups less spending elsewhere
   * @param droppedUntil no line from before this may be missing; 0 if none was dropped
   */
  record Header(
      long version, @Nullable Long opening, long openedAt, long adjusted, long droppedUntil) {
    static final Header NEW = new Header(0, null, 0, 0, 0);
  }

  /** A window of a scope, and the oldest of its slots that counts. */
  record Ring(String scope, Window window, long oldestSlot) {}

  /** Money in one slot. */
  record Slot(long slot, long amount) {}

  /**
   * An entry, and what its money is.
   *
   * @param reservation what it belongs to
   * @param call token of its call
   * @param countedAt the time at which windows count it
   * @param paths scopes that count it beside the entry's own; empty for almost all
   */
  record Line(SpendEntry entry, long reservation, String call, long countedAt, List<String> paths) {
    Line settledAs(SpendOutcome outcome, long amount, long countedAt, List<String> paths) {
      SpendEntry settled = entry.settledAs(outcome, NanoUsd.toUsd(amount));
      return new Line(settled, reservation, call, countedAt, paths);
    }

    boolean countsIn(String scope) {
      if (ScopePaths.isInside(entry.scope(), scope)) return true;
      return paths.stream().anyMatch(path -> ScopePaths.isInside(path, scope));
    }
  }
}
