package io.freightsdk.internal.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.testsupport.ChildJvm;
import io.freightsdk.testsupport.Thorough;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Two JVMs with 16 threads each share one cap through a database. */
class CapAcrossProcessesTest {
  private static final int PROCESSES = 2;
  private static final String CAP = "6.00";

  @Test
  void twoProcessesNeverPassOneCapInH2() throws Exception {
    Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try {
      spendFromTwoProcesses(
          "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:cap;DB_CLOSE_DELAY=-1");
    } finally {
      server.stop();
    }
  }

  @Test
  @Thorough("needs PostgreSQL")
  @EnabledIfEnvironmentVariable(
      named = TestDatabase.POSTGRES,
      matches = ".+",
      disabledReason =
          "needs a PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
  void twoProcessesNeverPassOneCapInPostgres() throws Exception {
    spendFromTwoProcesses(System.getenv(TestDatabase.POSTGRES));
  }

  @Test
  @Thorough("needs MariaDB")
  @EnabledIfEnvironmentVariable(
      named = TestDatabase.MARIADB,
      matches = ".+",
      disabledReason =
          "needs a MariaDB: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
  void twoProcessesNeverPassOneCapInMariadb() throws Exception {
    spendFromTwoProcesses(System.getenv(TestDatabase.MARIADB));
  }

  private static void spendFromTwoProcesses(String url) throws Exception {
    String book = UUID.randomUUID().toString();
    List<Process> processes = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) processes.add(start(url, book));
      int paid = 0;
      for (Process process : processes) paid += paidBy(process);

      BigDecimal spent = new BigDecimal(CapProcess.PRICE).multiply(BigDecimal.valueOf(paid));
      assertThat(spent).isLessThanOrEqualTo(new BigDecimal(CAP));
      assertThat(bookedUsd(url, book)).isEqualByComparingTo(spent);
      // A refusal may meet money set aside that was then given back, but no more than that.
      BigDecimal mostSetAside =
          new BigDecimal(CapProcess.PRICE)
              .multiply(BigDecimal.valueOf((long) PROCESSES * CapProcess.THREADS));
      assertThat(spent.add(mostSetAside)).isGreaterThan(new BigDecimal(CAP));
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private static Process start(String url, String book) throws Exception {
    return new ProcessBuilder(ChildJvm.program(CapProcess.class, url, book, CAP))
        .redirectErrorStream(true)
        .start();
  }

  private static int paidBy(Process process) throws Exception {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(output).isTrue();
    assertThat(output).startsWith("paid ");
    return Integer.parseInt(output.strip().substring("paid ".length()));
  }

  private static BigDecimal bookedUsd(String url, String book) throws SQLException {
    try (TestDatabase database = new TestDatabase(url)) {
      return new Spender(JdbcStorage.open(database, book, SchemaMode.VALIDATE, null)).chargedUsd();
    }
  }
}
