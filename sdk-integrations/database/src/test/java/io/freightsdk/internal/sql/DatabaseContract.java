package io.freightsdk.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.util.Throwables;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.util.DefaultTimeZone;

/** The properties of each database that spending and jobs rely on. */
abstract class DatabaseContract {
  private static final String INSERT =
      "INSERT INTO freight_thing (name, seen, is_new) VALUES (:name, :seen, :isNew)";

  private static final Instant SEEN = Instant.parse("2026-11-29T20:15:00.123Z");

  private Database database;

  /** Connections to a database without our tables. */
  abstract DataSource source() throws SQLException;

  /** The type of a time in the script. */
  abstract String timeType();

  String createView() {
    return "CREATE OR REPLACE VIEW";
  }

  @BeforeEach
  void createTables() throws SQLException {
    database = new Database(source(), "things");
    dropTables();
    tables(database).create();
  }

  @AfterEach
  void dropTables() {
    int unused =
        database.withoutTransaction(
            handle ->
                handle.execute("DROP VIEW IF EXISTS freight_seen")
                    + handle.execute("DROP TABLE IF EXISTS freight_thing"));
  }

  private Tables tables(Database of) {
    String script =
        """
        -- It's run by statements; comments aren't.
        CREATE TABLE IF NOT EXISTS freight_thing (
          name    VARCHAR(40) NOT NULL PRIMARY KEY,
          seen    %s,
          is_new  BOOLEAN DEFAULT NULL,
          word    VARCHAR(40) DEFAULT 'a; b'
        );
        %s freight_seen AS
        SELECT seen FROM freight_thing;
        """;
    byte[] text =
        String.format(Locale.ROOT, script, timeType(), createView())
            .getBytes(StandardCharsets.UTF_8);
    return new Tables(
        of,
        new Tables.Script(
            "io/example/%s/R__things.sql",
            path -> path.contains("/") ? new ByteArrayInputStream(text) : null,
            "freight-things",
            "Things.createTables"));
  }

  private boolean insert(Handle handle, String name, @Nullable Instant seen, boolean isNew) {
    return database.insertOrNothing(
        handle,
        INSERT,
        "name",
        row -> row.bind("name", name).bind("seen", seen).bind("isNew", isNew));
  }

  private boolean insert(String name) {
    return database.inTransaction(handle -> insert(handle, name, SEEN, true));
  }

  /** In the transaction of an application. */
  final boolean insertOn(Connection callers, String name) throws SQLException {
    return database.on(callers, handle -> insert(handle, name, SEEN, true));
  }

  private @Nullable Instant seen(String name) {
    return database.withoutTransaction(
        handle ->
            handle
                .createQuery("SELECT seen FROM freight_thing WHERE name = :name")
                .bind("name", name)
                .mapTo(Instant.class)
                .one());
  }

  private List<String> names() {
    return database.withoutTransaction(
        handle ->
            handle
                .createQuery("SELECT name FROM freight_thing ORDER BY name")
                .mapTo(String.class)
                .list());
  }

  // --- values ---

  @Test
  void instantIsReadBackInMillisecondsAndSortsByTime() {
    boolean unused =
        database.inTransaction(
            handle ->
                insert(handle, "a", SEEN.plusNanos(999_999), true)
                    && insert(handle, "b", null, false));

    assertThat(seen("a")).isEqualTo(SEEN);
    assertThat(seen("b")).isNull();
    for (long millis : new long[] {-1, 0, 1}) {
      List<String> until =
          database.withoutTransaction(
              handle ->
                  handle
                      .createQuery("SELECT name FROM freight_thing WHERE seen <= :time")
                      .bind("time", SEEN.plusMillis(millis))
                      .mapTo(String.class)
                      .list());
      assertThat(until).hasSize(millis < 0 ? 0 : 1);
    }
  }

  /** Written in one zone, and read in another. Afterwards, JUnit restores the machine's zone. */
  @Test
  @DefaultTimeZone("Asia/Kathmandu")
  void instantIsReadBackInAnotherTimeZone() {
    boolean unused = insert("a");
    TimeZone.setDefault(TimeZone.getTimeZone("America/Chicago"));

    assertThat(seen("a")).isEqualTo(SEEN);
  }

