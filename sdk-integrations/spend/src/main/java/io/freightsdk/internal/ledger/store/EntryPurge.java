package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.AccountTotals;
import io.freightsdk.spend.SpendEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Finds entries to purge, and replaces them by sums in {@code freight_purged} and {@code
 * freight_purged_account}.
 */
final class EntryPurge {
  private static final String PURGEABLE =
      """
      SELECT * FROM freight_entry
      WHERE ledger = :ledger AND counted_at < :before AND outcome IN ('CHARGED', 'NONE')
      ORDER BY id LIMIT :most
      """;

  private static final String DELETE_RESERVATIONS =
      "DELETE FROM freight_reservation WHERE ledger = :ledger AND entry_id = :id";

  private static final String DELETE_AMOUNTS =
      "DELETE FROM freight_amount WHERE ledger = :ledger AND entry_id = :id";

  private static final String DELETE_ENTRY =
      "DELETE FROM freight_entry WHERE ledger = :ledger AND id = :id";

  private static final String ADD_AMOUNT =
      """
      UPDATE freight_purged SET amount = amount + :amount
      WHERE ledger = :ledger AND scope = :scope AND operation = :operation
      """;

  private static final String INSERT_AMOUNT =
      """
      INSERT INTO freight_purged (ledger, scope, operation, amount)
      VALUES (:ledger, :scope, :operation, :amount)
      """;

  private static final String ADD_TOTALS =
      """
      UPDATE freight_purged_account SET min_amount = min_amount + :min, max_amount = max_amount + :max
      WHERE ledger = :ledger AND account = :account
      """;

  private static final String INSERT_TOTALS =
      """
      INSERT INTO freight_purged_account (ledger, account, min_amount, max_amount)
      VALUES (:ledger, :account, :min, :max)
      """;

  private final Statements statements;
  private final Instant now;

  EntryPurge(Statements statements, Instant now) {
    this.statements = statements;
    this.now = now;
  }

  int purge(Instant before, int atMost) {
    List<SpendEntry> entries =
        statements
            .query(PURGEABLE)
            .bind("before", EpochMicros.of(before))
            .bind("most", atMost)
            .map((row, context) -> EntryTable.entry(row, now))
            .list();
    if (entries.isEmpty()) return 0;
    // The sums are above 0: adding 0 changes no row, and some drivers report this like a missing
    // row.
    PurgedSums sums = PurgedSums.of(entries);
    sums.amounts().forEach(this::add);
    sums.accounts().forEach(this::add);
    List<Long> ids = entries.stream().map(SpendEntry::id).toList();
    for (String sql : List.of(DELETE_RESERVATIONS, DELETE_AMOUNTS, DELETE_ENTRY)) {
      statements.batch(sql, ids);
    }
    return entries.size();
  }

  private void add(PurgedSums.Key key, long amount) {
    addOrInsert(
        ADD_AMOUNT,
        INSERT_AMOUNT,
        Map.of("scope", key.scope(), "operation", key.operation(), "amount", amount));
  }

  private void add(String accountId, AccountTotals totals) {
    addOrInsert(
        ADD_TOTALS,
        INSERT_TOTALS,
        Map.of(
            "account",
            accountId,
            "min",
            NanoUsd.of(totals.minUsd()),
            "max",
            NanoUsd.of(totals.maxUsd())));
  }

  /** Adds amounts to a row, or inserts a missing row. */
  private void addOrInsert(String add, String insert, Map<String, Object> values) {
    boolean exists = statements.execute(add, values) > 0;
    if (!exists) statements.enqueueRow(insert).bindMap(values);
  }
}
