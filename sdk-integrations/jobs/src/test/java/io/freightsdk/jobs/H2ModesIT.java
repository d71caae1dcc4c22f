package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.positions.JdbcPositionCache;
import io.freightsdk.testing.Eventually;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** H2 as tests of applications run it: in the mode of the database that they have in production. */
class H2ModesIT {
  @AutoClose private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");

  @AutoClose
  private final FreightClient client =
      FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build();

  private final BlockingQueue<OrderLoad> told = new LinkedBlockingQueue<>();

  private static JdbcDataSource database(String mode) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;MODE=" + mode);
    return database;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "REGULAR",
        "REGULAR;OLD_INFORMATION_SCHEMA=TRUE",
        "LEGACY",
        "DB2",
        "HSQLDB",
        "MariaDB",
        "MySQL;DATABASE_TO_LOWER=TRUE",
        "MySQL;DATABASE_TO_UPPER=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
        "PostgreSQL",
        "PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH",
        "PostgreSQL;DATABASE_TO_UPPER=FALSE",
        "PostgreSQL;IGNORECASE=TRUE"
      })
  void anOrderIsBookedWithdrawnAndStoppedInEveryModeThatALedgerKnows(String mode) throws Exception {
    JdbcDataSource database = database(mode);
    SpendLedger.jdbc(database, "main");
    JdbcPositionCache.open(database);
    JobsListener listener =
        new JobsListener() {
          @Override
          public void onLoad(OrderLoad booking) {
            told.add(booking);
          }
        };
    CreateLoadInput order = SampleOrders.cincinnatiToSevierville();
    try (FreightJobs jobs =
        FreightJobs.builder(database, client).budgetPerDay("1.00").listener(listener).build()) {
      try (Connection transaction = database.getConnection()) {
        transaction.setAutoCommit(false);
        assertThat(jobs.book(transaction, "PO-1", order, null).result())
            .isEqualTo(BookResult.Result.STORED);
        assertThat(jobs.book(transaction, "PO-1", order, null).result())
            .isEqualTo(BookResult.Result.REPLACED);
        assertThat(jobs.book(transaction, "PO-2", order, null).result())
            .isEqualTo(BookResult.Result.STORED);
        assertThat(jobs.withdraw(transaction, "PO-2").result())
            .isEqualTo(Withdrawal.Result.WITHDRAWN);
        CreateLoadInput wrong = order.toBuilder().driverPhone("no phone").build();
        jobs.book(transaction, "PO-3", wrong, null);
        transaction.commit();
      }
      jobs.start();
      OrderLoad booking = told.poll(60, TimeUnit.SECONDS);
      assertThat(booking).isNotNull();
      assertThat(booking.reference()).isEqualTo("PO-1");
      Eventually.until(jobs::stopped, stopped -> stopped.size() == 1);
      assertThat(broker.debits()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"STRICT", "Derby", "MSSQLServer", "Oracle"})
  void theOthersAreRefusedAlikeByLedgerPositionsAndJobs(String mode) {
    JdbcDataSource database = database(mode);
    String advice = "one of REGULAR, LEGACY, DB2, HSQLDB, MariaDB, MySQL, PostgreSQL";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FreightJobs.builder(database, client).build())
        .withMessageContaining("MODE=" + mode)
        .withMessageContaining(advice);
    assertThatThrownBy(() -> SpendLedger.jdbc(database, "main"))
        .isInstanceOf(SpendLedgerException.class)
        .hasMessageContaining("MODE=" + mode)
        .hasMessageContaining(advice);
    assertThatIllegalStateException()
        .isThrownBy(() -> JdbcPositionCache.open(database))
        .withMessageContaining("MODE=" + mode)
        .withMessageContaining(advice);
  }

  /** Half a second of commits would be lost with a killed process, paid loads among them. */
  @Test
  void aFileThatIsWrittenAfterTheCommitIsRefusedByLedgerAndJobs(@TempDir Path folder) {
    JdbcDataSource late = new JdbcDataSource();
    late.setURL("jdbc:h2:file:" + folder.resolve("late"));
    String advice = "add ;WRITE_DELAY=0 to the URL";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FreightJobs.builder(late, client).build())
        .withMessageContaining("500 ms after a commit")
        .withMessageContaining(advice);
    assertThatThrownBy(() -> SpendLedger.jdbc(late, "main")).hasMessageContaining(advice);
    JdbcDataSource safe = new JdbcDataSource();
    safe.setURL("jdbc:h2:file:" + folder.resolve("safe") + ";WRITE_DELAY=0");
    FreightJobs.builder(safe, client).build().close();
  }
}
