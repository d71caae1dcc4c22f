package io.freightsdk.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.error.NextStep;
import io.freightsdk.testing.EmptyDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TableTest {
  @Test
  void aMissingTableIsToldWhereItMustExist() {
    try (FreightClient client =
        FreightClient.builder().baseUrl("http://127.0.0.1:1").agentKey("k").build()) {
      assertThatThrownBy(() -> Outbox.builder(TestDatabases.inMemory(), client).validate().build())
          .isInstanceOf(OutboxException.class)
          .hasMessageContaining("FREIGHT_OUTBOX");
    }
  }

  @Test
  void aFailureThatIsLongerThanItsColumnIsCut() {
    DataSource database = TestDatabases.inMemory();
    try (FreightClient client =
        FreightClient.builder().baseUrl("http://127.0.0.1:1").agentKey("k").build()) {
      Outbox outbox = Outbox.of(database, client);
      outbox.book("PO-1", Wishes.wish());
      new Table(database, "freight").refused("PO-1", "x".repeat(5_000), NextStep.FIX_REQUEST, null);
      assertThat(outbox.find("PO-1").failure()).isEqualTo("x".repeat(1_000));
    }
  }

  @Test
  void aValueThatDoesNotFitIsNotQuoted() {
    assertThatThrownBy(
            () ->
                Table.run(
                    TestDatabases.inMemory(),
                    connection ->
                        connection
                            .createStatement()
                            .executeQuery("SELECT CAST('phone +13125550142' AS INTEGER)")))
        .isInstanceOf(OutboxException.class)
        .hasMessageContaining("SQL state 22018")
        .hasStackTraceContaining("SQLException")
        .satisfies(
            failure -> {
              StringWriter trace = new StringWriter();
              failure.printStackTrace(new PrintWriter(trace));
              assertThat(trace.toString()).doesNotContain("3125550142");
            });
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void aRowThatIsThereAlreadyIsToldAsThatAndNotQuoted(EmptyDatabase kind) throws Exception {
    DataSource database = TestDatabases.of(kind.make());
    Table table = new Table(database, "freight");
    table.create();
    assertThatThrownBy(
            () ->
                Table.run(
                    database,
                    connection -> {
                      table.add(connection, "PO-1", null, "+13125550142", "k1", Instant.EPOCH);
                      table.add(connection, "PO-1", null, "+13125550142", "k2", Instant.EPOCH);
                      return true;
                    }))
        .isInstanceOf(OutboxException.class)
        .hasMessageContaining("SQL state 23")
        .hasMessageContaining("is there already")
        .hasMessageContaining("repeat the transaction")
        .hasMessageNotContaining("does not fit")
        .hasMessageNotContaining("PO-1");
  }

  @Test
  void whatTheDatabaseSaysOfATableThatCannotBeMadeIsTold() {
    SQLException collided =
        new SQLException("duplicate key value violates \"pg_type_typname_nsp_index\"", "23505");
    assertThat(OutboxException.ofMaking(collided))
        .hasMessageContaining("SQL state 23505")
        .hasMessageContaining("pg_type_typname_nsp_index");
  }

  /** The columns that the scripts create are the same for each database. */
  @Test
  void theScriptsDescribeOneTable() throws Exception {
    DataSource database = TestDatabases.inMemory();
    new Table(database, "freight").create();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet columns =
            statement.executeQuery(
                "SELECT COUNT(*) FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'FREIGHT_OUTBOX'")) {
      assertThat(columns.next()).isTrue();
      for (String folder : List.of("h2", "postgresql", "mysql")) {
        try (var in = Outbox.class.getResourceAsStream(folder + "/R__freight_outbox.sql")) {
          String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
          assertThat(script.lines().filter(line -> line.matches("  [a-z_]+ +[A-Z].*")))
              .hasSize(columns.getInt(1));
        }
      }
    }
  }
}
