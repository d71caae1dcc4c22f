package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
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
  boolean mayBeRepeated();

  Header header();

  void header(Header header);

  /** Tells everybody who reads the version that something is different now. */
  default void changed() {
    header(header().changed());
  }

  default long nextReservation() {
    header(header().nextReservation());
    return header().reservations();
  }

  default long nextEntry() {
    header(header().nextEntry());
    return header().entries();
  }

  /**
   * What will be asked next, so that a storage far away can read it in one go and at one moment.
   *
   * @param rings windows whose sums will be asked
   * @param key null if none will be looked up
   */
  void expect(Collection<String> scopes, List<Ring> rings, @Nullable String key);

  Scopes scopes();

  Reservations reservations();

  Lines lines();

  /** What scopes hold and have spent, and the windows that they track. */
  interface Scopes {
    /**
     * What reservations and lines of the scope and those inside it add up to.
     *
     * @param operation null for all
     */
    Sums sums(String scope, @Nullable Operation operation);

    /** Whether the sums of a scope's lines go back to its beginning. */
    boolean isComplete(String scope);

    void add(Collection<String> scopes, Operation operation, Sums more);

    /** Lines up to this one do not count in the scope: it was forgotten after them. */
    long forgottenUpTo(String scope);

    /** Forgets what the scope and those inside it hold, have spent and track. */
    void forget(String scope, long lastEntry);

    /** What the ring's slots add up to; -1 if the scope does not track it yet. */
    long sum(Ring ring);

    /** The slots of a ring that hold money, oldest first. */
    List<Slot> slots(Ring ring);

    void track(Ring ring);

    List<Ring> tracked(Collection<String> scopes, long now);

    /** Adds to a slot, which never holds less than nothing. */
    void add(Ring ring, long slot, long amount);
  }

  /** Money that is held, unknown, or taken under a key. */
  interface Reservations {
    /** The latest of a key. */
    @Nullable Reservation byKey(String key);

    @Nullable Reservation find(long id);

    /** The one that a running call has, by the call's token; for calls whose answer is lost. */
    @Nullable Reservation byCall(String token);

    /** What {@link #earliestEnd} says when no call runs. */
    long NONE_RUNS = Long.MAX_VALUE;

    /** When the first of all running calls should be over: exact if that is not later than now. */
    long earliestEnd(long now);

    /** Some with a call that should be over by then. */
    List<Reservation> ended(long by);

    /** All whose money is held or unknown. */
    List<Reservation> uncertain();

    void save(Reservation reservation);

    void delete(Reservation reservation);

    /**
     * Drops those without calls whose key was first seen and counted before this, and whose money
     * was taken or is carried by no entry.
     */
    void dropKeys(long before);
  }

  /** The ledger. */
  interface Lines {
    /** Gives a line that is not kept any more, this or another; null if all are. */
    @Nullable Line add(Line line);

    /** As {@link #add}, of a line that is there. */
    @Nullable Line replace(Line line);

    @Nullable Line find(long entry);

    /** Lines of a call or of a reservation, after an entry. */
    List<Line> of(String token, long reservation, long after);

    /** Unknown lines, oldest first. */
    List<Line> unknown();

    /** An unknown entry that is one too many to keep; 0 if there is none. */
    long excessUnknown();

    /**
     * Reads charged lines, at least those that count in the scope.
     *
     * @param madeAt no earlier lines
     * @param countedAt none that windows count earlier
     */
    void chargedSince(String scope, long madeAt, long countedAt, Consumer<Line> reader);

    /** Distinct amounts charged for an operation by entries after this one. */
    List<Long> pricesCharged(Operation operation, long after);

    /** Lines that the filter means, after an entry, oldest first. */
    List<SpendEntry> page(SpendFilter filter, long after, int atMost);

    /** What the kept lines that the filter means add up to. */
    Sums sum(SpendFilter filter);

    /**
     * Drops some of the lines from before a time that are not unknown; false if none is left.
     *
     * @param deadBefore lines of dead calls are kept if they are not older than this
     */
    boolean drop(long before, long deadBefore);
  }

  /**
   * The book as a whole.
   *
   * @param version changes with every change
   * @param opening balance from which the books were opened; null before the first reconciliation
   * @param openedAt entries up to this one that are unknown were so when the books were opened
   * @param adjusted top-ups less spending elsewhere
   * @param droppedUntil no line from before this may be missing; 0 if none was dropped
   * @param reservations number of the latest reservation
   * @param entries number of the latest entry
   */
  record Header(
      long version,
      @Nullable Long opening,
      long openedAt,
      long adjusted,
      long droppedUntil,
      long reservations,
      long entries) {
    public static final Header NEW = new Header(0, null, 0, 0, 0, 0, 0);

    Header changed() {
      return changed(adjusted, droppedUntil, reservations, entries);
    }

    Header opened(long opening) {
      return new Header(
          version + 1, opening, entries, adjusted, droppedUntil, reservations, entries);
    }

    /** The books as if never opened: nobody knows what the opening balance contains. */
    Header notOpened() {
      return new Header(version + 1, null, openedAt, adjusted, droppedUntil, reservations, entries);
    }

    Header adjusted(long amount) {
      return changed(adjusted + amount, droppedUntil, reservations, entries);
    }

    Header dropped(long until) {
      return changed(adjusted, Math.max(droppedUntil, until), reservations, entries);
    }

    Header nextReservation() {
      return changed(adjusted, droppedUntil, reservations + 1, entries);
    }

    Header nextEntry() {
      return changed(adjusted, droppedUntil, reservations, entries + 1);
    }

    private Header changed(long adjusted, long droppedUntil, long reservations, long entries) {
      return new Header(
          version + 1, opening, openedAt, adjusted, droppedUntil, reservations, entries);
    }
  }

  /** A window of a scope, and the oldest of its slots that counts. */
  record Ring(String scope, Window window, long oldestSlot) {
    public static Ring at(long now, String scope, Window window) {
      return new Ring(scope, window, window.oldestSlot(now));
    }
  }

  /** Money in one slot. */
  record Slot(long slot, long amount) {}

  /**
   * An entry, and what its money is.
   *
   * @param reservation what it belongs to
   * @param call token of its call; empty for a charge of one of several dead calls, nobody knows of
   *     which
   * @param countedAt the time at which windows count it
   * @param paths scopes that count it beside the entry's own; empty for almost all
   */
  record Line(SpendEntry entry, long reservation, String call, long countedAt, List<String> paths) {
    long id() {
      return entry.id();
    }

    long amount() {
      return NanoUsd.spent(entry.amountUsd());
    }

    boolean isUnknown() {
      return entry.outcome() == Charge.Kind.UNKNOWN;
    }

    boolean isCharged() {
      return entry.outcome() == Charge.Kind.CHARGED;
    }

    /** Whether it stands for calls that ended without a result, and not for an attempt. */
    boolean isOfDead() {
      return entry.attempt() == 0;
    }

    /** Whether it is a charge of one of several dead calls, nobody knows of which. */
    boolean isShared() {
      return call.isEmpty();
    }

    /** Names the only call that it can be of. */
    Line ofCalls(List<Reservation.Call> calls) {
      String only = calls.size() == 1 ? calls.get(0).token() : "";
      return new Line(entry, reservation, only, countedAt, paths);
    }

    Line settledAs(Charge.Kind outcome, long amount, long countedAt, List<String> paths) {
      SpendEntry settled = entry.settledAs(outcome, NanoUsd.toUsd(amount));
      return new Line(settled, reservation, call, countedAt, paths);
    }

    boolean countsIn(String scope) {
      if (ScopePaths.isInside(entry.scope(), scope)) return true;
      return paths.stream().anyMatch(path -> ScopePaths.isInside(path, scope));
    }
  }
}
