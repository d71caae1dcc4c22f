package io.freightsdk.internal.ledger.rules;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a ledger within one change or reading. Decides nothing. Used by one thread. */
public interface LedgerRows {
  /** The beginning of a limit without a window. */
  long EVER = Long.MIN_VALUE;

  /** The time of the ledger, the same for the whole change. */
  long now();

  /**
   * The number of the change, higher than that of all before it. It makes one entry or one
   * comparison at most, which has this number.
   */
  long change();

  // --- entries and their reservations ---

  /**
   * The entry that a reservation is for; if there is none, the newest entry of an account's key
   * that may have cost something.
   */
  @Nullable EntryWithReservations entryFor(
      String reservationId, String account, @Nullable String key);

  @Nullable EntryWithReservations entry(long entryId);

  /** Whether a key of an account is known to have bought a load by another entry than this one. */
  boolean hasBought(String account, String key, String loadId, long otherThanEntry);

  /** Inserts an entry, and what each scope around it counts. */
  void insert(Entry entry);

  /** Replaces an entry, and what each scope around it counts. */
  void update(Entry entry);

  void insert(Reservation reservation);

  /** Replaces what is known of a reservation, also the entry that it is for. */
  void update(Reservation reservation);

  // --- what scopes count ---

  /**
   * The sum of a scope: its amounts that count since a time; {@link #EVER} with what was purged.
   *
   * @param operation whose amounts alone are added up; null for all
   */
  long sum(String scope, @Nullable String operation, long since);

  /**
   * The time by which the amount counts with which that sum, added up from its earliest amount,
   * reaches this much; null if all are less.
   */
  @Nullable Long whenSumReaches(String scope, @Nullable String operation, long since, long sum);

  /** What entries add up to; if only a scope or nothing is asked, with those that were purged. */
  Totals totals(Filter filter);

  /** Entries that the filter takes with higher numbers than {@code afterId}, in their order. */
  List<Entry> entries(Filter filter, long afterId, int atMost);

  /** Entries that the filter takes with lower numbers than {@code beforeId}, the newest first. */
  List<Entry> newest(Filter filter, long beforeId, int atMost);

  // --- comparisons ---

  /** What is known of each account that has something, with what was purged. */
  Map<String, Comparison.Known> known();

  /** What the first comparison of an account read; null before it. */
  Comparison.@Nullable Reading firstReading(String account);

  void insert(Comparison comparison);

  boolean hasAdjustment(String id);

  void insert(Adjustment adjustment);

  // --- what is old ---

  /** Entries that count before a time and are charged or cost nothing, the oldest first. */
  List<Entry> purgeable(long before, int atMost);

  /**
   * Deletes entries with their reservations. The totals of their scopes and what is known of their
   * accounts count them as before.
   */
  void purge(List<Entry> entries);
}
