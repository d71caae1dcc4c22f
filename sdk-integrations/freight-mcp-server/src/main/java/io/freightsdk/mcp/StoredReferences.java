package io.freightsdk.mcp;

import io.freightsdk.agent.KnownReferences;
import io.freightsdk.spend.SpendStoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * References in the database of the books, so that they are known after a restart and in other
 * hosts. Uses SQL that H2, PostgreSQL and MariaDB have in common.
 */
record StoredReferences(DataSource database, String book) implements KnownReferences {
  /** Normalized text may be longer. Beyond this, references only look more alike. */
  private static final int LONGEST_FOLDED = 400;

  /** Creates the table if it is missing. */
  static StoredReferences open(DataSource database, String book) {
    StoredReferences references = new StoredReferences(database, book);
    try {
      references.create();
    } catch (SpendStoreException e) {
      // In PostgreSQL one of two processes that create the table at the same time fails.
      references.create();
    }
    return references;
  }

  private void create() {
    run(
        connection -> {
          String product = connection.getMetaData().getDatabaseProductName();
          // By themselves these take texts that differ in case for one.
          boolean isCareless = product.equals("MariaDB") || product.equals("MySQL");
          String exactly = isCareless ? " DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "";
          try (Statement statement = connection.createStatement()) {
            statement.execute(
                "CREATE TABLE IF NOT EXISTS freight_mcp_reference (book VARCHAR(64) NOT NULL,"
                    + " folded VARCHAR("
                    + LONGEST_FOLDED
                    + ") NOT NULL, customer_ref VARCHAR(200) NOT NULL,"
                    + " load_number VARCHAR(64), PRIMARY KEY (book, customer_ref))"
                    + exactly);
            statement.execute(
                "CREATE INDEX IF NOT EXISTS freight_mcp_reference_folded"
                    + " ON freight_mcp_reference (book, folded)");
          }
          return null;
        });
  }

  @Override
  public List<Known> alike(String folded) {
    List<Known> alike =
        run(
            connection -> {
              try (PreparedStatement query =
                  connection.prepareStatement(
                      "SELECT customer_ref, load_number FROM freight_mcp_reference"
                          + " WHERE book = ? AND folded = ?")) {
                query.setString(1, book);
                query.setString(2, cut(folded));
                List<Known> found = new ArrayList<>();
                try (ResultSet rows = query.executeQuery()) {
                  while (rows.next()) found.add(new Known(rows.getString(1), rows.getString(2)));
                }
                return found;
              }
            });
    return alike == null ? List.of() : alike;
  }

  @Override
  public void remember(String folded, Known known) {
    run(
        connection -> {
          boolean there =
              alike(folded).stream().anyMatch(one -> one.customerRef().equals(known.customerRef()));
          if (there && known.loadNumber() == null) return null;
          try (PreparedStatement write =
              connection.prepareStatement(
                  there
                      ? "UPDATE freight_mcp_reference SET load_number = ?, folded = ?"
                          + " WHERE book = ? AND customer_ref = ?"
                      : "INSERT INTO freight_mcp_reference (load_number, folded, book,"
                          + " customer_ref) VALUES (?, ?, ?, ?)")) {
            write.setString(1, known.loadNumber());
            write.setString(2, cut(folded));
            write.setString(3, book);
            write.setString(4, known.customerRef());
            write.executeUpdate();
          }
          return null;
        });
  }

  private static String cut(String folded) {
    return folded.substring(0, Math.min(LONGEST_FOLDED, folded.length()));
  }

  private interface Work<T> {
    @Nullable T on(Connection connection) throws SQLException;
  }

  private <T> @Nullable T run(Work<T> work) {
    try (Connection connection = database.getConnection()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw new SpendStoreException("references: the database cannot be read or written", e, true);
    }
  }
}
