package io.freightsdk.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.outbox.CrashingProcess.At;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that is killed, and another one that goes on. */
@Tag("slow") // starts and kills processes; OutboxIT loses the database at each step instead
class KilledProcessIT {
  private static final int KILLED = 137;

  @TempDir Path folder;
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOWHERE")
  void aProcessKilledAtAnyStepAndStartedAgainMakesOneLoadAndOneDebitAndTellsIt(At crash)
      throws Exception {
    change("CREATE TABLE heard (load_number VARCHAR(255))");
    assertThat(run(crash)).isEqualTo(KILLED);
    assertThat(run(At.NOWHERE)).isZero();
    assertOneLoad();
    int heard = crash == At.AFTER_IT_IS_HEARD ? 2 : 1;
    assertThat(
            cell(
                "(SELECT COUNT(*) FROM heard WHERE heard.load_number = freight_outbox.load_number)"))
        .isEqualTo(String.valueOf(heard));
    assertThat(cell("tell_us")).isEqualTo("null");
  }

  private void change(String sql) throws SQLException {
    try (Connection connection = CrashingProcess.database(url()).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS heard");
      statement.execute(sql);
    }
  }

  @Test
  void aRestartAfterTheServiceHasForgottenTheKeyFindsTheLoadByItsReference() throws Exception {
    change("CREATE TABLE heard (load_number VARCHAR(255))");
    assertThat(run(At.AFTER_THE_ANSWER)).isEqualTo(KILLED);
    server.clock().advance(Duration.ofHours(25));
    assertThat(run(At.NOWHERE)).isZero();
    assertOneLoad();
  }

  private void assertOneLoad() throws SQLException {
    assertThat(server.loads(10)).hasSize(1);
    assertThat(cell("load_number")).isEqualTo(server.loads(1).get(0).loadNumber());
    assertThat(broker.debits()).hasSize(1);
    assertThat(broker.balanceUsd()).isEqualByComparingTo("24.35");
  }

  private String cell(String column) throws SQLException {
    try (Connection connection = CrashingProcess.database(url()).getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT " + column + " FROM freight_outbox")) {
      assertThat(row.next()).isTrue();
      return String.valueOf(row.getString(1));
    }
  }

  String url() {
    return "jdbc:h2:" + folder.resolve("orders") + ";WRITE_DELAY=0";
  }

  private int run(At crash) throws IOException, InterruptedException {
    ProcessBuilder process =
        new ProcessBuilder(
                ChildJvm.program(CrashingProcess.class, url(), crash.name(), server.baseUrl()))
            .inheritIO();
    process.environment().put("FREIGHT_AGENT_KEY", broker.agentKey());
    Process running = process.start();
    assertThat(running.waitFor(2, TimeUnit.MINUTES)).as("the process ends").isTrue();
    return running.exitValue();
  }
}
