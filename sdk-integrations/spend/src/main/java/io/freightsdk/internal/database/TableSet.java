package io.freightsdk.internal.database;

/** The tables that are made together, by one script for each database. */
public enum TableSet {
  LEDGER("ledger", "ledger/", "/R__freight_ledger.sql", "SpendLedger.createTables"),
  POSITIONS(
      "position cache", "positions/", "/R__freight_position.sql", "JdbcPositionCache.createTables");

  /** What messages and threads call their user, after "the". */
  final String noun;

  /** The method that makes the tables. */
  final String creator;

  private final String folder;
  private final String file;

  TableSet(String noun, String folder, String file, String creator) {
    this.noun = noun;
    this.folder = folder;
    this.file = file;
    this.creator = creator;
  }

  /** The path of its script in the jar. */
  String script(Database database) {
    return "io/freightsdk/spend/" + folder + database.folder() + file;
  }
}
