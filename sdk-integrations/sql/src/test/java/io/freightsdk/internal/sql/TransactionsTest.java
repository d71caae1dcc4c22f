package io.freightsdk.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a transaction that failed is tried again, and what is said of it then. */
class TransactionsTest {
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final AtomicInteger connections = new AtomicInteger();

  /** What a connection throws instead of preparing a statement; null if it works. */
  private Callable<@Nullable Exception> fault = () -> null;

  private final AtomicLong nanoTime = new AtomicLong();

  private final Transactions transactions = new Transactions(dataSource(), nanoTime::get);

  @BeforeEach
  void makeATable() {
    transactions.look(sql -> sql.update("CREATE TABLE said (word VARCHAR(20))"));
  }

  private static int say(Sql sql, String word) {
    return sql.update("INSERT INTO said (word) VALUES (?)", word);
  }

  private List<String> said() {
    return transactions.look(sql -> sql.list("SELECT word FROM said", row -> row.getString(1)));
  }

  @Test
  void whatConflictsIsTriedMoreOftenThanWhatFails() {
    fault = () -> new SQLException("connection reset", "08006");
    assertThat(runsOfOneChange()).isEqualTo(4);
    connections.set(0);
    fault = () -> connections.get() < 7 ? new SQLException("not now", "40001") : null;
    assertThat(transactions.<Integer>change((sql, again) -> say(sql, "seventh"))).isOne();
    assertThat(connections.get()).isEqualTo(7);
    assertThat(said()).containsExactly("seventh");
  }

  @Test
  void whatAPoolThrowsIsNoConflict() {
    fault = () -> new IllegalStateException("40001");
    assertThat(runsOfOneChange()).isEqualTo(4);
  }

  @Test
  void whatTheWorkItselfThrowsIsThrownAsItIsAndWritesNothing() {
    IllegalArgumentException own = new IllegalArgumentException("no such entry");
    connections.set(0);
    assertThatThrownBy(
            () ->
                transactions.change(
                    (sql, again) -> {
                      int unused = say(sql, "too early");
                      throw own;
                    }))
        .isSameAs(own);
    assertThat(connections.get()).isOne();
    assertThat(said()).isEmpty();
  }

  @Test
  void aThreadThatIsInterruptedTriesNoMoreAndStaysInterrupted() {
    fault =
        () -> {
          Thread.currentThread().interrupt();
          return new SQLException("not now", "40001");
        };
    assertThat(runsOfOneChange()).isEqualTo(1);
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"29, 2", "30, 1"})
  void whatHasWaitedForHalfAMinuteIsNotTriedAgain(int seconds, int runs) {
    fault =
        () -> {
          nanoTime.addAndGet(Duration.ofSeconds(seconds).toNanos());
          return new SQLException("read timed out", "08006");
        };
    assertThat(runsOfOneChange()).isEqualTo(runs);
  }

  /** Drivers lose an interrupt, and H2 closes its file after one. */
  @Test
  void anInterruptIsHiddenFromTheDriverAndIsThereAfterwards() {
    AtomicBoolean seen = new AtomicBoolean();
    fault =
        () -> {
          if (Thread.currentThread().isInterrupted()) seen.set(true);
          return null;
        };
    Thread.currentThread().interrupt();
    int said = transactions.change((sql, again) -> say(sql, "hello"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(said).isOne();
    assertThat(seen).isFalse();
  }

  @Test
  void aChangeWhoseCommitWasNotAnsweredIsRepeatedAndToldThatItMayBeMadeAlready() throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      FaultyDatabase faulty = new FaultyDatabase(database);
      Transactions broken = new Transactions(faulty.dataSource());
      List<Boolean> asked = new ArrayList<>();
      faulty.answersLost.set(1);
      int unused =
          broken.change(
              (sql, again) -> {
                asked.add(again);
                return again ? 0 : say(sql, "once");
              });
      assertThat(asked).containsExactly(false, true);
      assertThat(said()).containsExactly("once");
    }
  }

  @Test
  void aCommitThatIsNeverAnsweredIsUnknownAndAllOthersAreNone() throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      FaultyDatabase faulty = new FaultyDatabase(database);
      Transactions broken = new Transactions(faulty.dataSource());
      faulty.answersLost.set(100);
      DatabaseException unknown =
          catchThrowableOfType(
              DatabaseException.class, () -> broken.change((sql, again) -> say(sql, "perhaps")));
      assertThat(unknown.isCommitUnknown()).isTrue();
      assertThat(unknown.isPassing()).isTrue();
      assertThat(unknown).hasMessageContaining("cannot commit (SQL state 08006)");
      faulty.answersLost.set(0);

      faulty.away = true;
      DatabaseException none =
          catchThrowableOfType(
              DatabaseException.class, () -> broken.change((sql, again) -> say(sql, "no")));
      assertThat(none.isCommitUnknown()).isFalse();
      assertThat(none.isPassing()).isTrue();
    }
  }

  /** Nobody can say any more that nothing was committed, whatever the work says now. */
  @Test
  void aCommitStaysUnknownWhenTheWorkFailsAtItsRepetition() throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      FaultyDatabase faulty = new FaultyDatabase(database);
      Transactions broken = new Transactions(faulty.dataSource());
      faulty.answersLost.set(1);
      DatabaseException unknown =
          catchThrowableOfType(
              DatabaseException.class,
              () ->
                  broken.change(
                      (sql, again) -> {
                        if (again) throw new IllegalStateException("what is this?");
                        return say(sql, "perhaps");
                      }));
      assertThat(unknown.isCommitUnknown()).isTrue();
    }
  }

  private int runsOfOneChange() {
    connections.set(0);
    DatabaseException failure =
        catchThrowableOfType(
            DatabaseException.class, () -> transactions.change((sql, again) -> say(sql, "never")));
    assertThat(failure.isPassing()).isTrue();
    return connections.get();
  }

  private DataSource dataSource() {
    return proxy(
        DataSource.class,
        () -> {
          connections.incrementAndGet();
          Connection real = DriverManager.getConnection(url);
          return broken(real);
        });
  }

  private Connection broken(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            TransactionsTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              boolean states = method.getName().equals("prepareStatement");
              Exception thrown = states ? fault.call() : null;
              if (thrown != null) throw thrown;
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static <T> T proxy(Class<T> type, Callable<?> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            TransactionsTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.call()));
  }
}
