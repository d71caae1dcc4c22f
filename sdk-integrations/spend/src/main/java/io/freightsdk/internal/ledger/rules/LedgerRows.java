package io.freightsdk.internal.ledger.rules;

import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a ledger within one change or read. Decides nothing. Used by one thread. */
public interface LedgerRows {
  /** The time of the ledger in microseconds, the same for the whole change. */
  Instant now();

  /**
   * The number of the change, higher than the numbers of all earlier changes. The change creates at
   * most one entry or comparison, which has this number.
   */
  long changeNumber();

  // --- entries and their reservations ---

  /**
   * Returns the entry of a reservation; without one, the newest entry of an account's key that may
   * have cost something.
   */
  @Nullable StoredEntry entryFor(String reservationId, String accountId, @Nullable String key);

  @Nullable StoredEntry entry(long entryId);

  /** Whether another entry of the account's key was charged for a load. */
  boolean hasPaidFor(String loadId, String accountId, String key, long otherThanEntry);

  /** Returns the load number of the reference's newest entry that has one; null for none. */
  @Nullable String loadNumberOf(String accountId, String customerRef);

  /** Sets the load number of the reference's entries that have none. */
  void setLoadNumberIfAbsent(String accountId, String customerRef, String loadNumber);

  /**
   * Inserts an entry, and its amount in each enclosing scope. Insert or update its reservations,
   * too.
   */
  void insert(StoredEntry entry);

  /**
   * Updates an entry, and its amount in each enclosing scope. Insert or update its changed
   * reservations, too.
   */
  void update(StoredEntry entry);

  void insert(StoredReservation reservation);

  /** Updates a reservation, including its entry. */
  void update(StoredReservation reservation);

  // --- amounts ---

  /** Returns the sum of each period, in their order. */
  List<BigDecimal> sums(List<LimitPeriod> periods);

  /**
   * Adds up the amounts of a period, the earliest first, until they reach a sum. Returns the time
   * at which the last amount counts; null if all amounts are less.
   */
  @Nullable Instant whenRunningTotalReaches(LimitPeriod period, BigDecimal sum);

  /**
   * The totals of the entries that match, including purged entries if the filter has at most a
   * scope.
   */
  SpendTotals totals(SpendFilter filter);

  /** The next entries that match after the one with this id, in the order of the filter. */
  List<SpendEntry> entries(SpendFilter filter, long afterId, int atMost);

  // --- comparisons ---

  /** The totals of each account with an entry or adjustment, including purged entries. */
  Map<String, AccountTotals> accountTotals();

  /** The balance of the account's first comparison; null before it. */
  @Nullable BalanceReading firstReading(String accountId);

  void insert(long id, BalanceReading reading, BalanceComparison comparison);

  /** Inserts an adjustment, unless its id is stored: then its change is repeated. */
  void insertIfAbsent(String id, BalanceAdjustment adjustment);

  /** The adjustments that were recorded in a period, the oldest first. */
  List<BalanceAdjustment> adjustments(Instant from, Instant to);

  // --- purging ---

  /**
   * Deletes entries that count before a time and are charged or free, the oldest first, with their
   * reservations, and adds them to the sums of purged entries. Returns the number of deleted
   * entries.
   */
  int purge(Instant before, int atMost);
}
