package io.freightsdk.internal.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.ledger.sqlite.SqliteFile;
import io.freightsdk.spend.SpendLedgerException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.argument.Argument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a file of SQLite. */
class KeptStatementsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SAY = "INSERT INTO said (word) VALUES (:word)";

  @TempDir Path folder;
  private SqliteFile file;
  private Transactions transactions;

  @BeforeEach
  void open() {
    file = SqliteFile.open(folder.resolve("ledger"));
    transactions = new Transactions(file, Purpose.LEDGER, Duration.ZERO, Transactions.TOGETHER);
    int unused = run(handle -> handle.execute("CREATE TABLE said (word TEXT)"));
  }

  @AfterEach
  void close() {
    file.close();
  }

  private <T> T run(Function<Handle, T> statements) {
    return transactions.run(statements, PATIENCE);
  }

  private static int say(Handle handle, String word) {
    return handle.createUpdate(SAY).bind("word", word).execute();
  }

  private List<String> said() {
    return run(handle -> handle.createQuery("SELECT word FROM said").mapTo(String.class).list());
  }

  @Test
  void aConnectionThatWasDroppedTakesThemAlong() throws SQLException {
    int one = run(handle -> say(handle, "one"));
    try (Connection connection = file.getConnection()) {
      connection.abort(Runnable::run);
    }
    AtomicInteger tries = new AtomicInteger();
    int two =
        run(
            handle -> {
              int unused = tries.incrementAndGet();
              return say(handle, "two");
            });
    assertThat(one + two).isEqualTo(2);
    assertThat(tries).hasValue(1);
    assertThat(said()).containsExactly("one", "two");
  }

  @Test
  void whatOneUseHasBoundIsNotInTheNext() {
    Argument fails =
        (position, statement, context) -> {
          throw new SQLException("not bound");
        };
    assertThatThrownBy(
            () ->
                run(
                    handle ->
                        handle
                            .prepareBatch(SAY)
                            .bind("word", "one")
                            .add()
                            .bind("word", fails)
                            .add()
                            .execute()))
        .isInstanceOf(SpendLedgerException.class);
    int[] two = run(handle -> handle.prepareBatch(SAY).bind("word", "two").add().execute());
    assertThat(two).containsExactly(1);
    assertThat(said()).containsExactly("two");
  }

  /** The driver does not execute it any more. */
  @Test
  void oneThatAFullDiskHasFailedIsNotUsedAgain() {
    int limit = run(handle -> handle.execute("PRAGMA max_page_count = 4"));
    assertThatThrownBy(() -> run(handle -> say(handle, "long".repeat(100_000))))
        .isInstanceOf(SpendLedgerException.class)
        .hasMessageContaining("SQLITE_FULL");
    int noLimit = run(handle -> handle.execute("PRAGMA max_page_count = 1000000"));
    AtomicInteger tries = new AtomicInteger();
    int one =
        run(
            handle -> {
              int unused = tries.incrementAndGet();
              return say(handle, "one");
            });
    assertThat(one).isOne();
    assertThat(tries).hasValue(1);
    assertThat(said()).containsExactly("one");
  }

  /** SQLite would go on reading the file as it was, and could not change it any more. */
  @Test
  void rowsThatWereLeftUnreadKeepNothingOpen() throws SQLException {
    int both = run(handle -> say(handle, "one") + say(handle, "two"));
    boolean isRead =
        run(
            handle ->
                handle
                    .createQuery("SELECT word FROM said")
                    .execute(
                        (statement, context) -> {
                          try (context) {
                            return statement.get().getResultSet().next();
                          }
                        }));
    assertThat(both == 2 && isRead).isTrue();
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("ledger"));
        Statement statement = other.createStatement()) {
      statement.execute("INSERT INTO said (word) VALUES ('three')");
    }
    int four = run(handle -> say(handle, "four"));
    assertThat(four).isOne();
    assertThat(said()).containsExactly("one", "two", "three", "four");
  }

  @Test
  void oneThatIsInUseIsNotUsedAgain() {
    String sql = "SELECT word FROM said WHERE word >= :from ORDER BY word";
    List<Integer> left =
        run(
            handle -> {
              int unused = say(handle, "a") + say(handle, "b") + say(handle, "c");
              return handle
                  .createQuery(sql)
                  .bind("from", "a")
                  .map((row, context) -> row.getString(1))
                  .stream()
                  .map(
                      word ->
                          handle
                              .createQuery(sql)
                              .bind("from", word)
                              .mapTo(String.class)
                              .list()
                              .size())
                  .toList();
            });
    assertThat(left).containsExactly(3, 2, 1);
  }

  @Test
  void manyTextsAreNoMoreThanThoseThatWereUsedLast() {
    for (int i = 0; i < 300; i++) {
      String sql = "SELECT " + i;
      int found = run(handle -> handle.createQuery(sql).mapTo(Integer.class).one());
      assertThat(found).isEqualTo(i);
    }
    int one = run(handle -> say(handle, "one"));
    assertThat(one).isOne();
  }
}
