package io.freightsdk.verify;

import static io.freightsdk.verify.VerificationContract.LIMITS;
import static io.freightsdk.verify.VerificationContract.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Mishaps;
import io.freightsdk.internal.verify.Scene;
import io.freightsdk.internal.verify.TimePasses;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.verify.VerificationReport.Outcome;
import io.freightsdk.verify.VerificationReport.Row;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Set-ups with one mistake each, which is named in words with what to do. */
@ExpectedWarnings("io.freightsdk")
class MistakesTest {
  private static String url() {
    return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  }

  static JdbcConnectionPool pool() {
    JdbcConnectionPool pool = JdbcConnectionPool.create(url(), "sa", "");
    pool.setMaxConnections(30);
    return pool;
  }

  private static Verification verification(DataSource pool) {
    return Verification.of(pool, "acme").limits(LIMITS).only(Mishaps.RESTART);
  }

  private static void assertFailed(Row row, String seen, String todo) {
    assertThat(row.outcome()).as("%s", row).isEqualTo(Outcome.FAILED);
    assertThat(row.seen()).contains(seen);
    assertThat(row.todo()).contains(todo);
  }

  private interface Change {
    void of(Connection connection) throws SQLException;
  }

  /** A pool whose connections come with other settings. */
  private static DataSource changed(DataSource pool, Change change) {
    return (DataSource)
        Proxy.newProxyInstance(
            MistakesTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(pool, arguments);
                if (result instanceof Connection connection) change.of(connection);
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  // The pool.

  @Test
  void autocommitOff() {
    DataSource pool = changed(pool(), connection -> connection.setAutoCommit(false));
    VerificationReport report = verification(pool).run();
    assertFailed(report.row(PoolCheck.POOL), "autocommit off", "autoCommit=true");
    assertThat(report.rows(Outcome.PASSED)).isEmpty();
    assertThat(report.row(Mishaps.RESTART.title()).outcome()).isEqualTo(Outcome.NOT_TRIED);
    assertThat(report.passed()).isFalse();
  }

  @Test
  void readUncommitted() {
    DataSource pool =
        changed(
            pool(),
            connection ->
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED));
    VerificationReport report = verification(pool).run();
    assertFailed(report.row(PoolCheck.POOL), "READ UNCOMMITTED", "TRANSACTION_READ_COMMITTED");
    assertThat(report.row(Mishaps.RESTART.title()).outcome()).isEqualTo(Outcome.PASSED);
  }

  @Test
  void aPoolOfOne() {
    JdbcConnectionPool pool = pool();
    pool.setMaxConnections(1);
    VerificationReport report = verification(pool).run();
    assertFailed(report.row(PoolCheck.POOL), "no second one", "maximumPoolSize");
    assertThat(report.rows(Outcome.PASSED)).isEmpty();
  }

  @Test
  void aDatabaseThatIsNotThere() {
    JdbcDataSource nowhere = new JdbcDataSource();
    nowhere.setURL("jdbc:h2:tcp://127.0.0.1:1/mem:x");
    VerificationReport report = verification(nowhere).run();
    assertFailed(report.row(PoolCheck.POOL), "no connection", "start the database");
    assertThat(report.rows(Outcome.FAILED)).hasSize(1);
  }

  @Test
  void aDriverThatThrowsWhatItLikes() {
    DataSource pool =
        changed(
            pool(),
            connection -> {
              throw new IllegalStateException("the driver is confused");
            });
    VerificationReport report = verification(pool).run();
    assertFailed(report.row(PoolCheck.POOL), "the driver is confused", "start the database");
    DataSource later = questions("getMetaData", () -> new IllegalStateException("no answer"));
    assertFailed(verification(later).run().row(PoolCheck.POOL), "no answer", "fix the database");
  }

  @Test
  void aPoolThatIsClosed() {
    JdbcConnectionPool pool = pool();
    pool.dispose();
    VerificationReport report = verification(pool).run();
    assertFailed(report.row(PoolCheck.POOL), "no connection", "start the database");
    assertThat(report.rows(Outcome.FAILED)).hasSize(1);
  }

  /** Connections of which one question is answered by what is thrown. */
  private static DataSource questions(String asked, Supplier<RuntimeException> answer) {
    JdbcConnectionPool pool = pool();
    return proxy(
        DataSource.class,
        pool,
        (method, result) ->
            result instanceof Connection connection
                ? proxy(
                    Connection.class,
                    connection,
                    (question, said) -> {
                      if (question.equals(asked)) throw answer.get();
                      return said;
                    })
                : result);
  }

  private static <T> T proxy(Class<T> type, T real, BiFunction<String, Object, Object> answered) {
    return type.cast(
        Proxy.newProxyInstance(
            MistakesTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return answered.apply(method.getName(), method.invoke(real, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  /** Nobody may wait for ever for a database that hangs before anything is tried. */
  @Test
  void anInterruptEndsItWhileTheDatabaseHangs() {
    Thread caller = Thread.currentThread();
    CountDownLatch released = new CountDownLatch(1);
    DataSource pool =
        questions(
            "getMetaData",
            () -> {
              caller.interrupt();
              while (released.getCount() > 0) {
                try {
                  released.await();
                } catch (InterruptedException goesOn) {
                  // As a driver does that hears of no interrupt.
                }
              }
              return new IllegalStateException("released");
            });
    VerificationReport report = verification(pool).run();
    released.countDown();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.row("the rest").outcome()).isEqualTo(Outcome.NOT_TRIED);
    assertThat(report.passed()).isFalse();
  }

  @Test
  void aPoolThatGivesNull() {
    DataSource nothing = proxy(DataSource.class, pool(), (method, result) -> null);
    VerificationReport report = verification(nothing).run();
    assertFailed(report.row(PoolCheck.POOL), "it gives null", "fix the pool");
    assertThat(report.rows(Outcome.FAILED)).hasSize(1);
    AtomicInteger given = new AtomicInteger();
    DataSource nothingMore =
        proxy(
            DataSource.class,
            pool(),
            (method, result) -> given.incrementAndGet() == 1 ? result : null);
    assertFailed(
        verification(nothingMore).run().row(PoolCheck.POOL),
        "no second one: it gives null",
        "pool");
  }

  /** A pool of which each third connection reaches another database. */
  static DataSource mixed(DataSource right, DataSource other) {
    AtomicInteger given = new AtomicInteger();
    return (DataSource)
        Proxy.newProxyInstance(
            MistakesTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  default -> {
                    DataSource next = given.incrementAndGet() % 3 == 0 ? other : right;
                    yield method.invoke(next, arguments);
                  }
                });
  }

  @Test
  void aPoolThatReachesTwoDatabases() throws SQLException {
    DataSource right = pool();
    DataSource other = pool();
    SpendLedger.jdbc(right, "acme").close();
    SpendLedger.jdbc(other, "acme").close();
    VerificationReport report = verification(mixed(right, other)).run();
    assertFailed(
        report.row(SetUpCheck.DATABASE),
        "of 8 connections at once cannot change the row that the ledger has just written",
        "targetServerType=primary");
    assertThat(report.row(Mishaps.RESTART.title()).outcome()).isEqualTo(Outcome.NOT_TRIED);
    assertThat(rows(right, "book <> 'acme'") + rows(other, "book <> 'acme'")).isZero();
  }

  /** The ledger may not even open, because it looks for its row where it has none. */
  @Test
  void aPoolThatReachesADatabaseWithoutTables() throws SQLException {
    DataSource right = pool();
    SpendLedger.jdbc(right, "acme").close();
    VerificationReport report =
        verification(mixed(right, pool()))
            .ledger(builder -> builder.schema(SchemaMode.VALIDATE))
            .run();
    assertFailed(report.row(SetUpCheck.DATABASE), "freight_book", "reach the primary");
    assertThat(rows(right, "book <> 'acme'")).isZero();
  }

  // The ledger's tables and rights.

  @Test
  void tablesThatAreMissing() {
    VerificationReport report =
        verification(pool()).ledger(builder -> builder.schema(SchemaMode.VALIDATE)).run();
    assertFailed(
        report.row(SetUpCheck.LEDGER), "missing or not readable: freight_book", "make the tables");
    assertThat(report.rows(Outcome.FAILED)).hasSize(1);
  }

  @Test
  void aUserWhoMayOnlyRead() throws SQLException {
    String url = url();
    JdbcConnectionPool owner = JdbcConnectionPool.create(url, "sa", "");
    SpendLedger.jdbc(owner, "acme").close();
    try (Connection connection = owner.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE USER reader PASSWORD 'secret'");
      statement.execute("GRANT SELECT ON SCHEMA public TO reader");
    }
    VerificationReport report =
        verification(JdbcConnectionPool.create(url.split(";")[0], "reader", "secret"))
            .ledger(builder -> builder.schema(SchemaMode.VALIDATE))
            .run();
    assertThat(report.row(PoolCheck.POOL).outcome()).as("%s", report).isEqualTo(Outcome.PASSED);
    assertFailed(report.row(SetUpCheck.LEDGER), "rights", "read and write the tables freight_*");
    assertThat(report.rows(Outcome.FAILED)).hasSize(1);
  }

  @Test
  void aClockOfTheApplication() {
    VerificationReport report =
        verification(pool()).ledger(builder -> builder.clock(Clock.systemUTC())).run();
    assertFailed(
        report.row(SetUpCheck.TIME), "SystemClock[Z]", "leave out SpendLedgerBuilder.clock(...)");
    assertThat(report.rows(Outcome.FAILED)).hasSize(1);
    assertThat(verification(pool()).run().row(SetUpCheck.TIME).outcome()).isEqualTo(Outcome.PASSED);
  }

  // Limits.

  @Test
  void noLimitAtAll() {
    VerificationReport report = verification(pool()).limits(SpendLimits.none()).run();
    assertThat(report.row(SetUpCheck.CLIENT).outcome()).isEqualTo(Outcome.NOT_TRIED);
    assertThat(report.row(Mishaps.RESTART.title()).seen()).contains("there is no limit");
  }

  @Test
  void aLimitBelowThePriceOfALoad() {
    VerificationReport report =
        verification(pool()).limits(SpendLimits.builder().perDay("0.50").build()).run();
    assertFailed(report.row(SetUpCheck.CLIENT), "the tightest limit is 0.50 USD", "price(...)");
    assertThat(
            verification(pool())
                .limits(SpendLimits.builder().perDay("0.50").build())
                .price("0.10")
                .run()
                .passed())
        .isTrue();
  }

  @Test
  void aMaxPriceBelowThePriceOfALoad() {
    VerificationReport report =
        verification(pool()).client(builder -> builder.maxPrice("0.60")).run();
    assertFailed(report.row(SetUpCheck.CLIENT), "0.60", "fix the options");
  }

  @Test
  void aMaxPriceLeavesNothingToTryOfARise() {
    VerificationReport report =
        verification(pool())
            .only(Mishaps.PRICE_RISE, Mishaps.PRICE_UNREAD)
            .client(builder -> builder.maxPrice("0.65"))
            .run();
    assertThat(report.row(Mishaps.PRICE_RISE.title()).seen()).contains("maxPrice");
    assertThat(report.row(Mishaps.PRICE_UNREAD.title()).outcome()).isEqualTo(Outcome.NOT_TRIED);
    assertThat(report.rows(Outcome.FAILED)).isEmpty();
  }

  @Test
  void limitsThatOnlyReport() {
    VerificationReport report = verification(pool()).guard(LedgerGuard::reportOnly).run();
    assertFailed(
        report.row(Mishaps.RESTART.title()), "5.20 USD were taken over the limit", "reportOnly()");
  }

  @Test
  void limitsOfScopesOnly() {
    VerificationReport report =
        verification(pool())
            .limits(SpendLimits.none())
            .scope(SpendScope.of("acme", LIMITS))
            .only(Mishaps.RESTART, Mishaps.OWN_NAME)
            .run();
    assertThat(report.row(Mishaps.RESTART.title()).outcome()).isEqualTo(Outcome.PASSED);
    assertFailed(
        report.row(Mishaps.OWN_NAME.title()),
        "5.20 USD were taken over the limit",
        "give the client limits");
  }

  @Test
  void whoTakesANewNameLeavesTheScopeAndStaysWithinTheClient() {
    VerificationReport report =
        verification(pool())
            .scope(SpendScope.of("acme", SpendLimits.builder().perDay("3.00").build()))
            .only(Mishaps.RESTART, Mishaps.OWN_NAME)
            .run();
    assertThat(report.rows(Outcome.FAILED)).isEmpty();
    assertThat(report.row(Mishaps.RESTART.title()).seen()).contains("2.60 of 3.00 USD");
    assertThat(report.row(Mishaps.OWN_NAME.title()).seen()).contains("6.50 of 6.50 USD");
  }

  @Test
  void clocksAreNotTriedWithoutAWindow() {
    VerificationReport report =
        verification(pool())
            .limits(SpendLimits.builder().total("10.00").build())
            .only(Mishaps.TWO_HOURS)
            .run();
    assertThat(report.row(Mishaps.TWO_HOURS.title()).seen()).isEqualTo("no limit has a window");
  }

  /** The ledger's clock is moved for it: nobody waits. */
  @Test
  void timePassesToTheEndOfWhateverLimitIsTheTightest() {
    ZoneId newYork = ZoneId.of("America/New_York");
    List<SpendLimits.Builder> tightest =
        List.of(
            SpendLimits.builder().per(Duration.ofMinutes(2), "10.00"),
            SpendLimits.builder().per(Duration.ofDays(90), "10.00").perMinute("10.00"),
            SpendLimits.builder().perDay("10.00", newYork).perHour("12.00"),
            SpendLimits.builder().total("10.00"));
    for (SpendLimits.Builder limits : tightest) {
      VerificationReport report =
          verification(pool()).limits(limits.build()).only(new TimePasses()).run();
      Row row = report.row(new TimePasses().title());
      assertThat(row.outcome()).as("%s", report).isEqualTo(Outcome.PASSED);
      assertThat(row.seen()).isEqualTo("6.50 of 6.50 USD taken, 14 refused, 1 unknown");
    }
  }

  @Test
  void aWindowThatIsOverBeforeTheDeadExpireIsNotTried() {
    VerificationReport report =
        verification(pool())
            .limits(SpendLimits.builder().perMinute("10.00").perDay("50.00").build())
            .only(new TimePasses())
            .run();
    assertThat(report.row(new TimePasses().title()).seen())
        .contains("the tightest limit has room again after 60 s");
  }

  // Others who spend.

  @Test
  void aSharedLedgerWithoutASharedLimit() {
    DataSource pool = pool();
    VerificationReport report =
        verification(pool).alsoSpends("the night job", pool, "acme", SpendLimits.none()).run();
    assertFailed(
        report.row(Surroundings.OTHERS),
        "the night job spent 1.95 USD over the limit",
        "give the night job the same SpendLimits as acme");
  }

  @Test
  void twoLedgersForOneBalance() throws SQLException {
    DataSource pool = pool();
    VerificationReport report =
        verification(pool).alsoSpends("the night job", pool, "jobs", LIMITS).run();
    assertFailed(
        report.row(Surroundings.OTHERS),
        "the night job spent 1.95 USD over the limit",
        "the night job has a ledger of its own (jobs), and one balance needs one: open \"acme\"");
    DataSource elsewhere = pool();
    VerificationReport other =
        verification(pool).alsoSpends("the night job", elsewhere, "acme", LIMITS).run();
    assertFailed(other.row(Surroundings.OTHERS), "over the limit", "in another database");
    assertThat(rows(elsewhere, "1 = 1")).isZero();
  }

  @Test
  void anotherPoolOfTheSameDatabaseHasTheSameLedger() {
    String url = url();
    JdbcConnectionPool pool = JdbcConnectionPool.create(url, "sa", "");
    JdbcConnectionPool theirs = JdbcConnectionPool.create(url, "sa", "");
    VerificationReport report =
        verification(pool).alsoSpends("the night job", theirs, "acme", LIMITS).run();
    assertThat(report.rows(Outcome.FAILED)).isEmpty();
    assertThat(report.row(Surroundings.OTHERS).outcome()).isEqualTo(Outcome.PASSED);
  }

  @Test
  void aPoolOfOthersThatReachesTwoDatabases() throws SQLException {
    DataSource pool = pool();
    DataSource other = pool();
    SpendLedger.jdbc(other, "acme").close();
    VerificationReport report =
        verification(pool).alsoSpends("the night job", mixed(pool, other), "acme", LIMITS).run();
    assertFailed(
        report.row(Surroundings.OTHERS),
        "of the pool of the night job 2 of 8 connections at once cannot change the row",
        "targetServerType=primary");
    assertThat(rows(pool, "1 = 1") + rows(other, "book <> 'acme'")).isZero();
  }

  // Keys and deadlines.

  static void createWithTheKeyOfTheOrder(FreightClient client, Verification.Order order) {
    String key = IdempotencyKeys.derivedFrom("orders", order.reference());
    client.createLoad(order.input(), CallOptions.builder().idempotencyKey(key).build());
  }

  @Test
  void aRandomKeyForEachDelivery() {
    VerificationReport report =
        verification(pool()).create((client, order) -> client.createLoad(order.input())).run();
    assertFailed(
        report.row(Surroundings.QUEUE),
        "1.30 USD taken for an order that costs 0.65 USD",
        "IdempotencyKeys.derivedFrom");
  }

  @Test
  void aFunctionThatCreatesNothingIsNoProof() {
    VerificationReport report =
        verification(pool())
            .create(
                (client, order) -> {
                  throw new IllegalStateException("no such customer");
                })
            .run();
    assertThat(report.row(Surroundings.QUEUE).outcome()).isEqualTo(Outcome.NOT_TRIED);
    assertThat(report.row(Surroundings.QUEUE).seen()).contains("no such customer");
  }

  @Test
  void aDeadlineLongerThanTheWebServerWaits() {
    VerificationReport report = verification(pool()).requestTimeout(Duration.ofSeconds(30)).run();
    assertFailed(
        report.row(Surroundings.REQUEST),
        "a call takes 120 s at most, the web server gives up after 30 s",
        "less than 30 s");
  }

  // The run itself.

  static boolean hasRows(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT 1 FROM freight_book")) {
      return row.next();
    }
  }

  @Test
  void anInterruptEndsItAndItsRowsAreGone() throws SQLException {
    DataSource pool = pool();
    Thread caller = Thread.currentThread();
    AtomicInteger opened = new AtomicInteger();
    VerificationReport report =
        Verification.of(pool, "acme")
            .limits(LIMITS)
            .ledger(
                builder -> {
                  if (opened.incrementAndGet() == 30) caller.interrupt();
                })
            .run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.row("the rest").outcome()).isEqualTo(Outcome.NOT_TRIED);
    assertThat(report.rows(Outcome.FAILED)).isEmpty();
    assertThat(rows(pool, "1 = 1")).isZero();
  }

  /** Connections that are cut from the database while they are asked. */
  private static DataSource cut(DataSource pool, AtomicBoolean isCut) {
    return proxy(
        DataSource.class,
        pool,
        (method, result) ->
            result instanceof Connection connection
                ? Proxy.newProxyInstance(
                    MistakesTest.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, question, arguments) -> {
                      if (isCut.get() && question.getName().equals("isValid")) return false;
                      if (isCut.get() && question.getName().equals("prepareStatement")) {
                        throw new SQLException("the server is gone", "08006");
                      }
                      try {
                        return question.invoke(connection, arguments);
                      } catch (InvocationTargetException e) {
                        throw e.getCause();
                      }
                    })
                : result);
  }

  @Test
  void rowsThatStayBecauseTheConnectionIsLostAreTold() throws SQLException {
    DataSource pool = pool();
    AtomicBoolean isCut = new AtomicBoolean();
    AtomicInteger deliveries = new AtomicInteger();
    VerificationReport report =
        verification(cut(pool, isCut))
            .create(
                (client, order) -> {
                  createWithTheKeyOfTheOrder(client, order);
                  if (deliveries.incrementAndGet() == 1) isCut.set(true);
                })
            .run();
    assertFailed(report.row(Run.REMOVED), "the server is gone", "whose book begins with \"verify-");
    assertThat(report.rows(Outcome.FAILED)).hasSize(1);
    assertThat(rows(pool, "book LIKE 'verify-%'")).isPositive();
  }

  @Test
  void twoAtOnceDoNotMeet() throws Exception {
    DataSource pool = pool();
    CompletableFuture<VerificationReport> other =
        CompletableFuture.supplyAsync(() -> verification(pool).run());
    assertThat(verification(pool).run().rows(Outcome.FAILED)).isEmpty();
    assertThat(other.get().rows(Outcome.FAILED)).isEmpty();
    assertThat(rows(pool, "1 = 1")).isZero();
  }

  @Test
  void whatHasNoTimeIsNotTried() throws SQLException {
    DataSource pool = pool();
    VerificationReport report = verification(pool).atMost(Duration.ofNanos(1)).run();
    assertThat(report.row(Mishaps.RESTART.title()).outcome()).isEqualTo(Outcome.NOT_TRIED);
    assertThat(rows(pool, "1 = 1")).isZero();
  }

  /** Asked how many loads it needs, it answers when the run is over. */
  private static final class Late implements Mishap {
    private final CountDownLatch runIsOver = new CountDownLatch(1);
    private final CompletableFuture<Thread> player = new CompletableFuture<>();

    @Override
    public String title() {
      return "late";
    }

    @Override
    public int room() {
      player.complete(Thread.currentThread());
      while (runIsOver.getCount() > 0) {
        try {
          runIsOver.await();
        } catch (InterruptedException goesOn) {
          // As code does that hears of no interrupt.
        }
      }
      return 1;
    }

    @Override
    public void happen(Scene scene) {
      scene.spend(scene.open(scene.place()), 1);
    }
  }

  @Test
  void aMishapThatBeginsAfterTheEndLeavesNoRows() throws Exception {
    DataSource pool = pool();
    Late late = new Late();
    Verification verification = Verification.of(pool, "acme").limits(LIMITS).only(late);
    CompletableFuture<VerificationReport> report = new CompletableFuture<>();
    Thread runs = new Thread(() -> report.complete(verification.run()), "run");
    runs.start();
    Thread player = late.player.get();
    runs.interrupt();
    assertThat(report.get().row("the rest").outcome()).isEqualTo(Outcome.NOT_TRIED);
    late.runIsOver.countDown();
    player.join();
    assertThat(rows(pool, "1 = 1")).isZero();
  }

  @Test
  void eachRowIsATest() {
    VerificationReport report = verification(pool()).run();
    assertThat(RowTests.of(report))
        .extracting(test -> test.getDisplayName())
        .containsExactlyElementsOf(report.rows().stream().map(Row::mishap).toList());
  }
}
