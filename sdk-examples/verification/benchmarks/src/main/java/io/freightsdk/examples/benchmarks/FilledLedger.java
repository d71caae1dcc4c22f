package io.freightsdk.examples.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A ledger with so many entries, each of a position read that was just made and charged. */
final class FilledLedger implements AutoCloseable {
  /** Beyond these, a database copies its own rows: it would book a million for twenty minutes. */
  private static final int BOOKED = 1_000;

  private static final BigDecimal PRICE_USD = new BigDecimal("0.02");
  private static final Outcome CHARGED =
      new Outcome(Charge.Kind.CHARGED, ConstantService.LOAD, "req_0123456789abcdef");

  private final SpendLedger ledger;
  private final Path folder;
  private final @Nullable Database database;

  private FilledLedger(SpendLedger ledger, Path folder, @Nullable Database database) {
    this.ledger = ledger;
    this.folder = folder;
    this.database = database;
  }

  /**
   * Opens and fills a new ledger.
   *
   * @param storage {@code memory}, {@code file}, {@code h2}, or {@code postgresql} or {@code
   *     mariadb} as {@code with-databases.sh} starts them
   */
  static FilledLedger open(String storage, int entries) throws IOException, SQLException {
    Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
    Path folder = Files.createTempDirectory(target, "ledger");
    String h2 = "jdbc:h2:file:" + folder.resolve("ledger") + ";WRITE_DELAY=0";
    return switch (storage) {
      case "memory" -> new FilledLedger(paid(SpendLedger.inMemory(), entries), folder, null);
      case "file" -> new FilledLedger(inFile(folder, entries), folder, null);
      case "h2" -> inDatabase(h2, List.of("ANALYZE"), folder, entries);
      case "postgresql" ->
          inDatabase(
              System.getenv("FREIGHT_TEST_POSTGRES_URL"),
              List.of("VACUUM ANALYZE freight_ledger", "CHECKPOINT"),
              folder,
              entries);
      case "mariadb" ->
          inDatabase(
              System.getenv("FREIGHT_TEST_MARIADB_URL"),
              List.of("ANALYZE TABLE freight_ledger"),
              folder,
              entries);
      default -> throw new IllegalArgumentException("no storage " + storage);
    };
  }

  /** Filled where a write that waits for the disk waits for nothing, if there is such a place. */
  private static SpendLedger inFile(Path folder, int entries) throws IOException {
    Path memory = Path.of("/dev/shm");
    Path filling = Files.createTempDirectory(Files.isWritable(memory) ? memory : folder, "ledger");
    paid(SpendLedger.file(filling.resolve("ledger")), entries).close();
    for (Path file : files(filling)) {
      Files.copy(file, folder.resolve(filling.relativize(file)));
    }
    delete(filling);
    return SpendLedger.file(folder.resolve("ledger"));
  }

  private static FilledLedger inDatabase(
      String jdbcUrl, List<String> settles, Path folder, int entries) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    Database database = new Database(new HikariDataSource(config), UUID.randomUUID().toString());
    SpendLedger ledger = SpendLedger.jdbc(database.pool, database.name);
    paid(ledger, Math.min(entries, BOOKED));
    database.copyRows(BOOKED, entries, settles);
    return new FilledLedger(ledger, folder, database);
  }

  private static SpendLedger paid(SpendLedger ledger, int entries) {
    SpendGuard guard = ledger.guard();
    for (int i = 0; i < entries; i++) pay(guard);
    return ledger;
  }

  /** Has room for more calls than will be made. */
  SpendGuard paying() {
    return ledger.guard(SpendLimits.builder().perDay("1000000.00").build());
  }

  /** Has no room. */
  SpendGuard full() {
    return ledger.guard(SpendLimits.builder().perDay("0.02").build());
  }

  static void pay(SpendGuard guard) {
    if (!(reserve(guard) instanceof Reservation reservation)) {
      throw new IllegalStateException("a call within its limit was refused");
    }
    guard.complete(reservation, CHARGED).toCompletableFuture().join();
  }

  static void beRefused(SpendGuard guard) {
    if (!(reserve(guard) instanceof LimitReached)) {
      throw new IllegalStateException("a call beyond its limit was not refused");
    }
  }

  private static Decision reserve(SpendGuard guard) {
    String id = UUID.randomUUID().toString();
    Purchase read =
        new Purchase(
            id,
            "account",
            id,
            1,
            Operation.GET_LOAD_POSITION,
            null,
            null,
            null,
            ConstantService.LOAD,
            null,
            new Quote(PRICE_USD, null),
            Duration.ofSeconds(30));
    return guard.reserve(read).toCompletableFuture().join();
  }

  @Override
  public void close() throws IOException, SQLException {
    ledger.close();
    if (database != null) database.close();
    delete(folder);
  }

  private static void delete(Path folder) throws IOException {
    for (Path file : files(folder)) Files.delete(file);
    Files.delete(folder);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** The rows of one ledger. */
  private record Database(HikariDataSource pool, String name) implements AutoCloseable {
    private static final String ENTRY =
        "book, kind, made_at, operation, load_number, customer_ref, outcome, amount_usd, least_usd,"
            + " reserved_usd, running, is_open, scopes, account, idempotency_key, request_id,"
            + " digest, counts_at, said_at, lowest_usd";
    private static final String RESERVATION =
        "id, scope, price_usd, made_at, expires_at, state, said_at, settled, load_number,"
            + " request_id";

    /** Adds copies of the entries that are there, with their reservations and sums. */
    void copyRows(int there, int wanted, List<String> settles) throws SQLException {
      if (wanted <= there) return;
      try (Connection connection = pool.getConnection()) {
        for (long now = there; now < wanted; now += Math.min(now, wanted - now)) {
          copy(connection, now, Math.min(now, wanted - now));
        }
        update(
            connection,
            "UPDATE freight_book SET version = version + 1, last_id = ? WHERE book = ?",
            wanted,
            name);
        // What the entries add up to, also in the seconds in which the copied ones were made.
        update(
            connection,
            "UPDATE freight_sum SET nano = nano / ? * ? WHERE book = ?",
            there,
            wanted,
            name);
        try (Statement statement = connection.createStatement()) {
          for (String settle : settles) statement.execute(settle);
        }
      }
    }

    /** The first entries once more, after those that are there. */
    private void copy(Connection connection, long there, long count) throws SQLException {
      update(
          connection,
          "INSERT INTO freight_reservation (book, purchase, "
              + RESERVATION
              + ") SELECT made.book, CONCAT('copy-', entry.id + ?), made."
              + RESERVATION.replace(", ", ", made.")
              + " FROM freight_reservation made JOIN freight_ledger entry ON entry.book = made.book"
              + " AND entry.name = made.purchase WHERE entry.id <= ? AND entry.book = ?",
          there,
          count,
          name);
      update(
          connection,
          "INSERT INTO freight_ledger (id, name, "
              + ENTRY
              + ") SELECT id + ?, CONCAT('copy-', id + ?), "
              + ENTRY
              + " FROM freight_ledger WHERE id <= ? AND book = ?",
          there,
          there,
          count,
          name);
    }

    private static void update(Connection connection, String sql, Object... values)
        throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
        statement.executeUpdate();
      }
    }

    @Override
    public void close() throws SQLException {
      try (Connection connection = pool.getConnection()) {
        for (String table :
            List.of("freight_reservation", "freight_ledger", "freight_sum", "freight_book")) {
          update(connection, "DELETE FROM " + table + " WHERE book = ?", name);
        }
      } finally {
        pool.close();
      }
    }
  }
}
