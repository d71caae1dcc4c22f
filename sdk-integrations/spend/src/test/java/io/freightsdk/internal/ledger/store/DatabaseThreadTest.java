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

/** What is tried again, and what goes first. */
class DatabaseThreadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SAY = "INSERT INTO said (word) VALUES ('hello')";

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  /** How often a connection was given back. */
  private final AtomicInteger returned = new AtomicInteger();

  private final List<Integer> timeoutOfStatements = new CopyOnWriteArrayList<>();

  /** What a connection throws instead of preparing a statement; null if it works. */
  private volatile Callable<@Nullable Exception> fault = () -> null;

  /** What was said to be lost. */
  private final List<Throwable> lost = new CopyOnWriteArrayList<>();

  private volatile boolean commitFails;

  private final DatabaseThread thread =
      new DatabaseThread(dataSource(), "ledger", "writer", Duration.ZERO);
  private Connection real;

  @BeforeEach
  void connect() throws SQLException {
    real = DriverManager.getConnection(url);
    execute("CREATE TABLE said (word VARCHAR(20))");
    returned.set(0);
    timeoutOfStatements.clear();
  }

  @AfterEach
  void close() throws SQLException {
    real.close();
  }

  private int execute(String statement) {
    return thread.run(handle -> handle.execute(statement), PATIENCE);
  }

  private static Change<Integer> say(Handle handle) {
    return new Change<>(handle.execute(SAY), true);
  }

  private int change() {
    return thread.change(DatabaseThreadTest::say, PATIENCE);
  }

  private List<String> said() {
    return thread.run(
        handle -> handle.createQuery("SELECT word FROM said").mapTo(String.class).list(), PATIENCE);
  }

  // --- time limits ---

  /** Of a driver that knows no timeout of the network it is the only limit. */
  @Test
  void statementOfAChangeTimesOutInSeconds() {
    AtomicInteger seconds = new AtomicInteger();
    int unused =
        thread.change(
            handle -> {
              Change<Integer> made = say(handle);
              // H2 keeps the limit of the last statement.
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

  // --- what is tried again ---

  @Test
  void conflictsAreRepeatedMoreOftenThanFailures() {
    fault = () -> new SQLException("connection reset", "08006");
    assertThat(runsOfOneChange()).isEqualTo(3);
    returned.set(0);
    fault = () -> returned.get() < 6 ? new SQLException("not now", "40001") : null;
    assertThat(change()).isOne();
    assertThat(returned).hasValue(7);
    assertThat(said()).containsExactly("hello");
  }

  /** Such as of a mistake in the work, which fails the next time too. */
  @Test
  void ownExceptionReachesTheCallerImmediately() {
    fault = () -> new IllegalStateException("40001");
    assertThatIllegalStateException().isThrownBy(this::change).withMessage("40001");
    assertThat(returned).hasValue(1);
  }

  /** And not that it waits for a connection, between two tries. */
  @Test
  void callerThatTimesOutBetweenAttemptsGetsTheFailure() {
    fault = () -> new SQLException("not now", "40001");
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> thread.change(DatabaseThreadTest::say, Duration.ofMillis(300)))
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

  /** Nobody can say any more that nothing was committed, whatever the work says now. */
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
                      return say(handle);
                    },
                    PATIENCE))
        .withMessageContaining("cannot commit")
        .matches(DatabaseException::isTransient);
  }

  /** On a busy database, which would otherwise cut each try short. */
  @Test
  void lateOutcomeHasTimeForEachStatement() {
    end(thread, Duration.ZERO);
    Eventually.until(() -> returned.get() > 0, () -> "it was not made");
    assertThat(timeoutOfStatements).isNotEmpty().allMatch(millis -> millis >= 5_000);
    assertThat(said()).containsExactly("hello");
  }

  /** Its call has ended by then, and has told the ledger so. */
  @Test
  void changeIsNotCommittedAfterItsCallerHasLeft() {
    CountDownLatch hasLeft = new CountDownLatch(1);
    AtomicBoolean hasBegun = new AtomicBoolean();
    Function<Handle, Change<Integer>> work =
        handle -> {
          hasBegun.set(true);
          await(hasLeft);
          return say(handle);
        };
    // What has no thread in its time does not begin.
    Eventually.until(
        () -> {
          assertThatExceptionOfType(DatabaseException.class)
              .isThrownBy(() -> thread.change(work, Duration.ofMillis(50)));
          return hasBegun.get();
        },
        () -> "it did not begin");
    hasLeft.countDown();
    Eventually.until(() -> returned.get() > 0, () -> "it did not end");
    assertThat(said()).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException nobodyDoes) {
      throw new IllegalStateException(nobodyDoes);
    }
  }

  // --- the ends of calls ---

  /** Says it as the end of a call; a caller who is let go first does not mind. */
  private void end(DatabaseThread thread, Duration atMost) {
    try {
      int unused = thread.storeOutcome(DatabaseThreadTest::say, atMost, lost::add);
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
    end(thread, PATIENCE);
    assertThat(returned).hasValue(31);
    assertThat(said()).containsExactly("hello");
    assertThat(lost).isEmpty();
  }

  /** As of a file that is moved away and put back, or tables that are restored. */
  @Test
  void outcomeIsRepeatedWhereOtherWorkFails() {
    AtomicInteger tries = new AtomicInteger();
    Function<Handle, Change<Integer>> work =
        handle -> {
          if (tries.incrementAndGet() < 6) {
            throw DatabaseException.permanentFailure("ledger", null, "its row is gone", null, null);
          }
          return say(handle);
        };
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> thread.change(work, PATIENCE))
        .withMessage("ledger: its row is gone");
    assertThat(tries).hasValue(1);
    assertThat(thread.<Integer>storeOutcome(work, PATIENCE, lost::add)).isOne();
    assertThat(said()).containsExactly("hello");
    assertThat(lost).isEmpty();
  }

  @Test
  void outcomeIsStoredAfterItsCallerHasLeft() {
    CountDownLatch answers = new CountDownLatch(1);
    fault =
        () -> {
          answers.await();
          return null;
        };
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(
            () -> thread.storeOutcome(DatabaseThreadTest::say, Duration.ofMillis(50), lost::add))
        .matches(DatabaseException::isTransient);
    answers.countDown();
    assertThat(said()).as("behind it").containsExactly("hello");
    assertThat(lost).isEmpty();
  }

  @Test
  void unstoredOutcomeIsReportedOnceAfterItsLastAttempt() {
    DatabaseThread hurried =
        new DatabaseThread(
            dataSource(), "ledger", "writer", Duration.ofMillis(2), Duration.ofMillis(300));
    AtomicInteger triesBefore = new AtomicInteger();
    fault =
        () -> {
          if (lost.isEmpty()) triesBefore.incrementAndGet();
          return new SQLException("connection reset", "08006");
        };
    end(hurried, Duration.ofMillis(50));
    Eventually.until(() -> !lost.isEmpty(), () -> "nothing was said to be lost");
    assertThat(triesBefore).as("tries").hasValueGreaterThan(3);
    int tries = returned.get();
    fault = () -> null;
    assertThat(hurried.<Integer>change(DatabaseThreadTest::say, PATIENCE)).isOne();
    assertThat(returned).as("no more tries").hasValue(tries + 1);
    assertThat(said()).containsExactly("hello");
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

  /** As when the handler of a log is full. */
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

  // --- what goes first ---

  /** Begins work on a thread of its own, and returns when that waits for it. */
  private static Thread waiting(Runnable work) {
    Thread caller = new Thread(work);
    caller.start();
    Eventually.until(
        () -> caller.getState() == Thread.State.TIMED_WAITING, () -> "" + caller.getState());
    return caller;
  }

  @Test
  void outcomesComeBeforeWaitingChanges() throws Exception {
    CountDownLatch runs = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    List<String> order = new CopyOnWriteArrayList<>();
    Function<String, Function<Handle, Change<Boolean>>> noting =
        name -> handle -> new Change<>(order.add(name), false);
    List<Thread> callers = new ArrayList<>();
    callers.add(
        waiting(
            () ->
                thread.change(
                    handle -> {
                      runs.countDown();
                      await(goesOn);
                      return noting.apply("first").apply(handle);
                    },
                    PATIENCE)));
    runs.await(); // The others come while it runs, however busy the machine is.
    for (String name : List.of("second", "third")) {
      callers.add(waiting(() -> thread.change(noting.apply(name), PATIENCE)));
    }
    for (String name : List.of("end", "next end")) {
      callers.add(waiting(() -> thread.storeOutcome(noting.apply(name), PATIENCE, lost::add)));
    }
    goesOn.countDown();
    for (Thread caller : callers) caller.join();
    assertThat(order).containsExactly("first", "end", "next end", "second", "third");
  }

  @Test
  void failedWorkLetsOtherWorkPass() throws Exception {
    DatabaseThread patient =
        new DatabaseThread(dataSource(), "ledger", "writer", DatabaseThread.MAX_PAUSE);
    AtomicBoolean hasPassed = new AtomicBoolean();
    AtomicInteger tries = new AtomicInteger();
    Function<Handle, Change<Integer>> conflicting =
        handle -> {
          tries.incrementAndGet();
          if (!hasPassed.get()) throw Database.conflict("not now");
          return say(handle);
        };
    Thread change = waiting(() -> patient.change(conflicting, PATIENCE));
    Thread end = waiting(() -> patient.storeOutcome(conflicting, PATIENCE, lost::add));
    Eventually.until(() -> tries.get() > 4, () -> tries + " tries");
    assertThat(patient.<Boolean>run(handle -> hasPassed.getAndSet(true), PATIENCE)).isFalse();
    change.join();
    end.join();
    assertThat(said()).containsExactly("hello", "hello");
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
              timeoutOfStatements.add(timeout[0]);
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