  @Test
  void booleanIsReadBack() {
    boolean unused =
        database.inTransaction(
            handle -> insert(handle, "a", SEEN, true) && insert(handle, "b", SEEN, false));

    List<String> isNew =
        database.withoutTransaction(
            handle ->
                handle
                    .createQuery("SELECT name FROM freight_thing WHERE is_new = :isNew")
                    .bind("isNew", true)
                    .map((row, context) -> row.getString("name"))
                    .list());
    assertThat(isNew).containsExactly("a");
  }

  /** Microseconds since 1970, whatever the zone of a session. */
  @Test
  void clockIsTheClockOfTheDatabase() {
    long micros =
        database.withoutTransaction(
            handle ->
                handle.createQuery("SELECT " + database.dialect().clock).mapTo(Long.class).one());
    Instant now = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    assertThat(now).isCloseTo(Instant.now(), within(10, ChronoUnit.MINUTES));
  }

  // --- rows ---

  @Test
  void existingRowStaysAndTheTransactionContinues() {
    assertThat(insert("a")).isTrue();

    boolean isInserted =
        database.inTransaction(
            handle -> {
              boolean again = insert(handle, "a", SEEN.plusSeconds(1), false);
              assertThat(insert(handle, "b", SEEN, true)).isTrue();
              assertThat(insert(handle, "b", SEEN, true)).isFalse();
              return again;
            });

    assertThat(isInserted).isFalse();
    assertThat(seen("a")).isEqualTo(SEEN);
    assertThat(names()).containsExactly("a", "b");
  }

  @Test
  void lockedRowIsWaitedForOrSkipped() {
    boolean unused = insert("a");
    Dialect dialect = database.dialect();
    assumeTrue(dialect != Dialect.SQLITE, "has one transaction at a time");
    String select = "SELECT name FROM freight_thing";
    List<String> found =
        database.inTransaction(
            handle -> {
              handle.createQuery(select + dialect.forUpdate()).mapTo(String.class).one();
              return database.inTransaction(
                  other ->
                      other.createQuery(select + dialect.skipLocked()).mapTo(String.class).list());
            });
    assertThat(found).isEmpty();
  }

  // --- transactions ---

