package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.LimitPeriod;
import io.freightsdk.internal.ledger.rules.ScopePaths;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** The sums of limits, and the entries and totals of a filter. */
final class SpendQueries {
  /**
   * The comment is a hint to MySQL and MariaDB. Without it, they read all scopes of a ledger for a
   * scope that counts most of its entries. {@code %1$d} is the place of the sum among others.
   */
  private static final String SUM =
      """
      SELECT %1$d AS place, SUM(amount) AS total
      FROM freight_amount /*! FORCE INDEX (freight_amount_counts) */
      WHERE ledger = :ledger AND scope = :scope%1$d AND counted_at >= :since%1$d
        AND (:operation%1$d = '' OR operation = :operation%1$d)
      """;

  private static final String SUM_EVER =
      """
      SELECT %1$d AS place, SUM(amount) AS total FROM (
        SELECT operation, amount FROM freight_amount WHERE ledger = :ledger AND scope = :scope%1$d
        UNION ALL
        SELECT operation, amount FROM freight_purged
        WHERE ledger = :ledger AND scope = :scope%1$d) counted%1$d
      WHERE :operation%1$d = '' OR operation = :operation%1$d
      """;

  private static final String WHEN_SUM_REACHES =
      """
      SELECT MIN(counted_at) FROM (
        SELECT counted_at, SUM(amount) OVER (ORDER BY counted_at) AS reached FROM freight_amount
        WHERE ledger = :ledger AND scope = :scope AND counted_at >= :since
          AND (:operation = '' OR operation = :operation)) counted
      WHERE reached >= :sum
      """;

  /** The rest of the total is unknown. */
  private static final String TOTALS =
      """
      SELECT SUM(amount) AS total,
        SUM(CASE WHEN outcome = 'CHARGED' THEN amount ELSE 0 END) AS charged,
        SUM(CASE WHEN outcome = 'RESERVED' AND counted_at > :now THEN amount ELSE 0 END) AS reserved
      """;

  private static final String TOTALS_OF_SCOPE =
      TOTALS
          + """
          FROM (
            SELECT outcome, counted_at, amount FROM freight_amount
            WHERE ledger = :ledger AND scope = :scope
            UNION ALL
            SELECT 'CHARGED' AS outcome, 0 AS counted_at, amount FROM freight_purged
            WHERE ledger = :ledger AND scope = :scope) counted
          """;

  /** A condition matches everything where its value is empty. */
  private static final String MATCHES =
      """
        (:account = '' OR account = :account)
        AND (:operation = '' OR operation = :operation)
        AND created_at >= :from AND created_at < :to
        AND (:scope = 'client' OR id IN (
          SELECT entry_id FROM freight_amount WHERE ledger = :ledger AND scope = :scope))
        AND (:unknownOnly = 0
          OR outcome = 'UNKNOWN' OR (outcome = 'RESERVED' AND counted_at <= :now))
        AND (:uncertainOnly = 0 OR (outcome = 'CHARGED' AND min_amount < amount))
      """;

  // With id + 0, these use the index of the load or the reference. SQLite does not know that one
  // ledger has most of the rows, and would read along the primary key for a plain id.

  private static final String OF_LOAD =
      """
      FROM freight_entry WHERE ledger = :ledger AND id + 0 > :after AND id + 0 < :before
        AND load_number = :load AND LENGTH(load_number) = LENGTH(:load)
        AND (:reference = '' OR customer_ref = :reference
          AND LENGTH(customer_ref) = LENGTH(:reference)) AND
      """
          + MATCHES;

  private static final String OF_REFERENCE =
      """
      FROM freight_entry WHERE ledger = :ledger AND id + 0 > :after AND id + 0 < :before
        AND customer_ref = :reference AND LENGTH(customer_ref) = LENGTH(:reference) AND
      """
          + MATCHES;

  private static final String UNINDEXED =
      """
      FROM freight_entry WHERE ledger = :ledger AND id > :after AND id < :before AND
      """
          + MATCHES;

  private final Statements statements;
  private final Instant now;

  SpendQueries(Statements statements, Instant now) {
    this.statements = statements;
    this.now = now;
  }

