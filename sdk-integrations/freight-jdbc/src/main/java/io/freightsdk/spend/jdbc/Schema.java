package io.freightsdk.spend.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.jdbc.JdbcSpendStore.SchemaMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates and checks the tables, with scripts in the jar that Flyway and Liquibase can run too.
 * Scripts only add, so that an older release can use the tables of a newer one.
 */
final class Schema {
  private static final List<String> SCRIPTS = List.of("V1__freight_books.sql");
  private static final String VERSIONS = "freight_book_schema";
  private static final String OLD = "freight_spend_book";
  private static final int MAX_RUNS = 5;
  private static final Pattern TABLE =
      Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+) \\((.*?)\\n\\)", Pattern.DOTALL);
  private static final Pattern COLUMN = Pattern.compile("\\n  ([a-z_]+) ");

  private final Transactions transactions;
  private final SchemaMode mode;

  Schema(Transactions transactions, SchemaMode mode) {
    this.transactions = transactions;
    this.mode = mode;
  }

  /** Processes that create the tables at once may collide; then this tries again. */
  void prepare() {
    for (int run = 1; ; run++) {
      try {
        transactions.statements(this::prepare);
        return;
      } catch (SpendStoreException e) {
        if (run == MAX_RUNS || mode == SchemaMode.VALIDATE) throw e;
      }
    }
  }

  private boolean prepare(Sql sql) {
    boolean old = canRead(sql, OLD, "book") && !canRead(sql, "freight_book", "book");
    if (old) {
      throw new SpendStoreException(
          "spend store: the tables freight_spend_* are of a release that was never published; reconcile and drop them, then open the store again",
          new IllegalStateException("schema"),
          false);
    }
    if (mode != SchemaMode.VALIDATE) {
      boolean isThere = canRead(sql, VERSIONS, "version");
      if (mode == SchemaMode.MIGRATE && !isThere) throw missing(List.of(VERSIONS));
      long applied = isThere ? sql.number("SELECT MAX(version) FROM " + VERSIONS) : 0;
      for (long version = applied; version < SCRIPTS.size(); version++) {
        for (String statement : statements(SCRIPTS.get((int) version))) sql.script(statement);
      }
    }
    List<String> missing = new ArrayList<>();
    for (String script : SCRIPTS) {
      Matcher table = TABLE.matcher(text(script));
      while (table.find()) {
        boolean needed = !table.group(1).equals(VERSIONS);
        if (needed) findMissing(sql, table.group(1), table.group(2), missing);
      }
    }
    if (!missing.isEmpty()) throw missing(missing);
    JdbcBook.create(sql, transactions.name());
    return true;
  }

  private static void findMissing(Sql sql, String table, String body, List<String> missing) {
    List<String> columns = new ArrayList<>();
    Matcher column = COLUMN.matcher(body);
    while (column.find()) columns.add(column.group(1));
    if (canRead(sql, table, String.join(", ", columns))) return;
    List<String> unreadable = columns.stream().filter(name -> !canRead(sql, table, name)).toList();
    boolean noneIs = unreadable.size() == columns.size();
    if (noneIs) {
      missing.add(table);
    } else {
      for (String name : unreadable) missing.add(table + "." + name);
    }
  }

  private static boolean canRead(Sql sql, String table, String columns) {
    try {
      sql.list("SELECT " + columns + " FROM " + table + " WHERE 1 = 0", row -> true);
      return true;
    } catch (Sql.Failure e) {
      // A table that nobody could ask for is not missing.
      if (sql.isBroken()) throw e;
      return false;
    }
  }

  private SpendStoreException missing(List<String> what) {
    return new SpendStoreException(
        "spend store: missing or not readable: %s; run the scripts io/freightsdk/spend/jdbc/%s/V*.sql of the jar, or open the store with SchemaMode.CREATE"
            .formatted(String.join(", ", what), transactions.database().folder()),
        new IllegalStateException("schema"),
        false);
  }

  private List<String> statements(String script) {
    return Arrays.stream(text(script).replaceAll("(?m)^--.*\\n", "").split(";\\s*\n", -1))
        .filter(statement -> !statement.isBlank())
        .toList();
  }

  private String text(String script) {
    String name = transactions.database().folder() + "/" + script;
    try (InputStream in = Schema.class.getResourceAsStream(name)) {
      if (in == null) throw new IllegalStateException("the jar lacks " + name);
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
