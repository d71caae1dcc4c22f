package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.jobs.JobsDatabaseException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** A failure is told with its first cause, and nothing of it is committed. */
class JobsDatabaseTest {
  private final SQLException first = new SQLException("the disk is full", "53100");

  /** The methods that fail from now on, with their number of arguments. */
  private final Set<String> failing = new HashSet<>();

  private final DataSource source = breaking(DataSource.class, h2());
  private final JobsDatabase database = new JobsDatabase(source);

  private static JdbcDataSource h2() {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return h2;
  }

  private <T> T breaking(Class<T> type, T working) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              String called = method.getName() + "/" + method.getParameterCount();
              if (failing.contains(called)) throw new SQLException(called + " failed");
              try {
                Object result = method.invoke(working, arguments);
                return result instanceof Connection made
                    ? breaking(Connection.class, made)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static int insert(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(
          "INSERT INTO freight_read_queue (name, per_day, next_place) VALUES ('x', '1', 1)");
    }
  }

  private int rows() {
    failing.clear();
    return database.autoCommitted(
        connection -> {
          try (Statement statement = connection.createStatement();
              var rows = statement.executeQuery("SELECT COUNT(*) FROM freight_read_queue")) {
            rows.next();
            return rows.getInt(1);
          }
        });
  }

  private <T> T failAfterInsert(Connection connection) throws SQLException {
    int unused = insert(connection);
    throw first;
  }

  @Test
  void aRollbackThatFailsDoesNotHideWhyAndCommitsNothing() {
    failing.add("rollback/0");
    Throwable thrown = catchThrowable(() -> database.inTransaction(this::failAfterInsert));
    assertThat(thrown)
        .isInstanceOf(JobsDatabaseException.class)
        .hasMessageContaining("the disk is full")
        .hasCause(first);
    assertThat(first.getSuppressed()[0]).hasMessage("rollback/0 failed");
    assertThat(rows()).isZero();
  }

  /** One that cannot be closed here is seen as its pool gets it. */
  @Test
  void afterAFailureAPoolGetsAConnectionThatCommitsAsBefore() throws SQLException {
    List<Connection> used = new ArrayList<>();
    failing.add("close/0");
    assertThatThrownBy(
            () ->
                database.inTransaction(
                    connection -> {
                      used.add(connection);
                      return failAfterInsert(connection);
                    }))
        .hasCause(first);
    assertThat(used.get(0).getAutoCommit()).isTrue();
    assertThat(rows()).isZero();
  }

  /** A connection that breaks between commit and the return to its pool. */
  @Test
  void whatIsCommittedIsNotToldAsAFailure() {
    int inserted =
        database.inTransaction(
            connection -> {
              int result = insert(connection);
              failing.add("setAutoCommit/1");
              return result;
            });
    assertThat(inserted).isEqualTo(1);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void aConnectionThatBreaksDuringAReadDoesNotHideWhy() {
    assertThatThrownBy(
            () ->
                database.autoCommitted(
                    connection -> {
                      failing.addAll(List.of("setAutoCommit/1", "abort/1", "close/0"));
                      throw first;
                    }))
        .hasCause(first);
  }

  /** The transaction is the application's, so only its savepoint is rolled back. */
  @Test
  void aBookingThatFailsIsToldAlsoIfItsSavepointCannotBeRolledBack() throws SQLException {
    TaskTable table = new TaskTable(database, List.of("task"), () -> true);
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      assertThat(table.add(connection, "task", "id", new byte[] {1}, Instant.EPOCH, Instant.EPOCH))
          .isTrue();
      assertThat(table.add(connection, "task", "id", new byte[] {2}, Instant.EPOCH, Instant.EPOCH))
          .isFalse();
      failing.add("rollback/1");
      assertThatThrownBy(
              () ->
                  table.add(connection, "task", "id", new byte[] {2}, Instant.EPOCH, Instant.EPOCH))
          .hasMessageContaining("primary key")
          .satisfies(first -> assertThat(first.getSuppressed()[0]).hasMessage("rollback/1 failed"));
    }
  }
}