  @Test
  void failedTransactionStoresNothingAndThrowsItsFailure() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                database.inTransaction(
                    handle -> {
                      boolean unused = insert(handle, "a", SEEN, true);
                      throw new IllegalStateException("no");
                    }))
        .withMessage("no");
    assertThat(names()).isEmpty();
  }

  @Test
  void failureNamesTheStatementWithoutBoundValues() {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(
            () ->
                database.inTransaction(
                    handle ->
                        handle
                            .createUpdate("UPDATE freight_nothing SET name = :name")
                            .bind("name", "secret")
                            .execute()))
        .withMessageStartingWith("things: cannot read or write (SQL state ")
        // The failure is logged with all its causes.
        .satisfies(
            failure -> assertThat(Throwables.getStackTrace(failure)).doesNotContain("secret"))
        .returns(true, DatabaseException::isTransient);
  }

  @Test
  void conflictingWorkIsRepeatedAndStoredOnce() {
    AtomicInteger runs = new AtomicInteger();
    boolean isInserted =
        database.inTransaction(
            handle -> {
              boolean done = insert(handle, "a", SEEN, true);
              if (runs.incrementAndGet() < 3) {
                throw new ConnectionException(new SQLException("a deadlock", "40001"));
              }
              return done;
            });
    assertThat(isInserted).isTrue();
    assertThat(names()).containsExactly("a");
  }

  @Test
  void endlessConflictIsPassing() {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(
            () ->
                database.inTransaction(
                    handle -> {
                      throw new ConnectionException(new SQLException("a deadlock", "40001"));
                    }))
        .withMessage("things: cannot read or write (SQL state 40001): a deadlock")
        .returns(true, DatabaseException::isTransient);
  }

  @Test
  void deadlockedTransactionsBothEnd() throws Exception {
    boolean unused = insert("a");
    unused = insert("b");
    assumeTrue(database.dialect() != Dialect.SQLITE, "has one transaction at a time");
    CyclicBarrier bothHaveTheirFirst = new CyclicBarrier(2);
    assertThat(
            atOnce(
                () -> change("a", "b", bothHaveTheirFirst),
                () -> change("b", "a", bothHaveTheirFirst)))
        .containsExactly(2, 2);
  }

  private int change(String first, String second, CyclicBarrier barrier) {
    AtomicBoolean ran = new AtomicBoolean();
    return database.inTransaction(
        handle -> {
          int changed = change(handle, first);
          if (!ran.getAndSet(true)) await(barrier);
          return changed + change(handle, second);
        });
  }

  private static int change(Handle handle, String name) {
    return handle
        .createUpdate("UPDATE freight_thing SET word = 'c' WHERE name = :name")
        .bind("name", name)
        .execute();
  }

  private static void await(CyclicBarrier barrier) {
    try {
      int unused = barrier.await(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> List<T> atOnce(Callable<T> one, Callable<T> other) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<T>> both = threads.invokeAll(List.of(one, other), 60, TimeUnit.SECONDS);
      return List.of(both.get(0).get(), both.get(1).get());
    } finally {
      threads.shutdownNow();
    }
  }

  // --- the caller's transaction ---

  @Test
  void workInTheCallersTransactionIsNeitherCommittedNorClosed() throws SQLException {
    try (Connection callers = source().getConnection()) {
      callers.setAutoCommit(false);
      assertThat(insertOn(callers, "a")).isTrue();
      assertThat(insertOn(callers, "a")).isFalse();
      assertThat(callers.isClosed()).isFalse();
      assertThat(callers.getAutoCommit()).isFalse();
      callers.rollback();
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void failedStatementInTheCallersTransactionThrowsTheDriversException() throws SQLException {
    try (Connection callers = source().getConnection()) {
      callers.setAutoCommit(false);
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(
              () -> database.on(callers, handle -> handle.execute("DELETE FROM freight_nothing")))
          .withMessageContaining("freight_nothing");
      callers.rollback();
    }
  }

  // --- tables ---

  @Test
  void existingTablesAreNotCreatedAgain() {
    boolean unused = insert("a");
    tables(database).create();
    tables(database).require();
    assertThat(names()).containsExactly("a");
  }

  @Test
  void missingTableIsNamedWithARemedy() {
    dropTables();
    String folder = database.dialect().name().toLowerCase(Locale.ROOT);
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(tables(database)::require)
        .withMessage(
            "things: missing or not readable: freight_thing of the script io/example/"
                + folder
                + "/R__things.sql in freight-things; run the script, or call Things.createTables")
        .returns("createTables", DatabaseException::option)
        .returns("run the script, or call Things.createTables", DatabaseException::remedy)
        .returns(false, DatabaseException::isTransient);
  }

  @Test
  void tableOfAnotherVersionIsNamedWithItsColumns() {
    int unused =
        database.withoutTransaction(
            handle -> handle.execute("ALTER TABLE freight_thing DROP COLUMN is_new"));
    unused =
        database.withoutTransaction(
            handle -> handle.execute("ALTER TABLE freight_thing DROP COLUMN word"));
    for (ThrowingCallable check :
        List.<ThrowingCallable>of(tables(database)::create, tables(database)::require)) {
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(check)
          .withMessage(
              "things: the table freight_thing lacks is_new, word; it is of another version of"
                  + " freight-things: run the ALTER TABLE statements of the changelog")
          .returns(false, DatabaseException::isTransient);
    }
  }

  @Test
  void concurrentCreationOfTablesSucceeds() throws Exception {
    for (int round = 0; round < 10; round++) {
      dropTables();
      CyclicBarrier both = new CyclicBarrier(2);
      Callable<Boolean> start =
          () -> {
            Database own = new Database(source(), "things");
            await(both);
            tables(own).create();
            tables(own).require();
            return true;
          };
      assertThat(atOnce(start, start)).containsExactly(true, true);
    }
  }
}
