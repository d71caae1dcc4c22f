package io.freightsdk.spend;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of what one account's calls cost: in memory, in a file that the processes of one
 * machine share, or in a database that all processes share. Its {@link #guard guards} reserve
 * before a call and book after it.
 *
 * <p>One ledger is for one account, because {@link #reconcile} compares one balance. Each method
 * that reads or changes it throws {@link SpendLedgerException} if it cannot. Totals and entries
 * include each call of this process that has ended, unless its end cannot be stored now. Safe for
 * concurrent use.
 */
public interface SpendLedger extends AutoCloseable {
  /**
   * A ledger in memory, which is lost with the process: after a restart repeated keys count again.
   * It keeps the newest 10,000 closed entries, keys for two days after their day, and a scope that
   * is not used for 31 days is forgotten with its totals.
   */
  static SpendLedger inMemory() {
    return builder().inMemory();
  }

  /**
   * A ledger in a file of SQLite, which the processes of one machine share; it is created if it is
   * missing, with its folder. Needs the dependency {@code org.xerial:sqlite-jdbc}.
   *
   * <p>The file has to be on a disk of this machine, and neither it nor a folder above it may be
   * changed by other users. While it is open two more files lie beside it. Whoever deletes it has a
   * new budget.
   *
   * @throws SpendLedgerException if it cannot be opened
   */
  static SpendLedger file(Path path) {
    return builder().file(path);
  }

  /**
   * A ledger in a database that processes share: PostgreSQL, MariaDB, MySQL or H2. Missing tables
   * are made.
   *
   * @param name of the ledger within the database: 1 to 64 letters, digits and {@code . _ : @ -}
   */
  static SpendLedger jdbc(DataSource dataSource, String name) {
    return builder().jdbc(dataSource, name);
  }

  static SpendLedgerBuilder builder() {
    return new SpendLedgerBuilder();
  }

  /** A guard for a client: its calls are under these limits and those of their scopes. */
  LedgerGuard guard(SpendLimits limits);

  /** A guard without limits of its own. */
  default LedgerGuard guard() {
    return guard(SpendLimits.none());
  }

  /** The totals of all entries since the ledger was created. */
  default SpendTotals totals() {
    return totals(SpendFilter.all());
  }

  /**
   * The totals of the entries that match. For everything, or a scope, the cost is constant and what
   * was deleted is included; other filters add up the entries that are kept.
   */
  SpendTotals totals(SpendFilter filter);

  /**
   * What is set aside in USD for calls that have not ended, those of other processes and of dead
   * ones included: limits count it, and {@link #totals} do not.
   */
  BigDecimal reservedUsd();

  /**
   * The newest 1,000 limits that calls of this process brought, and their use now. Waits for nobody
   * who writes; for gauges.
   */
  List<LimitUse> limits();

  /**
   * The kept rows that match, oldest first, as one list. For more than fit in memory use {@link
   * #stream} or {@link #page}.
   */
  default List<SpendEntry> entries(SpendFilter filter) {
    return stream(filter).toList();
  }

  /** The kept rows that match, oldest first, read page by page while the stream is consumed. */
  Stream<SpendEntry> stream(SpendFilter filter);

  /**
   * The next kept rows that match after a given one, oldest first.
   *
   * @param afterId {@link SpendEntry#id()} of the last row of the page before; 0 for the first page
   * @param atMost size of the page, 1 to 10,000
   */
  List<SpendEntry> page(SpendFilter filter, long afterId, int atMost);

  /**
   * Compares the ledger with the balance that the client's account has, and settles unknown entries
   * where that leaves no doubt. Reads price list and balance through the client; both are free.
   *
   * <p>Always answers, also while calls are on their way. Call it once at the start, and then each
   * ten minutes or so; the first comparison of a day (UTC) starts again from the balance, after it
   * has settled what it can. A settlement holds if nobody else moves money untold in the size of an
   * entry, and no price rose and fell unread.
   *
   * @throws io.freightsdk.error.FreightException if prices or balance cannot be read
   */
  Reconciliation reconcile(FreightClient client);

  /**
   * {@link #reconcile} for who reads price list and balance himself.
   *
   * @param prices asked first, once; what it throws is thrown
   * @param balance asked after the prices, once; what it throws is thrown
   */
  Reconciliation compare(Supplier<Pricing> prices, Supplier<Balance> balance);

  /** What the last comparison found, in whatever process; null before the first. */
  @Nullable Reconciliation lastReconciliation();

  /**
   * Says whether open entries were charged, all of them or none: the word of a person who knows. A
   * call that says otherwise later is believed, and a repeat of a key reserves its price as before.
   *
   * @param charged true if they cost the most that they may have, false if nothing
   * @param who 1 to 100 characters, for the row that remembers it
   * @param why 1 to 1,000 characters
   * @return the entries as they are now
   * @throws IllegalArgumentException if one of them is not open; then none is settled
   */
  List<SpendEntry> settle(Collection<Long> entryIds, boolean charged, String who, String why);

  /**
   * Records money that no call of this ledger moved: a positive amount in USD for a top-up, a
   * negative one for spending of others. Limits do not count it; {@link #reconcile} does.
   *
   * @param amountUsd at most 9 decimals
   * @param who 1 to 100 characters
   * @param why 1 to 1,000 characters
   * @return the row that remembers it
   */
  SpendEntry adjust(BigDecimal amountUsd, String who, String why);

  /**
   * {@link #adjust(BigDecimal, String, String)} with the amount as text, such as {@code "25.00"}.
   */
  default SpendEntry adjust(String amountUsd, String who, String why) {
    return adjust(Require.signedUsd(amountUsd, "amountUsd"), who, why);
  }

  /**
   * Deletes rows from before a time, and with them the idempotency keys that they know. The last
   * two days stay, because a call may still say what became of it, and so does what is unknown.
   * Limits and totals still count what was deleted.
   *
   * @return how many rows were deleted
   */
  long purge(Instant before);

  /** What integrations remember beside the money. */
  LedgerMemory memory();

  /**
   * Stores what is kept, for at most 10 seconds, and closes what the ledger opened; a {@code
   * DataSource} stays open. What could not be stored by then is logged. Idempotent.
   */
  @Override
  void close();
}
