package io.freightsdk.internal.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * Tables that the first process makes which needs them. Where they are, a start only reads: DDL
 * would wait for every open transaction, and every later transaction for it. Where they are
 * missing, any number of processes may make them at once.
 */
public record Tables(List<Table> tables) {
  /** Of one statement: each process collides once or twice, and pauses in between. */
  private static final int MAX_RUNS = 8;

  /** A table and the columns that it must have. */
  public record Table(String name, List<String> columns) {
    public Table(String name, String columns) {
      this(name, List.of(columns.split(", ")));
    }
  }

  public static Tables of(Table... tables) {
    return new Tables(List.of(tables));
  }

  /**
   * Makes what is missing, on a connection with autocommit on.
   *
   * @param script statements of which each may run any number of times
   * @return what is missing now
   */
  public List<String> make(Sql sql, List<String> script) {
    if (missing(sql).isEmpty()) return List.of();
    for (String statement : script) run(sql, statement);
    return missing(sql);
  }

  /**
   * IF NOT EXISTS does not help who makes a table or an index at the same moment: PostgreSQL
   * answers with 23505 or 42P07, H2 with a general error, others with a deadlock. As the statement
   * may run again, it does, whatever it has met.
   */
  private static void run(Sql sql, String statement) {
    for (int run = 1; ; run++) {
      try {
        int unused = sql.update(statement);
        return;
      } catch (Sql.Failure e) {
        if (run == MAX_RUNS || !Connections.paused(run)) throw e;
      }
    }
  }

  /** Tables of which no column can be read, and columns that cannot. */
  public List<String> missing(Sql sql) {
    return tables.stream().flatMap(table -> missing(sql, table).stream()).toList();
  }

  private static List<String> missing(Sql sql, Table table) {
    if (sql.canRead(table.name, String.join(", ", table.columns))) return List.of();
    List<String> missing = new ArrayList<>();
    for (String column : table.columns) {
      if (!sql.canRead(table.name, column)) missing.add(table.name + "." + column);
    }
    return missing.size() == table.columns.size() ? List.of(table.name) : missing;
  }
}
