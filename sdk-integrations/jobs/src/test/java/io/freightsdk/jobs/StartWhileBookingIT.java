package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.freightsdk.testing.Eventually;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An instance starts while a transaction of another one has booked and is open, as during an import
 * or at a breakpoint. The transaction ends after all that a test looks at.
 */
class StartWhileBookingIT extends JobsFixture {
  Connection open;

  @BeforeEach
  void book() throws SQLException {
    FreightJobs jobs = builder().build();
    jobs.createTables();
    open = openBooking(jobs, "PO-open");
  }

  @AfterEach
  void end() throws SQLException {
    if (open.isClosed()) return;
    open.rollback();
    open.close();
  }

  private Connection openBooking(FreightJobs jobs, String reference) throws SQLException {
    Connection transaction = database.getConnection();
    transaction.setAutoCommit(false);
    jobs.book(transaction, reference, LOAD, null);
    return transaction;
  }

  /** What an instance does before it starts. Waits for it, far longer than it may take. */
  FreightJobs createTables() throws Exception {
    FreightJobs jobs = builder().build();
    CompletableFuture.runAsync(jobs::createTables, callers)
        .get(Eventually.BOUND.toSeconds(), TimeUnit.SECONDS);
    return jobs;
  }

  @Test
  void whatIsThereIsNotLocked() throws Exception {
    FreightJobs jobs = createTables();
    assertThat(jobs.find("PO-open")).isEmpty();
    assertThat(count("freight_tasks")).isZero();
  }

  /** On SQLite a start that writes would wait for the transaction, and fail. */
  @Test
  void aStartWhoseBudgetIsAsBeforeDoesNotWait() throws Exception {
    open.rollback();
    open.close();
    execute("INSERT INTO freight_read_queue (name, per_day, next_place) VALUES ('jobs', '2', 0)");
    open = openBooking(builder().build(), "PO-open");
    startInTime(builder().budgetPerDay("2.00"));
  }

  @Test
  void aStartWithoutABudgetDoesNotWait() throws Exception {
    startInTime(builder());
  }

  private void startInTime(FreightJobs.Builder builder) throws Exception {
    CompletableFuture.supplyAsync(() -> start(builder), callers)
        .get(Eventually.BOUND.toSeconds(), TimeUnit.SECONDS);
  }

  /** Of them, of the instances that book, and of those that say that they are alive. */
  @Test
  void threeInstancesThatStartInTurnBookAndProcessWhatIsBooked() throws Exception {
    assumeManyWrite();
    for (String reference : List.of("PO-1", "PO-2", "PO-3")) {
      FreightJobs jobs = start(builder());
      assertThat(book(jobs, reference, LOAD)).isEqualTo(BookResult.Result.STORED);
      OrderLoad unused = listener.awaitBooked(reference);
    }
    open.commit();
    OrderLoad unused = listener.awaitBooked("PO-open");
  }

  @Test
  void whatIsMissingAndCannotBeLockedEndsTheStartWithTheTableAndWhatToDo() throws Exception {
    InTheWay inTheWay = inTheWay();
    assumeThat(inTheWay).isNotNull();
    open.rollback();
    execute(inTheWay.drop());
    try (Statement statement = open.createStatement()) {
      statement.execute(inTheWay.lock());
    }
    try (Connection pooled = database.getConnection()) {
      String before = text(pooled, inTheWay.patience());
      assertThatThrownBy(() -> builder(pool(pooled)).build().createTables())
          .isInstanceOf(JobsDatabaseException.class)
          .hasMessage(
              "freight jobs: createTables() waited 2 s for the lock of "
                  + inTheWay.table()
                  + ", which another transaction holds; start again when that has ended, or run the"
                  + " script "
                  + inTheWay.script()
                  + " while nothing uses the table");
      assertThat(text(pooled, inTheWay.patience())).isEqualTo(before);
      assertThat(pooled.getAutoCommit()).isTrue();
    }
    end();
    FreightJobs jobs = start(builder());
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.STORED);
  }

  /**
   * Something is missing, and cannot be created.
   *
   * @param drop removes it
   * @param lock keeps others from creating it until the transaction ends
   * @param table which they wait for
   * @param patience asks how long a connection waits for it
   */
  record InTheWay(String drop, String lock, String table, String patience, String script) {}

  private static final String TASK =
      "INSERT INTO freight_tasks (task_name, task_instance, execution_time, picked, version)"
          + " VALUES ('task', 'id', CURRENT_TIMESTAMP, FALSE, 1)";

  /** Null where nobody waits behind what waits. */
  @Nullable InTheWay inTheWay() {
    return new InTheWay(
        "DROP INDEX freight_tasks_due",
        TASK,
        "freight_tasks",
        "CALL LOCK_TIMEOUT()",
        "io/freightsdk/jobs/h2/R__freight_jobs.sql");
  }

  private FreightJobs.Builder builder(DataSource source) {
    return FreightJobs.builder(source, client);
  }

  /** A pool of one connection. */
  private static DataSource pool(Connection only) {
    Connection kept =
        Proxied.of(
            Connection.class,
            (method, arguments) ->
                method.getName().equals("close") ? null : Proxied.invoke(only, method, arguments));
    return Proxied.of(DataSource.class, (method, arguments) -> kept);
  }

  /** On SQLite an open transaction that writes is the only one. */
  private void assumeManyWrite() {
    assumeThat(url).doesNotStartWith("jdbc:sqlite:");
  }

  /** A text of one row. */
  static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}
