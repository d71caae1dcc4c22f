package io.freightsdk.sql;

/** How the tables of the SDK come to be in a database. */
public enum SchemaMode {
  /** Missing tables are created: needs the right to create and alter tables. */
  CREATE,
  /**
   * The tables are only checked; the rights to read and write rows are enough. The scripts are in
   * the jars, one folder for each database. They can run any number of times, and have the names of
   * repeatable migrations of Flyway.
   */
  VALIDATE
}
