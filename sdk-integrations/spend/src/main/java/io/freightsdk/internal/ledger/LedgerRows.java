package io.freightsdk.internal.ledger;

import io.freightsdk.spend.SpendLimit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a ledger within one change or reading. Decides nothing. Used by one thread. */
public interface LedgerRows {
  /** The time of the ledger, the same for the whole change. */
  long now();

  /** The entry that a reservation is for; if there is none, the newest entry of a key. */
  @Nullable History historyOf(String reservationId, @Nullable String key);

  @Nullable History history(long entryId);

  /** The newest entry of the same key before one, of those that may have been charged. */
  @Nullable History earlier(Entry entry);

  /**
   * What each limit counts: all that was ever written of its scope for a total, otherwise the
   * amounts of entries that count at the begin of its window or later.
   */
  List<Long> counted(List<SpendLimit> limits);

  /** When the first of the entries counts that a window counts; null if it counts none. */
  @Nullable Long firstCounted(SpendLimit limit);

  /** Entries that the filter takes with higher numbers than {@code afterId}, in their order. */
  List<Entry> entries(Filter filter, long afterId, int atMost);

  /**
   * What the entries that the filter takes add up to; of a scope, or without a condition, also
   * those that were deleted.
   */
  Totals totals(Filter filter);

  /** A number for a new entry, higher than all before it. */
  long nextId();

  void insert(Reservation reservation);

  /** Replaces what is known of a reservation that is there. */
  void update(Reservation reservation);

  /**
   * Inserts an entry, or replaces the one with its number, and adds to the counters of its scopes
   * what it counts more than before.
   *
   * @param before as it was; null for a new one
   */
  void put(@Nullable Entry before, Entry after);

  /** The last comparison; null before the first. */
  @Nullable Comparison lastComparison();

  /** Inserts a comparison, or replaces the one with its name. */
  void put(Comparison comparison);

  /**
   * What entries add up to that surely, and that perhaps, were charged in a time. A call that said
   * what it was charged later than {@link LedgerRules#LATE} after its entry counted may be missed.
   *
   * @param only the entries to look at; null for all
   */
  Comparison.Spent spent(
      Comparison.Reading from, Comparison.Reading to, @Nullable List<Entry> only);

  /** Entries that count before a time and are charged or cost nothing, the oldest first. */
  List<Entry> known(long before, int atMost);

  /** Deletes entries with their reservations. Counters stay. */
  void delete(List<Entry> entries);
}