  // --- limits ---

  List<BigDecimal> sums(List<LimitPeriod> periods) {
    if (periods.isEmpty()) return List.of();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < periods.size(); i++) {
      texts.add((periods.get(i).isEver() ? SUM_EVER : SUM).replace("%1$d", String.valueOf(i)));
    }
    Query query = statements.query(String.join("UNION ALL\n", texts));
    for (int i = 0; i < periods.size(); i++) {
      LimitPeriod period = periods.get(i);
      query.bind("scope" + i, period.scope()).bind("operation" + i, idOf(period.operation()));
      if (!period.isEver()) query.bind("since" + i, EpochMicros.of(period.since()));
    }
    return query
        .map((row, context) -> Map.entry(row.getInt("place"), NanoUsd.toUsd(row.getLong("total"))))
        .list()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .toList();
  }

  @Nullable Instant whenRunningTotalReaches(LimitPeriod period, BigDecimal sum) {
    return statements
        .query(WHEN_SUM_REACHES)
        .bind("scope", period.scope())
        .bind("operation", idOf(period.operation()))
        .bind("since", EpochMicros.of(period.since()))
        .bind("sum", NanoUsd.of(sum))
        .mapTo(Long.class)
        .findOne()
        .map(EpochMicros::instant)
        .orElse(null);
  }

  // --- filters ---

  SpendTotals totals(SpendFilter filter) {
    Query query =
        filter.includesPurged()
            ? statements
                .query(TOTALS_OF_SCOPE)
                .bind("scope", ScopePaths.of(filter.scope()))
                .bind("now", EpochMicros.of(now))
            : bind(statements.query(TOTALS + from(filter)), filter, 0, Long.MAX_VALUE);
    return query.map((row, context) -> totals(row)).one();
  }

  private static SpendTotals totals(ResultSet row) throws SQLException {
    long charged = row.getLong("charged");
    long reserved = row.getLong("reserved");
    return new SpendTotals(
        NanoUsd.toUsd(charged),
        NanoUsd.toUsd(row.getLong("total") - charged - reserved),
        NanoUsd.toUsd(reserved));
  }

  List<SpendEntry> entries(SpendFilter filter, long afterId, int atMost) {
    boolean isIndexed = filter.loadNumber() != null || filter.customerRef() != null;
    String order =
        " ORDER BY id"
            + (isIndexed ? " + 0" : "")
            + (filter.isNewestFirst() ? " DESC" : "")
            + " LIMIT :most";
    Query query = statements.query("SELECT * " + from(filter) + order);
    Query bound =
        filter.isNewestFirst()
            ? bind(query, filter, 0, afterId)
            : bind(query, filter, afterId, Long.MAX_VALUE);
    return bound.bind("most", atMost).map((row, context) -> EntryTable.entry(row, now)).list();
  }

  /** Three texts, which differ in the index that they use. */
  private static String from(SpendFilter filter) {
    if (filter.loadNumber() != null) return OF_LOAD;
    return filter.customerRef() != null ? OF_REFERENCE : UNINDEXED;
  }

  private Query bind(Query query, SpendFilter filter, long after, long before) {
    if (filter.loadNumber() != null) query.bind("load", filter.loadNumber());
    if (filter.loadNumber() != null || filter.customerRef() != null) {
      query.bind("reference", orEmpty(filter.customerRef()));
    }
    Instant from = filter.from();
    Instant to = filter.to();
    return query
        .bind("after", after)
        .bind("before", before)
        .bind("account", orEmpty(filter.accountId()))
        .bind("operation", idOf(filter.operation()))
        .bind("scope", ScopePaths.of(filter.scope()))
        .bind("from", from == null ? Long.MIN_VALUE : EpochMicros.of(from))
        .bind("to", to == null ? Long.MAX_VALUE : EpochMicros.of(to))
        .bind("unknownOnly", filter.isOnlyUnknown() ? 1 : 0)
        .bind("uncertainOnly", filter.isOnlyUncertainAmount() ? 1 : 0)
        .bind("now", EpochMicros.of(now));
  }

  private static String idOf(@Nullable Operation operation) {
    return operation == null ? "" : operation.id();
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
