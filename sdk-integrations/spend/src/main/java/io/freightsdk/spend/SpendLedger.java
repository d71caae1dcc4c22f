package io.freightsdk.spend;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.ledger.Comparison;
import io.freightsdk.internal.ledger.LedgerRows;
import io.freightsdk.internal.ledger.LedgerRules;
import io.freightsdk.internal.ledger.LedgerStorage;
import io.freightsdk.internal.ledger.Micros;
import io.freightsdk.internal.ledger.NanoUsd;
import io.freightsdk.internal.ledger.Totals;
import io.freightsdk.internal.ledger.jdbc.JdbcLedger;
import io.freightsdk.internal.ledger.memory.MemoryLedger;
import io.freightsdk.internal.text.Require;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * The account of what one broker's calls cost: in memory, in a file that the programs of one
 * machine share, or in a database that all processes share. Its {@link #guard guards} reserve
 * before a call and record what became of it.
 *
 * <p>One ledger is one account, because {@link #compare} looks at one balance. Each method that
 * reads or changes it waits for its storage and throws {@link SpendLedgerException} if that fails.
 * Safe for concurrent use.
 *
 * <p>That limits hold is held by {@code LimitsHoldContract} and {@code LedgerModelTest}, over
 * threads and connections by {@code AtOnceIT}, over killed processes by {@code KilledProcessesIT};
 * what a comparison says by {@code ComparisonContract}; what a person settles by {@code
 * SettleContract}.
 */
public final class SpendLedger implements AutoCloseable {
  /** How many old entries that are known a ledger in memory keeps readable. */
  private static final int KEPT_ENTRIES = 10_000;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:@-]{1,64}");
  private static final int MAX_PAGE = 10_000;
  private static final int PURGED_AT_ONCE = 500;
  private static final int MAX_BY = 100;
  private static final int MAX_WHY = 1000;

  /** Newest limits of calls whose use is told. */
  private static final int REMEMBERED_LIMITS = 1000;

  private final LedgerStorage storage;

  /** The client's limits of all guards. Guarded by {@link #ofCalls}, as that by itself. */
  private final Set<SpendLimit> ofGuards = new LinkedHashSet<>();

  /** Those that calls of this process have brought, the newest last. */
  private final Map<SpendLimit, SpendLimit> ofCalls =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SpendLimit, SpendLimit> eldest) {
          return size() > REMEMBERED_LIMITS;
        }
      };

  SpendLedger(LedgerStorage storage) {
    this.storage = storage;
  }

  /**
   * A ledger in memory, which is lost with the process. Of the entries that are older than two days
   * and known it keeps the newest 10,000; limits and totals count the others as before.
   */
  public static SpendLedger inMemory() {
    return inMemory(MachineTime.UTC);
  }

  /** A ledger in memory that goes by a clock, for tests that move time. */
  public static SpendLedger inMemory(Clock clock) {
    return new SpendLedger(new MemoryLedger(Require.nonNull(clock, "clock"), KEPT_ENTRIES));
  }

  /**
   * A ledger in a file of SQLite, which the programs of one machine share; it is made if it is
   * missing, with its folder. Needs the dependency {@code org.xerial:sqlite-jdbc}.
   *
   * <p>The file has to be on a disk of this machine, and neither it nor a folder above it may be
   * changed by other users. While it is open two more files lie beside it. Whoever deletes it has a
   * new budget.
   *
   * @throws SpendLedgerException if it cannot be opened, is no file of SQLite, or other users can
   *     change it, or if the dependency is missing
   */
  public static SpendLedger file(Path path) {
    return new SpendLedger(JdbcLedger.open(Require.nonNull(path, "path"), null));
  }

  /**
   * A ledger in a database that processes share: PostgreSQL, MySQL, MariaDB or SQLite, and H2 for
   * tests and one process. It is made if it is missing; its tables have to be there, but for SQLite
   * and H2.
   *
   * @param name of the ledger within the database: 1 to 64 letters, digits and {@code . _ : @ -}
   * @throws SpendLedgerException if the database is not reachable, denies access, lacks a table or
   *     has a pool of one connection, or if an H2 file may lose what was committed
   * @see #createTables
   */
  public static SpendLedger jdbc(DataSource dataSource, String name) {
    Require.nonNull(dataSource, "dataSource");
    if (!NAME.matcher(Require.nonNull(name, "name")).matches()) {
      throw new IllegalArgumentException(
          "name: expected 1 to 64 letters, digits or . _ : @ -, got \"" + name + "\"");
    }
    return new SpendLedger(JdbcLedger.open(dataSource, name, null));
  }

  /**
   * Makes the tables of ledgers that are missing in a database. Any number of processes may do so
   * at once. The same statements are in the jar, in {@code io/freightsdk/spend/ledger}.
   */
  public static void createTables(DataSource dataSource) {
    JdbcLedger.createTables(Require.nonNull(dataSource, "dataSource"));
  }

  /** A guard for a client: its calls are under these limits and those of their scopes. */
  public LedgerGuard guard(SpendLimits limits) {
    LedgerGuard guard = new LedgerGuard(this, storage, Require.nonNull(limits, "limits"));
    synchronized (ofCalls) {
      ofGuards.addAll(limits.in(SpendScope.CLIENT));
    }
    return guard;
  }

  /** A guard without limits of its own. */
  public LedgerGuard guard() {
    return guard(SpendLimits.none());
  }

  /** The totals of all entries since the ledger was made. */
  public SpendTotals totals() {
    return totals(SpendFilter.all());
  }

  /**
   * What the entries that match add up to, and the use of limits. For everything, or a scope, what
   * was deleted is included; other filters add up the entries that are kept.
   */
  public SpendTotals totals(SpendFilter filter) {
    Require.nonNull(filter, "filter");
    List<SpendLimit> limits = limitsOf(filter);
    return storage.read(
        rows -> {
          Totals found = rows.totals(filter.internal());
          return new SpendTotals(
              NanoUsd.toUsd(found.charged()),
              NanoUsd.toUsd(found.unknown()),
              NanoUsd.toUsd(found.reserved()),
              uses(limits, rows.counted(limits)));
        });
  }

  private List<SpendLimit> limitsOf(SpendFilter filter) {
    Set<SpendLimit> limits = new LinkedHashSet<>();
    if (filter.scope() != null) limits.addAll(filter.scope().limits());
    synchronized (ofCalls) {
      limits.addAll(ofGuards);
      if (filter.scope() == null) limits.addAll(ofCalls.keySet());
    }
    return List.copyOf(limits);
  }

  /** Remembers the limits of a call, so that totals tell their use. */
  void remember(Iterable<SpendLimit> limits) {
    synchronized (ofCalls) {
      for (SpendLimit limit : limits) ofCalls.put(limit, limit);
    }
  }

  private static List<LimitUse> uses(List<SpendLimit> limits, List<Long> counted) {
    List<LimitUse> uses = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      SpendLimit limit = limits.get(i);
      long cap = NanoUsd.cap(limit.capUsd());
      long used = counted.get(i);
      double share = cap == 0 ? 1 : (double) used / cap;
      uses.add(
          new LimitUse(limit, NanoUsd.toUsd(used), NanoUsd.toUsd(Math.max(0, cap - used)), share));
    }
    return List.copyOf(uses);
  }

  /**
   * The next entries that match after a given one, the oldest first.
   *
   * @param afterId {@link SpendEntry#id()} of the last entry of the page before; 0 for the first
   *     page
   * @param atMost size of the page, 1 to 10,000
   */
  public List<SpendEntry> entries(SpendFilter filter, long afterId, int atMost) {
    Require.nonNull(filter, "filter");
    if (atMost < 1 || atMost > MAX_PAGE) {
      throw new IllegalArgumentException("atMost: expected 1 to 10,000, got " + atMost);
    }
    return storage.read(
        rows ->
            rows.entries(filter.internal(), afterId, atMost).stream()
                .map(entry -> SpendEntry.of(entry, rows.now()))
                .toList());
  }

  /**
   * Says of an unknown entry whether it was charged: the word of a person who knows. A call that
   * says otherwise later is believed.
   *
   * @param charged true if it cost the most that it may have, false if nothing
   * @param by who says so, 1 to 100 characters
   * @param why 1 to 1,000 characters
   * @return the entry as it is now
   * @throws IllegalArgumentException if it is not unknown
   */
  public SpendEntry settle(long entryId, boolean charged, String by, String why) {
    requireText(by, "by", MAX_BY);
    requireText(why, "why", MAX_WHY);
    return storage.change(
        rows -> SpendEntry.of(new LedgerRules(rows).settle(entryId, charged, by, why), rows.now()));
  }

  private static void requireText(String text, String name, int atMost) {
    if (Require.notBlank(text, name).length() > atMost) {
      throw new IllegalArgumentException(
          "%s: expected at most %,d characters, got %,d".formatted(name, atMost, text.length()));
    }
  }

  /**
   * Compares the ledger with the balance of the client's account, and keeps the result as a row. It
   * settles nothing and changes no limit. What calls on their way cost lies between the least and
   * the most, so look at a difference that stays.
   *
   * @throws io.freightsdk.error.FreightException if the balance cannot be read
   */
  public BalanceComparison compare(FreightClient client) {
    Require.nonNull(client, "client");
    return compare(
        () ->
            Objects.requireNonNull(
                client.getBalance().balanceUsd(),
                "the service answered getBalance without balanceUsd"));
  }

  BalanceComparison compare(Supplier<BigDecimal> balanceUsd) {
    String name = UUID.randomUUID().toString();
    Comparison made;
    do {
      long from = storage.read(LedgerRows::now);
      long balance = NanoUsd.of(balanceUsd.get());
      long to = storage.read(LedgerRows::now);
      Comparison.Reading reading = new Comparison.Reading(balance, from, to);
      made = storage.change(rows -> new LedgerRules(rows).compare(name, reading));
    } while (made == null);
    return BalanceComparison.of(made);
  }

  /**
   * Deletes entries from before a time. The last two days stay, because a call may still say what
   * became of it, and so does what is unknown. Limits and totals count what was deleted.
   *
   * @return how many were deleted
   */
  public long purge(Instant before) {
    long time = Micros.of(Require.nonNull(before, "before"));
    long all = 0;
    int some;
    do {
      some = storage.change(rows -> new LedgerRules(rows).purge(time, PURGED_AT_ONCE));
      all += some;
    } while (some == PURGED_AT_ONCE);
    return all;
  }

  /** Closes what the ledger opened; a {@code DataSource} stays open. Idempotent. */
  @Override
  public void close() {
    storage.close();
  }
}
