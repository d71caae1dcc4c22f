package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.AccountTotals;
import io.freightsdk.internal.ledger.store.Statements.Write;
import io.freightsdk.spend.SpendEntry;
import java.time.Instant;
import java.util.List;

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

  List<SpendEntry> purgeable(Instant before, int atMost) {
    return Statements.list(
        statements.query(PURGEABLE).bind("before", EpochMicros.of(before)).bind("most", atMost),
        (row, context) -> EntryTable.entry(row, now));
  }

  void purge(List<SpendEntry> entries) {
    // The sums are above 0: adding 0 changes no row, and some drivers report this like a missing
    // row.
    PurgedSums sums = PurgedSums.of(entries);
    sums.amounts().forEach(this::add);
    sums.accounts().forEach(this::add);
    List<Long> ids = entries.stream().map(SpendEntry::id).toList();
    for (String sql : List.of(DELETE_RESERVATIONS, DELETE_AMOUNTS, DELETE_ENTRY)) {
      statements.batch(sql, ids);
    }
  }

  private void add(PurgedSums.Key key, long amount) {
    boolean exists = statements.executeNow(bind(statements.prepare(ADD_AMOUNT), key, amount)) > 0;
    if (exists) return;
    bind(statements.enqueueRow(INSERT_AMOUNT), key, amount);
  }

  private static Write bind(Write write, PurgedSums.Key key, long amount) {
    return write
        .bind("scope", key.scope())
        .bind("operation", key.operation())
        .bind("amount", amount);
  }

  private void add(String accountId, AccountTotals totals) {
    boolean exists =
        statements.executeNow(bind(statements.prepare(ADD_TOTALS), accountId, totals)) > 0;
    if (exists) return;
    bind(statements.enqueueRow(INSERT_TOTALS), accountId, totals);
  }

  private static Write bind(Write write, String accountId, AccountTotals totals) {
    return write
        .bind("account", accountId)
        .bind("min", NanoUsd.of(totals.minUsd()))
        .bind("max", NanoUsd.of(totals.maxUsd()));
  }
}
