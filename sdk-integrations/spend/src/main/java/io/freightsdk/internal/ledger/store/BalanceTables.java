package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.AccountTotals;
import io.freightsdk.internal.ledger.rules.BalanceReading;
import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.BalanceComparison;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables {@code freight_comparison} and {@code freight_adjustment}, and the totals of accounts
 * for comparisons.
 */
final class BalanceTables {
  private static final String ACCOUNT_TOTALS =
      """
      SELECT account, SUM(min_amount) AS min_amount, SUM(max_amount) AS max_amount,
        SUM(adjustments) AS adjustments
      FROM (
        SELECT account, min_amount + refunded AS min_amount, amount + refunded AS max_amount,
          0 AS adjustments
        FROM freight_entry WHERE ledger = :ledger
        UNION ALL
        SELECT account, min_amount, max_amount, 0 AS adjustments
        FROM freight_purged_account WHERE ledger = :ledger
        UNION ALL
        SELECT account, 0 AS min_amount, 0 AS max_amount, amount AS adjustments
        FROM freight_adjustment WHERE ledger = :ledger) totals
      GROUP BY account
      """;

  private static final String FIRST_READING =
      """
      SELECT compared_at, balance, ledger_min AS min_amount, ledger_max AS max_amount,
        ledger_adjustments AS adjustments
      FROM freight_comparison WHERE ledger = :ledger AND account = :account
      ORDER BY id LIMIT 1
      """;

  private static final String INSERT_COMPARISON =
      """
      INSERT INTO freight_comparison (ledger, id, account, compared_at, balance, ledger_min,
        ledger_max, ledger_adjustments, debited, min_amount, max_amount, adjustments, unexplained)
      VALUES (:ledger, :id, :account, :at, :balance, :ledgerMin,
        :ledgerMax, :ledgerAdjustments, :debited, :min, :max, :adjustments, :unexplained)
      """;

  private static final String COUNT_ADJUSTMENTS =
      "SELECT COUNT(*) FROM freight_adjustment WHERE ledger = :ledger AND id = :id";

  private static final String INSERT_ADJUSTMENT =
      """
      INSERT INTO freight_adjustment
        (ledger, id, account, recorded_at, amount, load_number, recorded_by, why)
      VALUES (:ledger, :id, :account, :at, :amount, :loadNumber, :by, :why)
      """;

  private static final String ADJUSTMENTS =
      """
      SELECT account, recorded_at, amount, load_number, recorded_by, why FROM freight_adjustment
      WHERE ledger = :ledger AND recorded_at >= :from AND recorded_at < :to
      ORDER BY recorded_at, id
      """;

  private final Statements statements;

  BalanceTables(Statements statements) {
    this.statements = statements;
  }

  Map<String, AccountTotals> accountTotals() {
    return statements
        .query(ACCOUNT_TOTALS)
        .map((row, context) -> Map.entry(row.getString("account"), totals(row)))
        .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
  }

  private static AccountTotals totals(ResultSet row) throws SQLException {
    return new AccountTotals(
        NanoUsd.toUsd(row.getLong("min_amount")),
        NanoUsd.toUsd(row.getLong("max_amount")),
        NanoUsd.toUsd(row.getLong("adjustments")));
  }

  @Nullable BalanceReading firstReading(String accountId) {
    return statements
        .query(FIRST_READING)
        .bind("account", accountId)
        .map(
            (row, context) ->
                new BalanceReading(
                    EpochMicros.instant(row.getLong("compared_at")),
                    NanoUsd.toUsd(row.getLong("balance")),
                    totals(row)))
        .findOne()
        .orElse(null);
  }

  void insert(long id, BalanceReading reading, BalanceComparison comparison) {
    AccountTotals totals = reading.totals();
    statements
        .enqueueRow(INSERT_COMPARISON)
        .bind("id", id)
        .bind("account", comparison.accountId())
        .bind("at", EpochMicros.of(reading.at()))
        .bind("balance", NanoUsd.of(reading.balanceUsd()))
        .bind("ledgerMin", NanoUsd.of(totals.minUsd()))
        .bind("ledgerMax", NanoUsd.of(totals.maxUsd()))
        .bind("ledgerAdjustments", NanoUsd.of(totals.adjustmentsUsd()))
        .bind("debited", NanoUsd.of(comparison.debitedUsd()))
        .bind("min", NanoUsd.of(comparison.minUsd()))
        .bind("max", NanoUsd.of(comparison.maxUsd()))
        .bind("adjustments", NanoUsd.of(comparison.adjustmentsUsd()))
        .bind("unexplained", NanoUsd.of(comparison.unexplainedUsd()));
  }

  void insertIfAbsent(String id, BalanceAdjustment adjustment) {
    boolean exists = statements.query(COUNT_ADJUSTMENTS).bind("id", id).mapTo(Long.class).one() > 0;
    if (exists) return;
    statements
        .enqueueRow(INSERT_ADJUSTMENT)
        .bind("id", id)
        .bind("account", adjustment.accountId())
        .bind("at", EpochMicros.of(adjustment.recordedAt()))
        .bind("amount", NanoUsd.of(adjustment.amountUsd()))
        .bind("loadNumber", adjustment.loadNumber())
        .bind("by", adjustment.recordedBy())
        .bind("why", adjustment.why());
  }

  List<BalanceAdjustment> adjustments(Instant from, Instant to) {
    return statements
        .query(ADJUSTMENTS)
        .bind("from", EpochMicros.of(from))
        .bind("to", EpochMicros.of(to))
        .map(
            (row, context) ->
                new BalanceAdjustment(
                    EpochMicros.instant(row.getLong("recorded_at")),
                    row.getString("account"),
                    NanoUsd.toUsd(row.getLong("amount")),
                    row.getString("load_number"),
                    row.getString("recorded_by"),
                    row.getString("why")))
        .list();
  }
}
