package io.freightsdk.examples.outbox;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.FreightJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Creations that are stored before they are sent. A crash at any step leaves a row that {@link
 * #send} repeats without paying again: the service knows its {@code Idempotency-Key} for 24 hours
 * and its {@code customerRef} for ever.
 */
final class Outbox {
  static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS load_outbox (
        order_id VARCHAR(64) PRIMARY KEY,
        input VARCHAR(20000) NOT NULL,
        idempotency_key VARCHAR(255) NOT NULL,
        load_number VARCHAR(32),
        failure VARCHAR(1000))
      """;

  /** The steps of a creation, reported after each one, for logs and for tests that crash there. */
  enum Step {
    STORED,
    CALLED,
    FINISHED
  }

  private final DataSource database;
  private final FreightClient freight;
  private final Consumer<Step> progress;

  Outbox(DataSource database, FreightClient freight, Consumer<Step> progress) {
    this.database = database;
    this.freight = freight;
    this.progress = progress;
  }

  /**
   * Stores the creation. Call it in the transaction that stores the order, so that both are stored
   * or neither. The key is derived from the content, so the same order stored again has the same
   * key.
   */
  static void store(Connection transaction, String orderId, CreateLoadInput wish)
      throws SQLException {
    CreateLoadInput input = wish.toBuilder().customerRef(orderId).build();
    try (PreparedStatement insert =
        transaction.prepareStatement(
            "INSERT INTO load_outbox (order_id, input, idempotency_key) VALUES (?, ?, ?)")) {
      insert.setString(1, orderId);
      insert.setString(2, FreightJson.adapter(CreateLoadInput.class).toJson(input));
      insert.setString(3, IdempotencyKeys.derivedFrom("outbox", input));
      insert.executeUpdate();
    }
  }

  /** Sends the stored creations that have no load yet. Several processes may do this at once. */
  void send() throws SQLException {
    for (Wish wish : open()) {
      progress.accept(Step.STORED);
      try {
        CallOptions options = CallOptions.builder().idempotencyKey(wish.key()).build();
        CreateLoadOutcome load = freight.createLoad(wish.input(), options);
        progress.accept(Step.CALLED);
        finish(wish.orderId(), load.loadNumber(), null);
        progress.accept(Step.FINISHED);
      } catch (FreightException failed) {
        // The row stays open. The message holds no key, link or phone number.
        finish(wish.orderId(), null, failed.getMessage());
      }
    }
  }

  private record Wish(String orderId, CreateLoadInput input, String key) {}

  private List<Wish> open() throws SQLException {
    List<Wish> wishes = new ArrayList<>();
    try (Connection connection = database.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT order_id, input, idempotency_key FROM load_outbox"
                    + " WHERE load_number IS NULL ORDER BY order_id");
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        wishes.add(new Wish(rows.getString(1), input(rows.getString(2)), rows.getString(3)));
      }
    }
    return wishes;
  }

  private static CreateLoadInput input(String json) {
    try {
      return FreightJson.adapter(CreateLoadInput.class).fromJson(json);
    } catch (IOException e) {
      throw new UncheckedIOException("a stored creation cannot be read", e);
    }
  }

  private void finish(String orderId, @Nullable String loadNumber, @Nullable String failure)
      throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE load_outbox SET load_number = ?, failure = ?"
                    + " WHERE order_id = ? AND load_number IS NULL")) {
      update.setString(1, loadNumber);
      update.setString(2, failure);
      update.setString(3, orderId);
      update.executeUpdate();
    }
  }
}
