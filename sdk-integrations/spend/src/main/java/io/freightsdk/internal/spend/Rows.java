package io.freightsdk.internal.spend;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a ledger within one {@link Storage#change} or {@link Storage#look}. Decides nothing.
 * Used by one thread, and not after the work has returned.
 *
 * <p>What a call costs in round trips: opening the change (lock, head and time together), one
 * {@link #find}, and what is written, which a database collects until the end or until a reading
 * needs it.
 */
public interface Rows {
  /** Entry and sums of one question. */
  record Found(@Nullable Entry entry, List<Reservation> reservations, Map<Sum, Long> sums) {}

  /**
   * What entries add up to.
   *
   * @param charged the most that the charged ones cost
   * @param unknown the most that the unknown ones may have cost, running ones not counted
   * @param reserved what running ones hold
   * @param chargedCount entries that were charged, and so on; a running one is in no count
   */
  record Totals(
      long charged,
      long unknown,
      long reserved,
      long chargedCount,
      long unknownCount,
      long notChargedCount) {}

  /** The time of the ledger, the same for the whole change. It may be earlier than the last one. */
  long now();

  Head head();

  void put(Head head);

  /** A number for a new line, higher than all before it. Numbers may be left out. */
  long nextId();

  /**
   * Reads what a rule needs of one entry and of limits, in as few steps as the storage can.
   *
   * @param name of the entry
   * @param ranges may overlap, and may be none
   * @return the entry or null; all its reservations, in any order; and the sums in the ranges
   */
  Found find(String name, List<Sum.Range> ranges);

  /** Adds a blank and the number of an entry to its name, which is free then for a new entry. */
  void retire(Entry entry);

  /** The retired entry of a name that has this reservation; null if none has it. Rarely asked. */
  @Nullable Entry retired(String name, String reservationId);

  /** The sums in the ranges that are not zero (a zero may be among them). */
  Map<Sum, Long> sums(List<Sum.Range> ranges);

  /** Adds to sums. One that is not there is zero; one that becomes zero may be deleted. */
  void add(Map<Sum, Long> amounts);

  /** Inserts a reservation, or replaces the one with its id. */
  void put(Reservation reservation);

  /**
   * Pending reservations whose {@link Reservation#expires} is now or earlier, the oldest first.
   * Asked in every change, so it has to be cheap when there is none.
   */
  List<Reservation> expired(int atMost);

  /**
   * By when all that is running in a scope is known or counts as unknown: of the entries that have
   * a pending reservation, and of which one of {@link Entry#scopes} is this scope or inside it, the
   * latest {@link Reservation#expires} of these reservations and {@link Entry#countsAt}; 0 if there
   * is none. Asked when a call is refused.
   */
  long lastExpiry(String scope);

  /** Inserts a line, or replaces the one with its number. */
  void put(Line line);

  /** The line with this number; null if there is none. */
  @Nullable Line line(long id);

  /** The line with this name; null if there is none. */
  @Nullable Line line(String name);

  /** Lines that the filter takes, with higher numbers than {@code afterId}, in their order. */
  List<Line> lines(Filter filter, long afterId, int atMost);

  /** The entries that the filter takes, added up. */
  Totals totals(Filter filter);

  /**
   * Entries that are running, and those whose {@link Entry#saidAt} is {@code since} or later and
   * whose outcome is not NONE.
   */
  List<Entry> recent(long since);

  /**
   * Deletes lines with {@link Line#at} before a time, the oldest first: entries with their
   * reservations if they are neither running nor open, adjustments and settlements, and comparisons
   * but the one that the head names.
   *
   * @return how many lines were deleted; fewer than {@code atMost} if no more are left
   */
  int drop(long before, int atMost);

  /**
   * Deletes what nothing asks for any more: sums of {@link Sum.Kind#SLOTS} that are older than
   * {@link Sum.Kind#kept}, and memory whose time is over. Asked about once an hour.
   */
  void sweep();

  /** What is remembered under a name, also when its time is over; null if nothing is. */
  @Nullable Memory memory(String name);

  /** Everything that is remembered under names with this beginning, in the order of names. */
  List<Memory> memories(String prefix);

  void put(Memory memory);

  /** Forgets a name; nothing happens if it is not there. */
  void forget(String name);
}
