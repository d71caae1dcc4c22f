package io.freightsdk.examples.mcphttp;

import io.freightsdk.agent.ToolMemory;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Which order has which load, in the database of the ledger: no instance pays for an order of
 * another one. A change locks the row without a name, so changes follow each other.
 */
@Component
class OrdersInDatabase implements ToolMemory, ToolMemory.Rows {
  private final JdbcTemplate database;
  private final TransactionTemplate transactions;

  OrdersInDatabase(JdbcTemplate database, TransactionTemplate transactions) {
    this.database = database;
    this.transactions = transactions;
  }

  @Override
  public <T extends @Nullable Object> T change(Function<Rows, T> change) {
    return transactions.execute(
        transaction -> {
          database.queryForObject("SELECT body FROM orders WHERE id = '' FOR UPDATE", String.class);
          return change.apply(this);
        });
  }

  @Override
  public @Nullable String read(String id) {
    return database.queryForList("SELECT body FROM orders WHERE id = ?", String.class, id).stream()
        .findFirst()
        .orElse(null);
  }

  @Override
  public void write(String id, String text) {
    if (database.update("UPDATE orders SET body = ? WHERE id = ?", text, id) > 0) return;
    database.update("INSERT INTO orders (body, id) VALUES (?, ?)", text, id);
  }

  @Override
  public void delete(String id) {
    database.update("DELETE FROM orders WHERE id = ?", id);
  }

  /** Ids have no character that LIKE takes for a pattern, except for the underscore. */
  @Override
  public SortedMap<String, String> list(String prefix) {
    SortedMap<String, String> rows = new TreeMap<>();
    database.query(
        "SELECT id, body FROM orders WHERE id LIKE ?",
        row -> {
          rows.put(row.getString("id"), row.getString("body"));
        },
        prefix + "%");
    rows.keySet().removeIf(id -> id.isEmpty() || !id.startsWith(prefix));
    return rows;
  }
}
