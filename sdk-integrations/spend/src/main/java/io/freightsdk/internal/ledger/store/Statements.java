package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Dialect;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one change or read of a ledger, in which writes wait until the next query or
 * {@link #flush}. PostgreSQL accepts several writes in one round trip.
 */
final class Statements {
  private static final Pattern PARAMETER = Pattern.compile(":(\\w+)");

  /** A statement that writes rows. */
  static final class Write {
    private final String sql;
    private final boolean writesRow;
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    private Write(String sql, boolean writesRow, String ledger) {
      this.sql = sql;
      this.writesRow = writesRow;
      this.values.put("ledger", ledger);
    }

    Write bind(String name, @Nullable Object value) {
      values.put(name, value);
      return this;
    }

    Write bindMap(Map<String, Object> values) {
      this.values.putAll(values);
      return this;
    }
  }

  private final Handle handle;
  private final Dialect dialect;
  private final String ledger;
  private final List<Write> waiting = new ArrayList<>();
  private boolean hasWrites;

  Statements(Handle handle, Dialect dialect, String ledger) {
    this.handle = handle;
    this.dialect = dialect;
    this.ledger = ledger;
  }

  /** Whether the transaction has to be committed. */
  boolean hasWrites() {
    return hasWrites;
  }

  // --- queries ---

  /** Sends the waiting writes, then creates a query. */
  Query query(String sql) {
    flush();
    return handle.createQuery(sql).bind("ledger", ledger);
  }

  // --- writes ---

  /** Enqueues a statement that inserts a row, or certainly changes one. */
  Write enqueueRow(String sql) {
    return add(new Write(sql, true, ledger));
  }

  /** Enqueues a statement that may change no row. */
  Write enqueue(String sql) {
    return add(new Write(sql, false, ledger));
  }

  private Write add(Write write) {
    hasWrites = true;
    waiting.add(write);
    return write;
  }

  /** Executes a statement immediately, and returns the number of its rows. */
  int execute(String sql, Map<String, Object> values) {
    flush();
    hasWrites = true;
    return handle.createUpdate(sql).bind("ledger", ledger).bindMap(values).execute();
  }

  /** Executes a statement for each id. */
  void batch(String sql, List<Long> ids) {
    flush();
    hasWrites = true;
    PreparedBatch batch = handle.prepareBatch(sql);
    for (long id : ids) {
      batch.bind("ledger", ledger).bind("id", id).add();
    }
    batch.execute();
  }

  /** Sends the waiting writes. */
  void flush() {
    if (waiting.isEmpty()) return;
    List<Write> writes = List.copyOf(waiting);
    waiting.clear();
    if (dialect == Dialect.POSTGRESQL && writes.size() > 1) {
      executeTogether(writes);
      return;
    }
    for (Write write : writes) {
      require(write, handle.createUpdate(write.sql).bindMap(write.values).execute());
    }
  }

  /** Executes writes in one round trip. Their parameters get the number of the write. */
  private void executeTogether(List<Write> writes) {
    List<String> texts = new ArrayList<>();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 0; i < writes.size(); i++) {
      String prefix = "w" + i + "_";
      texts.add(PARAMETER.matcher(writes.get(i).sql).replaceAll(":" + prefix + "$1"));
      writes.get(i).values.forEach((name, value) -> values.put(prefix + name, value));
    }
    Update together = handle.createUpdate(String.join(";\n", texts)).bindMap(values);
    List<Integer> counts =
        together.execute(
            (supplier, context) -> {
              try (context) {
                PreparedStatement executed = supplier.get();
                List<Integer> rows = new ArrayList<>();
                do {
                  rows.add(executed.getUpdateCount());
                } while (executed.getMoreResults() || executed.getUpdateCount() >= 0);
                return rows;
              }
            });
    for (int i = 0; i < writes.size(); i++) require(writes.get(i), counts.get(i));
  }

  /**
   * With a pooler that mixes up prepared statements, nothing fails and nothing is written.
   *
   * @param rows number of rows that the write inserted or changed
   */
  private static void require(Write write, int rows) {
    if (write.writesRow && rows == 0) throw Database.conflict("a row was not written");
  }
}
