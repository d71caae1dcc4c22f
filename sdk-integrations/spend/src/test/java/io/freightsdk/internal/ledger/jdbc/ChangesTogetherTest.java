package io.freightsdk.internal.ledger.jdbc;

import static java.sql.Connection.TRANSACTION_NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.ledger.jdbc.Transactions.DatabaseFailure;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.testing.Eventually;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes that wait for one connection, and are committed together. */
class ChangesTogetherTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(300);

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final AtomicInteger commits = new AtomicInteger();

  /** What a commit does; given its number. */
  private volatile Commit commit = (real, number) -> real.commit();

  private final Transactions transactions =
      new Transactions(dataSource(), Purpose.LEDGER, Duration.ZERO, PATIENCE);

  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch isHeld = new CountDownLatch(1);
  private final List<Caller<?>> callers = new CopyOnWriteArrayList<>();

  private interface Commit {
    void of(Connection real, int number) throws SQLException;
  }

  /** A thread that waits for its work to be done. */
  private static final class Caller<T> {
    private final FutureTask<T> told;

    Caller(FutureTask<T> told) {
      this.told = told;
    }

    T answer() throws Exception {
      try {
        return told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        throw new AssertionError("it was never told", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException own) throw own;
        throw e;
      }
    }

    boolean isTold() {
      return told.isDone();
    }
  }

  @BeforeEach
  void holdTheConnection() throws Exception {
    int unused =
        transactions.run(
            handle -> handle.execute("CREATE TABLE said (id IDENTITY, word VARCHAR(20))"),
            PATIENCE);
    Caller<String> first =
        asks(
            () ->
                transactions.change(
                    handle -> {
                      isHeld.countDown();
                      await(gate);
                      return "first";
                    },
                    PATIENCE,
                    false,
                    TRANSACTION_NONE));
    assertThat(isHeld.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(first.isTold()).isFalse();
  }

  @AfterEach
  void everybodyIsTold() {
    gate.countDown();
    Eventually.until(
        () -> callers.stream().allMatch(Caller::isTold), () -> "somebody was never told");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Asks behind all who have asked before. */
  private <T> Caller<T> asks(Callable<T> question) {
    FutureTask<T> told = new FutureTask<>(question);
    Caller<T> caller = new Caller<>(told);
    callers.add(caller);
    Thread thread = new Thread(told, "caller");
    thread.setDaemon(true);
    thread.start();
    Eventually.until(
        () -> told.isDone() || thread.getState() == Thread.State.TIMED_WAITING,
        () -> "it did not ask: " + thread.getState());
    return caller;
  }

  private Caller<String> changes(Function<Handle, String> work) {
    return asks(() -> transactions.change(work, PATIENCE, false, TRANSACTION_NONE));
  }

  private Caller<String> says(String word) {
    return changes(handle -> say(handle, word));
  }

  private Caller<String> saysLate(boolean evenLate) {
    return asks(
        () ->
            transactions.change(handle -> say(handle, "late"), SHORT, evenLate, TRANSACTION_NONE));
  }

  /** Says a word once, however often it is run. */
  private static String say(Handle handle, String word) {
    return DatabaseFailure.marked(
        () -> {
          String insert =
              "INSERT INTO said (word) SELECT :word FROM (SELECT 1 AS one) only_one"
                  + " WHERE NOT EXISTS (SELECT * FROM said WHERE word = :word)";
          int unused = handle.createUpdate(insert).bind("word", word).execute();
          return word;
        });
  }

  private List<String> said() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      return Jdbi.create(connection)
          .withHandle(
              handle ->
                  handle
                      .createQuery("SELECT word FROM said ORDER BY id")
                      .mapTo(String.class)
                      .list());
    }
  }

  /** From now on the connection is free; says how many commits were made until all were told. */
  private int commitsOfTheOthers() {
    commits.set(0);
    everybodyIsTold();
    return commits.get() - 1;
  }

  @Test
  void thoseThatWaitAreStoredByOneCommitInTheOrderInWhichTheyAsked() throws Exception {
    Caller<String> one = says("one");
    Caller<String> two = says("two");
    Caller<String> three = says("three");
    assertThat(commitsOfTheOthers()).isOne();
    assertThat(List.of(one.answer(), two.answer(), three.answer()))
        .containsExactly("one", "two", "three");
    assertThat(said()).containsExactly("one", "two", "three");
  }

  @Test
  void nobodyIsToldBeforeItIsStored() throws Exception {
    Caller<String> one = says("one");
    Caller<String> two = says("two");
    Set<Boolean> toldBefore = ConcurrentHashMap.newKeySet();
    commit =
        (real, number) -> {
          if (number == 2) {
            // Whoever was told has had time to say so.
            for (int i = 0; i < 100; i++) Thread.yield();
            toldBefore.add(one.isTold() || two.isTold());
          }
          real.commit();
        };
    assertThat(commitsOfTheOthers()).isOne();
    assertThat(toldBefore).containsExactly(false);
    assertThat(said()).containsExactly("one", "two");
  }

  @Test
  void oneThatRulesRefuseIsToldSoAndOnlyTheOthersAreStored() throws Exception {
    Caller<String> one = says("one");
    Caller<String> refused =
        changes(
            handle -> {
              String unused = say(handle, "refused");
              throw new IllegalArgumentException("no");
            });
    Caller<String> two = says("two");
    gate.countDown();
    assertThatThrownBy(refused::answer)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no");
    assertThat(List.of(one.answer(), two.answer())).containsExactly("one", "two");
    assertThat(said()).containsExactly("one", "two");
  }

  @Test
  void oneThatTheDatabaseFailsIsToldSoAndOnlyTheOthersAreStored() throws Exception {
    Caller<String> one = says("one");
    Caller<String> failed =
        changes(
            handle -> {
              String unused = say(handle, "failed");
              throw new DatabaseFailure(new SQLException("no space", "53100"));
            });
    Caller<String> two = says("two");
    gate.countDown();
    assertThatThrownBy(failed::answer)
        .isInstanceOf(SpendLedgerException.class)
        .hasMessageContaining("cannot read or write");
    assertThat(List.of(one.answer(), two.answer())).containsExactly("one", "two");
    assertThat(said()).containsExactly("one", "two");
  }

  @Test
  void whenTheirCommitFailsEachIsMadeAgain() throws Exception {
    Caller<String> one = says("one");
    Caller<String> two = says("two");
    commit =
        (real, number) -> {
          if (number == 2) throw new SQLException("connection reset", "08006");
          real.commit();
        };
    assertThat(commitsOfTheOthers()).isEqualTo(3);
    assertThat(List.of(one.answer(), two.answer())).containsExactly("one", "two");
    assertThat(said()).containsExactly("one", "two");
  }

  /** It may have been stored, whatever its rules say now. */
  @Test
  void whenTheAnswerToTheirCommitIsLostNobodyIsToldThatNothingWasStored() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Caller<String> one = says("one");
    Caller<String> unsure =
        changes(
            handle -> {
              if (runs.getAndIncrement() > 0) throw new IllegalStateException("it is there");
              return say(handle, "unsure");
            });
    commit =
        (real, number) -> {
          real.commit();
          if (number == 2) throw new SQLException("connection reset", "08006");
        };
    gate.countDown();
    assertThatThrownBy(unsure::answer)
        .isInstanceOf(SpendLedgerException.class)
        .hasMessageContaining("cannot commit");
    assertThat(one.answer()).isEqualTo("one");
    assertThat(said()).containsExactly("one", "unsure");
  }

  @Test
  void whatCameTooLateIsNotStoredWithTheOthers() throws Exception {
    Caller<String> late = saysLate(false);
    Caller<String> two =
        changes(
            handle -> {
              Eventually.until(late::isTold, () -> "its time is not over");
              return say(handle, "two");
            });
    gate.countDown();
    assertThatThrownBy(late::answer).isInstanceOf(SpendLedgerException.class);
    assertThat(two.answer()).isEqualTo("two");
    assertThat(said()).containsExactly("two");
  }

  @Test
  void whatIsAsTrueLaterIsStoredWithTheOthers() throws Exception {
    Caller<String> late = saysLate(true);
    Caller<String> two =
        changes(
            handle -> {
              Eventually.until(late::isTold, () -> "its time is not over");
              return say(handle, "two");
            });
    assertThat(commitsOfTheOthers()).isOne();
    assertThatThrownBy(late::answer).isInstanceOf(SpendLedgerException.class);
    assertThat(two.answer()).isEqualTo("two");
    assertThat(said()).containsExactly("late", "two");
  }

  @Test
  void whoOnlyReadsSeesWhatWasAskedBeforeAndIsToldToo() throws Exception {
    Caller<String> one = says("one");
    Caller<String> two = says("two");
    Caller<Integer> read =
        asks(
            () ->
                transactions.read(
                    handle ->
                        handle.createQuery("SELECT COUNT(*) FROM said").mapTo(Integer.class).one(),
                    PATIENCE));
    Caller<String> three = says("three");
    assertThat(commitsOfTheOthers()).isEqualTo(2);
    assertThat(read.answer()).isEqualTo(2);
    assertThat(List.of(one.answer(), two.answer(), three.answer()))
        .containsExactly("one", "two", "three");
  }

  /** Each time it is asked for it is a connection of its own; commits are counted. */
  private DataSource dataSource() {
    return (DataSource)
        Proxy.newProxyInstance(
            ChangesTogetherTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> connection());
  }

  private Connection connection() throws SQLException {
    Connection real = DriverManager.getConnection(url);
    return (Connection)
        Proxy.newProxyInstance(
            ChangesTogetherTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit")) {
                commit.of(real, commits.incrementAndGet());
                return null;
              }
              return invoke(method, real, arguments);
            });
  }

  private static @Nullable Object invoke(Method method, Object target, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
