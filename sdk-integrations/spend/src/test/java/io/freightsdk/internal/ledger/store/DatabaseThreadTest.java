package io.freightsdk.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Database.Change;
import io.freightsdk.internal.sql.DatabaseException;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.JdbcProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Repetitions of failed work, and the order of work. */
class DatabaseThreadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String INSERT_WORD = "INSERT INTO said (word) VALUES ('hello')";

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  /** The number of connections that were returned. */
  private final AtomicInteger returned = new AtomicInteger();

  private final List<Integer> statementTimeouts = new CopyOnWriteArrayList<>();

  /** The exception that a connection throws instead of preparing a statement; null for none. */
  private volatile Callable<@Nullable Exception> fault = () -> null;

  /** The failures of outcomes that were reported as lost. */
  private final List<Throwable> lost = new CopyOnWriteArrayList<>();

  private volatile boolean commitFails;

  private final DatabaseThread thread =
      new DatabaseThread(dataSource(), "writer", Duration.ZERO, DatabaseThread.EXTRA_TIME);
  private Connection real;

  @BeforeEach
  void connect() throws SQLException {
    real = DriverManager.getConnection(url);
    execute("CREATE TABLE said (word VARCHAR(20))");
    returned.set(0);
    statementTimeouts.clear();
  }

  @AfterEach
  void close() throws SQLException {
    real.close();
  }

  private int execute(String statement) {
    return thread.run(handle -> handle.execute(statement), PATIENCE);
  }

  private static Change<Integer> insertWord(Handle handle) {
    return new Change<>(handle.execute(INSERT_WORD), true);
  }

  private int change() {
    return thread.change(DatabaseThreadTest::insertWord, PATIENCE);
  }

  private List<String> storedWords() {
    return thread.run(
        handle -> handle.createQuery("SELECT word FROM said").mapTo(String.class).list(), PATIENCE);
  }

  // --- time limits ---

  /** A driver without network timeouts has no other time limit. */
  @Test
  void statementOfAChangeTimesOutInSeconds() {
    AtomicInteger seconds = new AtomicInteger();
    int unused =
        thread.change(
            handle -> {
              Change<Integer> made = insertWord(handle);
              // H2 keeps the timeout of the last statement.
              try (Statement next = handle.getConnection().createStatement()) {
                seconds.set(next.getQueryTimeout());
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
              return made;
            },
            PATIENCE);
    assertThat(seconds.get()).isBetween(1, 5);
  }

  @Test
  void readThatHangsFailsAtItsTimeLimit() {
    CountDownLatch responds = new CountDownLatch(1);
    Function<Handle, Integer> read =
        handle -> {
          await(responds);
          return 1;
        };
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> thread.run(read, Duration.ofMillis(300)))
        .withMessage("ledger: the database did not respond within 0.3 s");
    responds.countDown();
    assertThat(storedWords()).as("its thread continues").isEmpty();
  }

  // --- repetition ---

  @Test
  void conflictsAreRepeatedMoreOftenThanFailures() {
    fault = () -> new SQLException("connection reset", "08006");
    assertThat(runsOfOneChange()).isEqualTo(3);
    returned.set(0);
    fault = () -> returned.get() < 6 ? new SQLException("not now", "40001") : null;
    assertThat(change()).isOne();
    assertThat(returned).hasValue(7);
    assertThat(storedWords()).containsExactly("hello");
  }

  /** For example, a mistake in the work, which would also fail the next time. */
  @Test
  void ownExceptionReachesTheCallerImmediately() {
    fault = () -> new IllegalStateException("40001");
    assertThatIllegalStateException().isThrownBy(this::change).withMessage("40001");
    assertThat(returned).hasValue(1);
  }

  /** The failure is not replaced by a timeout that occurs between two attempts. */
  @Test
  void callerThatTimesOutBetweenAttemptsGetsTheFailure() {
    fault = () -> new SQLException("not now", "40001");
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> thread.change(DatabaseThreadTest::insertWord, Duration.ofMillis(300)))
        .withMessage("ledger: cannot read or write (SQL state 40001): not now");
  }

  private int runsOfOneChange() {
    returned.set(0);
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(this::change)
        .withMessageContaining("cannot read or write")
        .matches(DatabaseException::isTransient);
    return returned.get();
  }

  /** The first commit may have succeeded, so the failure of the repetition does not count. */
  @Test
  void commitStaysUnknownIfItsRepetitionFails() {
    commitFails = true;
    AtomicBoolean isRepeated = new AtomicBoolean();
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(
            () ->
                thread.change(
                    handle -> {
                      if (isRepeated.getAndSet(true)) throw new IllegalStateException("what?");
                      return insertWord(handle);
                    },
                    PATIENCE))
        .withMessageContaining("cannot commit")
        .matches(DatabaseException::isTransient);
  }

  /** Otherwise a busy database would make each attempt time out. */
  @Test
  void lateOutcomeHasTimeForEachStatement() {
    storeWordAsOutcome(thread, Duration.ZERO);
    Eventually.until(() -> returned.get() > 0, () -> "it was not made");
    assertThat(statementTimeouts).isNotEmpty().allMatch(millis -> millis >= 5_000);
    assertThat(storedWords()).containsExactly("hello");
  }

  /** The call has ended by then and has reported its end to the ledger. */
  @Test
  void changeIsNotCommittedAfterItsCallerHasLeft() {
    CountDownLatch hasLeft = new CountDownLatch(1);
    AtomicBoolean hasBegun = new AtomicBoolean();
    Function<Handle, Change<Integer>> work =
        handle -> {
          hasBegun.set(true);
          await(hasLeft);
          return insertWord(handle);
        };
    // Work that gets no thread in time does not start.
    Eventually.until(
        () -> {
          assertThatExceptionOfType(DatabaseException.class)
              .isThrownBy(() -> thread.change(work, Duration.ofMillis(50)));
          return hasBegun.get();
        },
        () -> "it did not begin");
    hasLeft.countDown();
    Eventually.until(() -> returned.get() > 0, () -> "it did not end");
    assertThat(storedWords()).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException nobodyDoes) {
      throw new IllegalStateException(nobodyDoes);
    }
  }

  // --- outcomes of calls ---

  /** Stores a word as the outcome of a call. The caller may time out first. */
  private void storeWordAsOutcome(DatabaseThread thread, Duration atMost) {
    try {
      int unused = thread.storeOutcome(DatabaseThreadTest::insertWord, atMost, lost::add);
    } catch (DatabaseException notYet) {
      assertThat(notYet.isTransient()).isTrue();
    }
  }

  @Test
  void outcomeIsRepeatedAfterAnyNumberOfFailures() {
    List<Exception> failures =
        List.of(
            new SQLException("connection reset", "08006"),
            new SQLException("not now", "40001"),
            new SQLException("pool is shut down"));
    fault = () -> returned.get() < 30 ? failures.get(returned.get() % failures.size()) : null;
    storeWordAsOutcome(thread, PATIENCE);
    assertThat(returned).hasValue(31);
    assertThat(storedWords()).containsExactly("hello");
    assertThat(lost).isEmpty();
  }

  /** For example, a file that is moved away and put back, or tables that are restored. */
  @Test
  void outcomeIsRepeatedWhereOtherWorkFails() {
    AtomicInteger tries = new AtomicInteger();
    Function<Handle, Change<Integer>> work =
        handle -> {
          if (tries.incrementAndGet() < 6) {
            throw DatabaseException.permanentFailure("ledger", null, "its row is gone", null, null);
          }
          return insertWord(handle);
        };
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> thread.change(work, PATIENCE))
        .withMessage("ledger: its row is gone");
    assertThat(tries).hasValue(1);
    assertThat(thread.<Integer>storeOutcome(work, PATIENCE, lost::add)).isOne();
    assertThat(storedWords()).containsExactly("hello");
    assertThat(lost).isEmpty();
  }

  @Test
  void outcomeIsStoredAfterItsCallerHasLeft() {
    CountDownLatch responds = new CountDownLatch(1);
    fault =
        () -> {
          responds.await();
          return null;
        };
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(
            () ->
                thread.storeOutcome(
                    DatabaseThreadTest::insertWord, Duration.ofMillis(50), lost::add))
        .matches(DatabaseException::isTransient);
    responds.countDown();
    assertThat(storedWords()).as("behind it").containsExactly("hello");
    assertThat(lost).isEmpty();
  }

  @Test
  void unstoredOutcomeIsReportedOnceAfterItsLastAttempt() {
    DatabaseThread hurried =
        new DatabaseThread(dataSource(), "writer", Duration.ofMillis(2), Duration.ofMillis(300));
    AtomicInteger triesBefore = new AtomicInteger();
    fault =
        () -> {
          if (lost.isEmpty()) triesBefore.incrementAndGet();
          return new SQLException("connection reset", "08006");
        };
    storeWordAsOutcome(hurried, Duration.ofMillis(50));
    Eventually.until(() -> !lost.isEmpty(), () -> "no lost outcome was reported");
    assertThat(triesBefore).as("attempts").hasValueGreaterThan(3);
    int tries = returned.get();
    fault = () -> null;
    assertThat(hurried.<Integer>change(DatabaseThreadTest::insertWord, PATIENCE)).isOne();
    assertThat(returned).as("no more attempts").hasValue(tries + 1);
    assertThat(storedWords()).containsExactly("hello");
    assertThat(lost)
        .singleElement()
        .extracting(Throwable::getMessage)
        .isEqualTo("ledger: cannot read or write (SQL state 08006): connection reset");
  }

  @Test
  void outcomeThatTheRulesRefuseFailsImmediately() {
    IllegalStateException no = new IllegalStateException("no");
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                thread.storeOutcome(
                    handle -> {
                      throw no;
                    },
                    PATIENCE,
                    lost::add))
        .isSameAs(no);
    assertThat(lost).containsExactly(no);
    assertThat(returned).hasValue(1);
  }

  /** For example, a log handler without disk space. */
  @Test
  void failingReceiverOfALostOutcomeStopsNoOtherWork() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                thread.storeOutcome(
                    handle -> {
                      throw new IllegalStateException("no");
                    },
                    PATIENCE,
                    why -> {
                      throw new AssertionError("no room to log " + why);
                    }));
    assertThat(change()).isOne();
  }

  // --- order ---

  /** Starts work on its own thread, and returns once that thread waits for it. */
  private static Thread startAndAwaitWaiting(Runnable work) {
    Thread caller = new Thread(work);
    caller.start();
    Eventually.until(
        () -> caller.getState() == Thread.State.TIMED_WAITING, () -> "" + caller.getState());
    return caller;
  }

  @Test
  void outcomesComeBeforeWaitingChanges() throws Exception {
    CountDownLatch runs = new CountDownLatch(1);
    CountDownLatch mayContinue = new CountDownLatch(1);
    List<String> order = new CopyOnWriteArrayList<>();
    Function<String, Function<Handle, Change<Boolean>>> noting =
        name -> handle -> new Change<>(order.add(name), false);
    List<Thread> callers = new ArrayList<>();
    callers.add(
        startAndAwaitWaiting(
            () ->
                thread.change(
                    handle -> {
                      runs.countDown();
                      await(mayContinue);
                      return noting.apply("first").apply(handle);
                    },
                    PATIENCE)));
    runs.await(); // The others come while it runs, however busy the machine is.
    for (String name : List.of("second", "third")) {
      callers.add(startAndAwaitWaiting(() -> thread.change(noting.apply(name), PATIENCE)));
    }
    for (String name : List.of("end", "next end")) {
      callers.add(
          startAndAwaitWaiting(() -> thread.storeOutcome(noting.apply(name), PATIENCE, lost::add)));
    }
    mayContinue.countDown();
    for (Thread caller : callers) caller.join();
    assertThat(order).containsExactly("first", "end", "next end", "second", "third");
  }

  @Test
  void failedWorkLetsOtherWorkPass() throws Exception {
    DatabaseThread patient =
        new DatabaseThread(
            dataSource(), "writer", DatabaseThread.MAX_PAUSE, DatabaseThread.EXTRA_TIME);
    AtomicBoolean hasPassed = new AtomicBoolean();
    AtomicInteger tries = new AtomicInteger();
    Function<Handle, Change<Integer>> conflicting =
        handle -> {
          tries.incrementAndGet();
          if (!hasPassed.get()) throw Database.conflict("not now");
          return insertWord(handle);
        };
    Thread change = startAndAwaitWaiting(() -> patient.change(conflicting, PATIENCE));
    Thread end = startAndAwaitWaiting(() -> patient.storeOutcome(conflicting, PATIENCE, lost::add));
    Eventually.until(() -> tries.get() > 4, () -> tries + " tries");
    assertThat(patient.<Boolean>run(handle -> hasPassed.getAndSet(true), PATIENCE)).isFalse();
    change.join();
    end.join();
    assertThat(storedWords()).containsExactly("hello", "hello");
    assertThat(lost).isEmpty();
  }

  // --- the pool ---

  /** Has one connection. H2 knows no timeout. */
  private DataSource dataSource() {
    return JdbcProxy.dataSource(this::borrowed);
  }

  private Connection borrowed() {
    int[] timeout = {0};
    return JdbcProxy.of(
        Connection.class,
        (method, arguments) -> {
          switch (method.getName()) {
            case "getNetworkTimeout" -> {
              return timeout[0];
            }
            case "setNetworkTimeout" -> {
              assertThat(arguments[0]).isInstanceOf(Executor.class);
              timeout[0] = (int) arguments[1];
              return null;
            }
            case "prepareStatement" -> {
              Exception thrown = fault.call();
              if (thrown != null) throw thrown;
              statementTimeouts.add(timeout[0]);
            }
            case "commit" -> {
              if (commitFails) throw new SQLException("connection reset", "08006");
            }
            case "close" -> {
              returned.incrementAndGet();
              return null;
            }
            default -> {}
          }
          return JdbcProxy.invoke(real, method, arguments);
        });
  }
}
