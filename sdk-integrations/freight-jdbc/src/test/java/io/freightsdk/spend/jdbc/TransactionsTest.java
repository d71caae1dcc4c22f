package io.freightsdk.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
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
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a transaction stores, and how often one that failed is tried again. */
class TransactionsTest {
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final AtomicInteger connections = new AtomicInteger();

  private final List<String> statements = new ArrayList<>();

  /** What a connection throws instead of preparing a statement; null if it works. */
  private Callable<@Nullable Exception> fault = () -> null;

  /** The statement that is prepared instead of another one. */
  private UnaryOperator<String> instead = text -> text;

  private final AtomicLong nanoTime = new AtomicLong();

  private final Transactions books =
      new Transactions(
          dataSource(), "broker", JdbcSpendStore.SchemaMode.CREATE, null, nanoTime::get);

  @Test
  void aLineIsReadAsItWasWritten() {
    Line line =
        Line.of(
            1,
            "call-2",
            3,
            4_000_005,
            Operation.CREATE_LOAD,
            "LD-6",
            "key-7",
            "request-8",
            "scope/9",
            10,
            Charge.Kind.UNKNOWN,
            1_200_000_001L,
            650_000_002L);
    books.change(
        null,
        book -> {
          book.append(line);
          return line;
        });
    Book.Query all = new Book.Query(SpendFilter.all(), false, null, 0);
    List<Line> read = books.look(null, book -> book.lines(all, 10));
    assertThat(read).containsExactly(line);
  }

  /** While nothing can have ended, no call pays for looking. */
  @Test
  void whatHasEndedIsLookedForOnceSomethingMayHaveEnded() {
    AtomicLong now = new AtomicLong(1000);
    Transactions timed =
        new Transactions(dataSource(), "timed", JdbcSpendStore.SchemaMode.CREATE, now::get);
    write(timed, Cell.edited("told a", "until=2000"));
    now.set(1999);
    assertThat(ended(timed)).isEmpty();
    assertThat(statements).noneMatch(text -> text.contains("ends_us <"));

    now.set(2000);
    assertThat(ended(timed)).containsExactly("told a");
    assertThat(ended(timed)).as("nobody has dealt with it").containsExactly("told a");
    write(timed, Cell.edited("told a", "until=6000"));
    write(timed, Cell.edited("told b", "until=5000"));
    now.set(4999);
    assertThat(ended(timed)).isEmpty();
    assertThat(statements).noneMatch(text -> text.contains("ends_us <"));
    now.set(6000);
    assertThat(ended(timed)).containsExactlyInAnyOrder("told a", "told b");

    write(timed, Cell.edited("told b", "until=7000"));
    write(timed, Cell.edited("told c", "until=8000"));
    timed.change(
        null,
        book -> {
          assertThat(book.ended(6000)).extracting(Cell::id).containsExactly("told a");
          book.delete("told a");
          book.delete("told b");
          return book;
        });
    now.set(8000);
    assertThat(ended(timed)).containsExactly("told c");
  }

  private static void write(Transactions books, Cell cell) {
    books.change(
        null,
        book -> {
          book.write(cell);
          return cell;
        });
  }

  private List<String> ended(Transactions books) {
    statements.clear();
    return books.change(null, book -> book.ended(book.now()).stream().map(Cell::id).toList());
  }

  @Test
  void whatConflictsIsTriedMoreOftenThanWhatFails() {
    fault = () -> new SQLException("connection reset", "08006");
    assertThat(runsOfOneChange()).isEqualTo(4);
    connections.set(0);
    fault = () -> connections.get() < 7 ? new SQLException("not now", "40001") : null;
    assertThat(books.<Long>change(null, Book::now)).isPositive();
    assertThat(connections.get()).isEqualTo(7);
  }

  @Test
  void whatAPoolThrowsIsNoConflict() {
    fault = () -> new IllegalStateException("40001");
    assertThat(runsOfOneChange()).isEqualTo(4);
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
    long now = books.change(null, Book::now);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(now).isPositive();
    assertThat(seen).isFalse();
  }

  @Test
  void aRowThatThisChangeHasDeletedIsNotListedInIt() {
    write(books, Cell.edited("told a", "until=2000"));
    write(books, Cell.edited("told b", "until=2000"));
    List<String> left =
        books.change(
            null,
            book -> {
              book.delete("told a");
              return book.list("told ", "", 10).stream().map(Cell::id).toList();
            });
    assertThat(left).containsExactly("told b");
  }

  /** As behind a pooler, where a prepared statement may be that of another connection. */
  @Test
  void aRowThatWasNotWrittenIsWrittenByTheNextRun() {
    AtomicBoolean mixedUp = new AtomicBoolean();
    instead =
        text ->
            text.startsWith("INSERT INTO freight_cell") && mixedUp.compareAndSet(false, true)
                ? "UPDATE freight_cell SET ends_us = ?, body = ? WHERE book = ? AND id = ?"
                : text;
    write(books, Cell.edited("told a", "until=2000"));
    assertThat(mixedUp).isTrue();
    assertThat(books.<List<Cell>>look(null, book -> book.list("told ", "", 10)))
        .extracting(Cell::id)
        .containsExactly("told a");
  }

  private int runsOfOneChange() {
    connections.set(0);
    SpendStoreException failure =
        catchThrowableOfType(
            SpendStoreException.class, () -> books.change(null, book -> book.now()));
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
              if (states) {
                arguments[0] = instead.apply((String) arguments[0]);
                statements.add((String) arguments[0]);
              }
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
