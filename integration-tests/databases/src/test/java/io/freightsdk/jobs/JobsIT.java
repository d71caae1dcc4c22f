package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.jobs.rows.JobRows;
import io.freightsdk.internal.jobs.rules.Intervals;
import io.freightsdk.internal.jobs.tasks.FailureLog;
import io.freightsdk.internal.jobs.tasks.JobsContext;
import io.freightsdk.internal.jobs.tasks.ListenerCalls;
import io.freightsdk.internal.jobs.tasks.WaitingCheck;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.WithdrawResult.Result;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Booking orders, on H2. Subclasses run the tests on other databases. */
class JobsIT extends JobsFixture {
  /** Long intervals, so that work runs during a test only if something makes it due. */
  private static final Intervals LONG_PAUSES =
      new Intervals(
          QUICK.poll(),
          QUICK.waitingCheck(),
          QUICK.heartbeat(),
          Duration.ofHours(1),
          Duration.ofHours(1));

  // --- book ---

  @Test
  void committedOrderBecomesOneReportedLoad() throws Exception {
    FreightJobs jobs = start(builder());
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.STORED);
    BookedLoad booking = listener.awaitBooked("PO-1");
    assertThat(booking.origin()).isEqualTo(BookedLoad.Origin.CREATED);
    assertThat(booking.customer()).isEqualTo("acme");
    assertThat(booking.trackingLink()).startsWith("http");
    assertThat(booking.toString()).doesNotContain(booking.trackingLink());
    assertThat(loads()).containsExactly(booking.loadNumber());
    assertThat(broker.debits()).hasSize(1);
    pollUntil(() -> rows("freight-order/jobs") == 0);
    assertThat(jobs.find("PO-1").orElseThrow())
        .returns(State.BOOKED, OrderDetails::state)
        .returns("acme", OrderDetails::customer)
        .returns(booking.loadNumber(), OrderDetails::loadNumber)
        .returns(booking.trackingLink(), OrderDetails::trackingLink)
        .matches(order -> !order.toString().contains(booking.trackingLink()))
        .returns(LOAD.toBuilder().customerRef("PO-1").build(), OrderDetails::input);
  }

  @Test
  void driverLinkOfAnUnknownTruckIsReportedAfterARestart() throws Exception {
    listener.refuses = true;
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD.toBuilder().truckNumber("T-100").build());
    listener.awaitCalls(1);
    jobs.close();
    listener.refuses = false;
    start(builder());
    server.clock().advance(Duration.ofMinutes(1));
    BookedLoad load = listener.awaitBooked("PO-1");
    assertThat(load.driverResolution()).isEqualTo(DriverResolution.UNRESOLVED_TRUCK);
    assertThat(load.driverWebLink()).startsWith("http");
    assertThat(load.toString()).contains("unresolved_truck").doesNotContain(load.driverWebLink());
  }

  @Test
  void anOrderOfATransactionThatRollsBackIsNeverSent() throws Exception {
    FreightJobs jobs = start(builder());
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      jobs.book(transaction, "PO-1", LOAD, null);
      transaction.rollback();
    }
    book(jobs, "PO-2", LOAD);
    listener.awaitBooked("PO-2");
    assertThat(jobs.find("PO-1")).isEmpty();
    assertThat(jobs.withdraw("PO-1").result()).isEqualTo(Result.NOT_FOUND);
    assertThat(loads()).hasSize(1);
  }

  @Test
  void anOrderIsNotBookedOutsideOfATransaction() throws Exception {
    FreightJobs jobs = start(builder());
    try (Connection connection = database.getConnection()) {
      assertThatThrownBy(() -> jobs.book(connection, "PO-1", LOAD, null))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("setAutoCommit(false)");
    }
    assertThatThrownBy(() -> jobs.book("PO-1", LOAD, null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("database is active for PO-1");
    assertThatThrownBy(() -> book(jobs, "PO-1", LOAD.toBuilder().customerRef("PO-2").build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PO-2");
    assertThat(jobs.find("PO-1")).isEmpty();
  }

  @Test
  void anOrderJoinsTheTransactionThatIsActive() throws Exception {
    try (Connection transaction = database.getConnection()) {
      FreightJobs jobs = start(builder().transaction(() -> transaction));
      transaction.setAutoCommit(false);
      assertThat(jobs.book("PO-1", LOAD, null).result()).isEqualTo(BookResult.Result.STORED);
      assertThat(jobs.find("PO-1").map(OrderDetails::state)).contains(State.WAITING);
      assertThat(jobs.withdraw("PO-1").result()).isEqualTo(Result.WITHDRAWN);
      assertThat(jobs.find("PO-1").map(OrderDetails::state)).contains(State.WITHDRAWN);
      transaction.commit();
    }
  }

  @Test
  void referencesWithDifferentCaseAccentsSpacesOrLengthAreSeparateOrders() throws Exception {
    FreightJobs jobs = start(builder());
    List<String> references = List.of("PO-7a", "PO-7A", "PÖ-7a", "PO -7a", "PO-7".repeat(25));
    for (String reference : references) {
      assertThat(book(jobs, reference, LOAD)).isEqualTo(BookResult.Result.STORED);
    }
    listener.await(() -> listener.booked.keySet().containsAll(references));
    assertThat(loads()).hasSize(5);
    assertThat(broker.debits()).hasSize(5);
  }

  /** The service treats it as no reference, so each attempt would buy another load. */
  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\u00a0", "\u202f", "\ufeff"})
  void blankReferenceIsRefused(String reference) throws Exception {
    FreightJobs jobs = builder().build();
    jobs.createTables();
    assertThatThrownBy(() -> book(jobs, reference, LOAD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reference: must not be blank");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\u00a0", " acme", "acme "})
  void customerThatIsBlankOrHasSpacesAroundItIsRefused(String customer) throws Exception {
    FreightJobs jobs = builder().build();
    jobs.createTables();
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      assertThatThrownBy(() -> jobs.book(transaction, "PO-1", LOAD, customer))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("customer: ");
    }
  }

  @Test
  void bookingOneOrderConcurrentlyLosesNoOtherRow() throws Exception {
    execute("CREATE TABLE orders (number VARCHAR(64) NOT NULL)");
    FreightJobs jobs = builder().build();
    jobs.createTables();
    CompletableFuture<BookResult.Result> second;
    try (Connection first = database.getConnection()) {
      first.setAutoCommit(false);
      insertOrder(first, "first");
      assertThat(jobs.book(first, "PO-1", LOAD, null).result()).isEqualTo(BookResult.Result.STORED);
      CountDownLatch isBegun = new CountDownLatch(1);
      second =
          CompletableFuture.supplyAsync(
              () -> {
                isBegun.countDown();
                return bookWithOrder(jobs, "second");
              },
              callers);
      assertThat(isBegun.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(second).as("it waits for the first").isNotDone();
      first.commit();
    }
    assertThat(second.get()).isEqualTo(BookResult.Result.REPLACED);
    assertThat(count("orders")).isEqualTo(2);
    assertThat(count("freight_orders")).isEqualTo(1);
  }

  private BookResult.Result bookWithOrder(FreightJobs jobs, String order) {
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      insertOrder(transaction, order);
      BookResult.Result result = jobs.book(transaction, "PO-1", OTHER, null).result();
      transaction.commit();
      return result;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void insertOrder(Connection connection, String number) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO orders (number) VALUES ('" + number + "')");
    }
  }

  @Test
  void bookingOneOrderConcurrentlyNeverFails() throws Exception {
    execute("CREATE TABLE orders (number VARCHAR(64) NOT NULL)");
    FreightJobs jobs = builder().build();
    jobs.createTables();
    for (int round = 1; round <= 20; round++) {
      List<CompletableFuture<BookResult.Result>> all = new ArrayList<>();
      for (int caller = 0; caller < 4; caller++) {
        String order = round + "/" + caller;
        all.add(CompletableFuture.supplyAsync(() -> bookWithOrder(jobs, order), callers));
      }
      List<BookResult.Result> results = all.stream().map(CompletableFuture::join).toList();
      assertThat(results).containsOnlyOnce(BookResult.Result.STORED);
      assertThat(jobs.withdraw("PO-1").result()).isEqualTo(Result.WITHDRAWN);
    }
    assertThat(count("orders")).isEqualTo(80);
  }

  @Test
  void orderLockedByAnOpenTransactionBlocksNoOther() throws Exception {
    assumeManyWrite();
    FreightJobs jobs = start(builderOf(poor()).threads(2));
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> failures() > 0);
    try (Connection open = database.getConnection()) {
      open.setAutoCommit(false);
      pollUntil(() -> isWithdrawnOrRolledBack(jobs, open, "PO-1"));
      poor().credit("10.00");
      server.clock().advance(Duration.ofMinutes(1)); // Now it is due.
      for (int order = 2; order <= 12; order++) {
        String reference = "PO-" + order;
        book(jobs, reference, LOAD);
        listener.awaitBooked(reference);
      }
      open.commit();
    }
    assertThat(loads()).hasSize(11);
  }

  /** For example, an import with so many rows that index pages are split. */
  @Test
  void openTransactionThatHasBookedBlocksNoBooking() throws Exception {
    assumeManyWrite();
    FreightJobs jobs = start(builderOf(poor())); // Its polls meet rows that are not committed.
    try (Connection open = database.getConnection()) {
      open.setAutoCommit(false);
      for (int order = 0; order < 20; order++) jobs.book(open, "open/" + order, LOAD, null);
      CompletableFuture.runAsync(() -> bookAll(jobs, 300), callers).get(60, TimeUnit.SECONDS);
      open.commit();
    }
    assertThat(count("freight_orders")).isEqualTo(320);
  }

  private static boolean isWithdrawnOrRolledBack(
      FreightJobs jobs, Connection transaction, String reference) throws SQLException {
    boolean isWithdrawn = jobs.withdraw(transaction, reference).result() == Result.WITHDRAWN;
    if (!isWithdrawn) transaction.rollback();
    return isWithdrawn;
  }

  /** Otherwise its heartbeats would wait, and another instance would treat all its work as dead. */
  @Test
  void transactionThatReadsARunningOrderDoesNotLockIt() throws Exception {
    assumeManyWrite();
    CountDownLatch returns = new CountDownLatch(1);
    JobsListener slow =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad booking) throws Exception {
            listener.onLoadBooked(booking);
            returns.await();
          }
        };
    FreightJobs jobs = start(builder().listener(slow));
    book(jobs, "PO-1", LOAD);
    listener.awaitBooked("PO-1");
    try (Connection open = database.getConnection()) {
      open.setAutoCommit(false);
      assertThat(jobs.book(open, "PO-1", OTHER, null).result())
          .isEqualTo(BookResult.Result.HAS_LOAD);
      assertThat(jobs.withdraw(open, "PO-1").result()).isEqualTo(Result.HAS_LOAD);
      String itsRow = "SELECT version FROM freight_tasks FOR UPDATE";
      CompletableFuture.supplyAsync(() -> numberOf(itsRow), callers).get(60, TimeUnit.SECONDS);
      returns.countDown();
      awaitFollowed();
      open.commit();
    }
    assertThat(listener.calls).hasValue(1);
  }

  /** MySQL would lock the gap between two rows, which blocks inserts. */
  @Test
  void withdrawingAnUnknownOrderBlocksNoOther() throws Exception {
    assumeManyWrite();
    FreightJobs jobs = start(builder());
    try (Connection open = database.getConnection()) {
      open.setAutoCommit(false);
      assertThat(jobs.withdraw(open, "unknown").result()).isEqualTo(Result.NOT_FOUND);
      CompletableFuture.runAsync(() -> bookAll(jobs, 10), callers).get(15, TimeUnit.SECONDS);
      pollUntil(() -> rows("freight-load/jobs") == 10);
      open.commit();
    }
    assertThat(loads()).hasSize(10);
    pollUntil(() -> count("freight_tasks") == 10);
  }

  private void bookAll(FreightJobs jobs, int orders) {
    try {
      for (int order = 1; order <= orders; order++) book(jobs, "PO-" + order, LOAD);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void orderWithdrawnOutsideATransactionIsNotSent() throws Exception {
    FreightJobs jobs = builder().build();
    jobs.createTables();
    book(jobs, "PO-1", LOAD);
    try (Connection connection = database.getConnection()) {
      assertThat(jobs.withdraw(connection, "unknown").result()).isEqualTo(Result.NOT_FOUND);
      assertThat(jobs.withdraw(connection, "PO-1").result()).isEqualTo(Result.WITHDRAWN);
    }
    jobs.start();
    pollUntil(() -> count("freight_tasks") == 0);
    jobs.close();
    assertThat(loads()).isEmpty();
    assertThat(listener.calls).hasValue(0);
  }

  private long numberOf(String sql) {
    try {
      return number(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** SQLite allows only one open transaction that writes. */
  private void assumeManyWrite() {
    assumeThat(url).doesNotStartWith("jdbc:sqlite:");
  }

  /** Longer than the maximum of a MySQL BLOB. */
  @Test
  void anOrderMayBeLarge() throws Exception {
    CreateLoadInput large = LOAD.toBuilder().shipperName("x".repeat(100_000)).build();
    FreightJobs jobs = builder().build();
    jobs.createTables();
    assertThat(book(jobs, "PO-1", large)).isEqualTo(BookResult.Result.STORED);
    assertThat(book(jobs, "PO-1", large)).isEqualTo(BookResult.Result.REPLACED);
    assertThat(jobs.withdraw("PO-1").result()).isEqualTo(Result.WITHDRAWN);
  }

  // --- start and close ---

  @Test
  void missingTableFailsTheStart() {
    FreightJobs jobs = builder().build();
    jobs.createTables();
    execute("DROP TABLE freight_read_queue");
    assertThatThrownBy(jobs::start)
        .isInstanceOf(JobsDatabaseException.class)
        .hasMessageContaining("createTables()");
  }

  /** For example, a bug in a task. */
  @Test
  void failureOfATaskIsLoggedOnceWithItsStackTrace() throws Exception {
    try (Warnings warnings = new Warnings()) {
      FreightJobs jobs = start(builder());
      book(jobs, "PO-1", LOAD);
      book(jobs, "PO-2", LOAD);
      awaitFollowed(2);
      execute("ALTER TABLE freight_loads RENAME COLUMN lost_reads TO unused");
      server.clock().advance(Duration.ofDays(1));
      pollUntil(() -> failures() >= 3);
      assertThat(warnings.all).hasSizeBetween(1, 2).first().asString().startsWith("load of PO-");
      assertThat(warnings.thrown).hasSameSizeAs(warnings.all);
      assertThat(warnings.thrown.get(0)).hasStackTraceContaining("lost_reads");
    }
  }

  @Test
  void closedJobsBookAndStartAgain() throws Exception {
    FreightJobs jobs = start(builder());
    jobs.close();
    jobs.close();
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.STORED);
    jobs.start();
    jobs.start();
    listener.awaitBooked("PO-1");
    assertThat(creations()).isEqualTo(1);
  }

  @Test
  void closedJobsLeaveNoThread() {
    FreightJobs jobs = start(builder());
    assertThat(threadsOfJobs()).isNotEmpty();
    jobs.close();
    Eventually.until(JobsIT::threadsOfJobs, List::isEmpty);
  }

  private static List<String> threadsOfJobs() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("freight-jobs") || name.startsWith("db-scheduler"))
        .toList();
  }

  // --- replace and withdraw ---

  @Test
  void orderThatWaitsForABalanceCanBeReplaced() throws Exception {
    FreightJobs jobs = start(builderOf(poor()));
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> failures() > 0);
    assertThat(jobs.find("PO-1").orElseThrow().loadNumber()).isNull();
    pollUntil(() -> book(jobs, "PO-1", OTHER) == BookResult.Result.REPLACED);
    poor().credit("5.00");
    String load = listener.awaitBooked("PO-1").loadNumber();
    assertThat(server.load(load).view().order().rate()).isEqualByComparingTo("10");
  }

  @Test
  void withdrawnOrderIsNotSent() throws Exception {
    FreightJobs jobs = start(builderOf(poor()));
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> failures() > 0);
    pollUntil(() -> jobs.withdraw("PO-1").result() == Result.WITHDRAWN);
    poor().credit("5.00");
    book(jobs, "PO-2", LOAD);
    listener.awaitBooked("PO-2");
    assertThat(loads()).hasSize(1);
    assertThat(jobs.withdraw("PO-1").result()).as("again").isEqualTo(Result.WITHDRAWN);
  }

  /** On SQLite, two transactions that read before they write would fail. */
  @Test
  void manyOrdersAreWithdrawnConcurrently() throws Exception {
    FreightJobs jobs = start(builderOf(poor()));
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int caller = 0; caller < 4; caller++) {
      String customer = "customer-" + caller + "/";
      all.add(CompletableFuture.runAsync(() -> bookAndWithdraw(jobs, customer), callers));
    }
    all.forEach(CompletableFuture::join);
    assertThat(loads()).isEmpty();
  }

  private void bookAndWithdraw(FreightJobs jobs, String customer) {
    for (int order = 0; order < 25; order++) {
      try {
        book(jobs, customer + order, LOAD);
        jobs.withdraw(customer + order);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void anOrderThatHasItsLoadIsNotWithdrawn() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    listener.awaitBooked("PO-1");
    WithdrawResult late = jobs.withdraw("PO-1");
    assertThat(late).isEqualTo(new WithdrawResult(Result.HAS_LOAD, loads().get(0), false));
  }

  @Test
  void anOrderThatIsBeingSentIsNeitherReplacedNorWithdrawn() throws Exception {
    CountDownLatch isRunning = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    try (FreightClient slow =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(() -> keyOnce(isRunning, goesOn))
            .build()) {
      FreightJobs jobs = start(builderOf(slow));
      book(jobs, "PO-1", LOAD);
      assertThat(isRunning.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(jobs.find("PO-1").map(OrderDetails::state)).contains(State.SENDING);
      assertThat(jobs.withdraw("PO-1").result()).isEqualTo(Result.MAY_HAVE_LOAD);
      assertThat(book(jobs, "PO-1", OTHER)).isEqualTo(BookResult.Result.MAY_HAVE_LOAD);
      goesOn.countDown();
      listener.awaitBooked("PO-1");
      assertThat(loads()).hasSize(1);
      jobs.close();
    } finally {
      goesOn.countDown();
    }
  }

  /** Waits, and returns the key of the broker. */
  private String keyOnce(CountDownLatch isRequested, CountDownLatch isGiven) {
    isRequested.countDown();
    try {
      boolean unused = isGiven.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return broker.agentKey();
  }

  @Test
  void orderThatMayHaveALoadIsNeitherReplacedNorWithdrawn() throws Exception {
    server.faults().always(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    FreightJobs jobs = start(builderOf(broker));
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> failures() > 0);
    assertThat(jobs.withdraw("PO-1").result()).isEqualTo(Result.MAY_HAVE_LOAD);
    assertThat(book(jobs, "PO-1", OTHER)).isEqualTo(BookResult.Result.MAY_HAVE_LOAD);
    server.faults().clear();
    assertThat(listener.awaitBooked("PO-1").origin()).isEqualTo(BookedLoad.Origin.CREATED);
    assertThat(loads()).hasSize(1);
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void orderOfACrashedInstanceIsNeverWithdrawn() throws Exception {
    FreightJobs died = builder().build();
    died.createTables();
    book(died, "PO-1", LOAD);
    crash();
    server.clock().advance(Duration.ofMinutes(1));
    FreightJobs jobs = start(builderOf(poor()));
    pollUntil(() -> failures() >= 2); // Taken over, and refused for lack of money.
    jobs.close();
    assertThat(jobs.withdraw("PO-1").result()).isEqualTo(Result.MAY_HAVE_LOAD);
    assertThat(book(jobs, "PO-1", OTHER)).isEqualTo(BookResult.Result.MAY_HAVE_LOAD);
    poor().credit("5.00");
    jobs.start();
    listener.awaitBooked("PO-1");
  }

  @Test
  void orderOfACrashedInstanceContinuesBeforeAllWaitingOrdersAreSent() throws Exception {
    FreightJobs door = builder().build();
    door.createTables();
    book(door, "PO-1", LOAD);
    crash();
    server.clock().advance(Duration.ofMinutes(1));
    for (int order = 2; order <= 16; order++) book(door, "PO-" + order, LOAD);
    JobsListener slow =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad booking) throws Exception {
            listener.onLoadBooked(booking);
            pollUntil(() -> count("freight_tasks WHERE picked_by = 'dead'") == 0);
          }
        };
    FreightJobs unused = start(builder().listener(slow).threads(1));
    listener.await(() -> listener.booked.size() == 16);
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(16);
  }

  /** Simulates a crash of the instance that sends the only order. */
  private void crash() {
    execute(
        "UPDATE freight_tasks SET picked = TRUE, picked_by = 'dead', last_heartbeat = execution_time");
    execute("UPDATE freight_orders SET state = 'SENDING', attempts = 1");
  }

  /** The other instance has detected this one as dead, and crashes itself. */
  @Test
  void orderContinuesAfterAFasterInstanceCrashed() throws Exception {
    server.faults().next(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofMillis(700)));
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> debits(Operation.CREATE_LOAD) == 1);
    execute("UPDATE freight_orders SET attempts = attempts + 1");
    assertThat(listener.awaitBooked("PO-1").loadNumber()).isEqualTo(loads().get(0));
    awaitFollowed();
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  /**
   * After a day the service knows only the reference, and does not report which call created the
   * load.
   */
  @Test
  void loadOfALostAttemptIsFound() throws Exception {
    server.faults().always(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> failures() > 0);
    server.clock().advance(Duration.ofHours(25));
    server.faults().clear();
    BookedLoad found = listener.awaitBooked("PO-1");
    assertThat(found.origin()).isEqualTo(BookedLoad.Origin.FOUND);
    assertThat(found.mayBeFromLostAttempt()).isTrue();
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  /** The customer corrects the phone an hour later, or a queue delivers the order again. */
  @Test
  void bookingABookedOrderStoresAndReportsNothing() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    String load = loads().get(0);
    for (CreateLoadInput again : List.of(LOAD, OTHER)) {
      try (Connection transaction = database.getConnection()) {
        transaction.setAutoCommit(false);
        assertThat(jobs.book(transaction, "PO-1", again, "acme"))
            .isEqualTo(new BookResult(BookResult.Result.HAS_LOAD, load));
        transaction.commit();
      }
    }
    assertThat(rows("freight-order/jobs")).isZero();
    assertThat(rows("freight-load/jobs")).isEqualTo(1);
    book(jobs, "PO-2", LOAD);
    listener.awaitBooked("PO-2");
    assertThat(listener.calls).hasValue(2);
    assertThat(creations()).isEqualTo(2);
  }

  @Test
  void purgedOrderFindsItsLoadFreeOfCharge() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    pollUntil(() -> count("freight_tasks") == 0);
    listener.booked.clear();
    assertThat(book(jobs, "PO-1", OTHER)).isEqualTo(BookResult.Result.HAS_LOAD);
    assertThat(jobs.find("PO-1").map(OrderDetails::state)).contains(State.BOOKED);
    server.clock().advance(Duration.ofDays(2));
    assertThat(jobs.purge(Duration.ofDays(1))).as("the order and its load").isEqualTo(2);
    assertThat(jobs.find("PO-1")).isEmpty();
    assertThat(book(jobs, "PO-1", OTHER)).isEqualTo(BookResult.Result.STORED);
    BookedLoad found = listener.awaitBooked("PO-1");
    assertThat(found.origin()).isEqualTo(BookedLoad.Origin.FOUND);
    assertThat(found.mayBeFromLostAttempt()).isFalse();
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  @Test
  void orderWithAFollowedLoadIsNeitherReplacedNorWithdrawn() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    jobs.close();
    String load = loads().get(0);
    assertThat(book(jobs, "PO-1", LOAD))
        .as("a queue brings it again")
        .isEqualTo(BookResult.Result.HAS_LOAD);
    assertThat(book(jobs, "PO-1", OTHER)).isEqualTo(BookResult.Result.HAS_LOAD);
    assertThat(jobs.find("PO-1").map(OrderDetails::loadNumber)).contains(load);
    assertThat(jobs.withdraw("PO-1")).isEqualTo(new WithdrawResult(Result.HAS_LOAD, load, false));
    assertThat(rows("freight-order/jobs")).isZero();
    assertThat(rows("freight-load/jobs")).isEqualTo(1);
  }

  // --- stopped ---

  @Test
  void invalidOrderStopsAloneUntilItIsReplaced() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD.toBuilder().driverPhone("no phone").build());
    book(jobs, "PO-2", LOAD);
    listener.awaitBooked("PO-2");
    pollUntil(() -> jobs.stoppedOrders().size() == 1);
    OrderSummary stopped = jobs.stoppedOrders().get(0);
    assertThat(stopped.reference()).isEqualTo("PO-1");
    assertThat(stopped.customer()).isEqualTo("acme");
    assertThat(stopped.reason()).contains("PO-1").doesNotContain("no phone");
    assertThat(stopped.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.field()).isEqualTo("driverPhone"));
    assertThat(stopped.mayHaveLoad()).isFalse();
    OrderDetails state = jobs.find("PO-1").orElseThrow();
    assertThat(state.state()).isEqualTo(State.STOPPED);
    assertThat(state.problems()).isEqualTo(stopped.problems());
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.REPLACED);
    listener.awaitBooked("PO-1");
    assertThat(jobs.stoppedOrders()).isEmpty();
  }

  @Test
  void repeatedGatewayRefusalsStopAnOrder() throws Exception {
    server
        .faults()
        .always(Operation.CREATE_LOAD, Fault.status(413).withBody("<html>too large</html>"));
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> jobs.stoppedOrders().size() == 1);
    assertThat(jobs.stoppedOrders().get(0).reason()).contains("413");
    server.faults().clear();
    assertThat(book(jobs, "PO-1", OTHER)).isEqualTo(BookResult.Result.REPLACED);
    listener.awaitBooked("PO-1");
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void ordersOfAnUnknownScopeWaitUntilItIsConfigured() throws Exception {
    SpendGuard.CostCenter unknown = () -> "client/acme";
    FreightJobs jobs = start(builder().scopes(customer -> unknown)); // Without a ledger's guard.
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> failures() >= 2);
    jobs.close();
    assertThat(jobs.stoppedOrders()).isEmpty();
    assertThat(creations()).isZero();
    start(builder());
    listener.awaitBooked("PO-1");
  }

  @Test
  void stoppedOrderCanBeWithdrawn() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD.toBuilder().driverPhone("no phone").build());
    pollUntil(() -> jobs.stoppedOrders().size() == 1);
    assertThat(jobs.withdraw("PO-1").result()).isEqualTo(Result.WITHDRAWN);
    assertThat(jobs.stoppedOrders()).isEmpty();
  }

  /** A load that may exist is not followed, so the result reports it. */
  @Test
  void withdrawingAStoppedOrderReportsThatItMayHaveALoad() throws Exception {
    server.faults().always(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> failures() > 0);
    server.faults().clear();
    server.faults().always(Operation.CREATE_LOAD, Fault.status(413).withBody("<html>no</html>"));
    pollUntil(() -> jobs.stoppedOrders().size() == 1);
    assertThat(jobs.stoppedOrders().get(0).mayHaveLoad()).isTrue();
    assertThat(jobs.withdraw("PO-1")).isEqualTo(new WithdrawResult(Result.WITHDRAWN, null, true));
    assertThat(jobs.stoppedOrders()).isEmpty();
    assertThat(jobs.find("PO-1").orElseThrow())
        .returns(State.WITHDRAWN, OrderDetails::state)
        .returns(true, OrderDetails::mayHaveLoad);
    assertThat(loads()).hasSize(1);
  }

  /** The new content has a new key. The reference finds the load of the lost attempt. */
  @Test
  void bookingAStoppedOrderAgainFindsItsLoad() throws Exception {
    server.faults().always(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> failures() > 0);
    server.faults().clear();
    server.faults().always(Operation.CREATE_LOAD, Fault.status(413).withBody("<html>no</html>"));
    pollUntil(() -> jobs.stoppedOrders().size() == 1);
    server.faults().clear();
    assertThat(book(jobs, "PO-1", OTHER)).isEqualTo(BookResult.Result.REPLACED);
    BookedLoad found = listener.awaitBooked("PO-1");
    assertThat(found.origin()).isEqualTo(BookedLoad.Origin.FOUND);
    assertThat(found.mayBeFromLostAttempt()).isTrue();
    assertThat(loads()).hasSize(1);
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  @Test
  void stopIsReportedUntilAcceptedAndForEachFurtherStop() throws Exception {
    listener.refuses = true;
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD.toBuilder().driverPhone("no phone").build());
    listener.awaitCalls(2);
    assertThat(jobs.stoppedOrders()).hasSize(1);
    listener.refuses = false;
    listener.await(() -> listener.stopped.size() == 1);
    assertThat(listener.stopped).isEqualTo(jobs.stoppedOrders());
    pollUntil(() -> rows("freight-order/jobs") == 0);
    assertThat(book(jobs, "PO-1", LOAD.toBuilder().driverPhone("none").build()))
        .isEqualTo(BookResult.Result.REPLACED);
    listener.await(() -> listener.stopped.size() == 2);
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.REPLACED);
    listener.awaitBooked("PO-1");
  }

  /** The listener is called when the run of the order has ended. */
  @Test
  void listenerCanBookAStoppedOrderAgain() throws Exception {
    AtomicReference<FreightJobs> jobs = new AtomicReference<>();
    List<BookResult.Result> again = new CopyOnWriteArrayList<>();
    JobsListener booksAgain =
        new JobsListener() {
          @Override
          public void onOrderStopped(OrderSummary order) throws Exception {
            again.add(book(jobs.get(), order.reference(), LOAD));
          }
        };
    jobs.set(start(builder().listener(booksAgain)));
    for (int i = 0; i < 25; i++) {
      book(jobs.get(), "PO-" + i, LOAD.toBuilder().driverPhone("no phone").build());
    }
    pollUntil(() -> again.size() == 25);
    assertThat(again).containsOnly(BookResult.Result.REPLACED);
  }

  @Test
  void ordersAreCountedByStateWithTheTimeOfTheOldest() throws Exception {
    FreightJobs jobs = start(builderOf(poor()));
    assertThat(jobs.counts())
        .isEqualTo(new OrderCounts(0, null, List.of(), 0, null, 0, null, 0, null));
    Instant begin = server.clock().now();
    book(jobs, "PO-1", LOAD.toBuilder().driverPhone("no phone").build());
    pollUntil(() -> jobs.counts().stopped() == 1);
    Instant stopped = jobs.counts().oldestStopped();
    assertThat(stopped).as("the time of what stopped, not of what waits").isNotNull();
    pollUntil(() -> jobs.counts().equals(counts(1, stopped)));
    book(jobs, "PO-2", LOAD);
    pollUntil(() -> failures() > 0);
    server.clock().advance(Duration.ofHours(1));
    book(jobs, "PO-3", LOAD);
    OrderCounts counts = jobs.counts();
    assertThat(counts.waiting()).isEqualTo(2);
    assertThat(counts.waitingFor())
        .first()
        .returns(WaitReason.BALANCE, WaitingWork::waitingFor)
        .satisfies(
            waiting ->
                assertThat(waiting.oldest())
                    .as("the start of the wait, not the booking")
                    .isAfterOrEqualTo(counts.oldestWaiting())
                    .isCloseTo(begin, within(1, ChronoUnit.MINUTES)));
    assertThat(counts.oldestWaiting()).isCloseTo(begin, within(1, ChronoUnit.MINUTES));
    assertThat(counts.oldestStopped()).isCloseTo(begin, within(1, ChronoUnit.MINUTES));
    listener.refuses = true;
    poor().credit("5.00");
    server.clock().advance(Duration.ofHours(1));
    pollUntil(() -> jobs.counts().unreported() == 2);
    assertThat(jobs.counts().oldestUnreported()).isAfter(begin.plus(Duration.ofHours(1)));
    assertThat(jobs.counts().waiting()).isZero();
    listener.refuses = false;
    server.clock().advance(Duration.ofMinutes(10));
    pollUntil(() -> jobs.counts().unreported() == 0);
  }

  private static OrderCounts counts(long stopped, Instant oldestStopped) {
    return new OrderCounts(0, null, List.of(), 0, null, 0, null, stopped, oldestStopped);
  }

  /** The listener throws. A hanging listener gives the same counts. */
  @Test
  void countsIncludeUnacceptedLoadsStopsAndEvents() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    listener.refuses = true;
    book(jobs, "PO-2", LOAD.toBuilder().driverPhone("no phone").build());
    pollUntil(() -> jobs.counts().stopped() == 1 && jobs.counts().unreported() == 1);
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    Instant read = server.clock().now();
    pollUntil(() -> jobs.counts().unreportedEvents() == 1 && failures() >= 2);
    assertThat(jobs.counts().oldestUnreportedEvents())
        .isCloseTo(read, within(1, ChronoUnit.MINUTES));
    assertThat(jobs.counts().oldestUnreported())
        .isCloseTo(read.minus(Duration.ofDays(1)), within(1, ChronoUnit.MINUTES));
    listener.refuses = false;
    server.clock().advance(Duration.ofMinutes(10));
    pollUntil(() -> jobs.counts().unreportedEvents() == 0 && jobs.counts().unreported() == 0);
    assertThat(jobs.counts().stopped()).isEqualTo(1);
  }

  @Test
  void stoppedOrderCountsFromTheTimeOfItsStop() throws Exception {
    FreightJobs notStarted = builder().build();
    notStarted.createTables();
    book(notStarted, "PO-1", LOAD.toBuilder().driverPhone("no phone").build());
    server.clock().advance(Duration.ofHours(1));
    Instant begin = server.clock().now();
    FreightJobs jobs = start(builder());
    pollUntil(() -> jobs.counts().oldestStopped() != null);
    assertThat(jobs.counts().oldestStopped())
        .isAfterOrEqualTo(begin.truncatedTo(ChronoUnit.SECONDS));
  }

  // --- retry ---

  @Test
  void retrySendsAStoppedOrderUnchanged() throws Exception {
    server.faults().always(Operation.CREATE_LOAD, Fault.firewall());
    FreightJobs jobs = start(builder());
    for (int order = 1; order <= 3; order++) book(jobs, "PO-" + order, LOAD);
    book(jobs, "PO-4", LOAD);
    pollUntil(() -> jobs.stoppedOrders().size() == 4);
    server.faults().clear();
    assertThat(jobs.retry("PO-1")).isTrue();
    listener.awaitBooked("PO-1");
    assertThat(jobs.retry("PO-1")).as("it has its load").isFalse();
    assertThat(jobs.retry("unknown")).isFalse();
    assertThat(jobs.retryStopped()).isEqualTo(3);
    listener.await(() -> listener.booked.size() == 4);
    assertThat(jobs.stoppedOrders()).isEmpty();
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(4);
  }

  @Test
  void retryRefusesAnOrderWithARejectedField() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD.toBuilder().driverPhone("no phone").build());
    pollUntil(() -> jobs.stoppedOrders().size() == 1);
    assertThatThrownBy(() -> jobs.retry("PO-1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("driverPhone")
        .hasMessageNotContaining("no phone");
    assertThat(jobs.retryStopped()).isZero();
    assertThat(jobs.stoppedOrders()).hasSize(1);
  }

  /** An operator who retries an order knows that it had stopped. */
  @Test
  void unacceptedStopIsNotReportedAfterARetry() throws Exception {
    listener.refuses = true;
    server.faults().always(Operation.CREATE_LOAD, Fault.firewall());
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    listener.awaitCalls(1);
    server.faults().clear();
    assertThat(jobs.retry("PO-1")).isTrue();
    listener.refuses = false;
    listener.awaitBooked("PO-1");
    pollUntil(() -> count("freight_tasks WHERE task_name = 'freight-order/jobs'") == 0);
    assertThat(listener.stopped).isEmpty();
  }

  @Test
  void withdrawnOrderIsBookedAgainUnderAnotherKey() throws Exception {
    FreightJobs jobs = builder().build();
    jobs.createTables();
    book(jobs, "PO-1", LOAD);
    jobs.withdraw("PO-1");
    assertThat(book(jobs, "PO-1", OTHER)).isEqualTo(BookResult.Result.STORED);
    jobs.start();
    String load = listener.awaitBooked("PO-1").loadNumber();
    assertThat(server.load(load).view().order().rate()).isEqualByComparingTo("10");
    assertThat(creations()).isEqualTo(1);
    jobs.close();
  }

  @Test
  void ordersAreListedByPageFromTheLatest() throws Exception {
    FreightJobs jobs = builder().build();
    jobs.createTables();
    for (int order = 1; order <= 120; order++) {
      if (order % 10 == 0) server.clock().advance(Duration.ofSeconds(1));
      book(jobs, String.format(Locale.ROOT, "PO-%03d", order), LOAD);
    }
    OrderPage first = jobs.orders("acme", null, null, null);
    assertThat(first.orders()).hasSize(100);
    OrderPage second = jobs.orders("acme", null, null, first.nextCursor());
    assertThat(second.nextCursor()).isNull();
    List<String> all = new ArrayList<>();
    first.orders().forEach(order -> all.add(order.reference()));
    second.orders().forEach(order -> all.add(order.reference()));
    assertThat(all).hasSize(120).doesNotHaveDuplicates().startsWith("PO-120").endsWith("PO-001");
    assertThat(jobs.orders("other", null, null, null).orders()).isEmpty();
    assertThat(jobs.orders("other", null, null, first.nextCursor()).orders())
        .as("of others")
        .isEmpty();
    assertThat(jobs.orders(null, null, null, null).orders()).hasSize(100);
    assertThatThrownBy(() -> jobs.orders(null, null, null, "PO-1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("OrderPage.nextCursor()");
  }

  @Test
  void pageOfAllOrdersHasNoNextCursor() throws Exception {
    FreightJobs jobs = builder().build();
    jobs.createTables();
    for (int order = 1; order <= 100; order++) book(jobs, "PO-" + order, LOAD);
    OrderPage all = jobs.orders("acme", null, null, null);
    assertThat(all.orders()).hasSize(100);
    assertThat(all.nextCursor()).isNull();
  }

  @Test
  void listShowsWhySinceWhenAndUntilWhenWorkWaits() throws Exception {
    Intervals patient =
        new Intervals(
            QUICK.poll(),
            Duration.ofDays(2),
            QUICK.heartbeat(),
            Duration.ofMinutes(1),
            Duration.ofHours(1));
    Broker almostEmpty = server.createBroker("0.66");
    FreightJobs jobs = start(builderOf(almostEmpty).intervals(patient));
    book(jobs, "booked", LOAD);
    listener.awaitBooked("booked");
    awaitFollowed();
    OrderSummary planned = listed(jobs, State.BOOKED, null, 1).get(0);
    assertThat(planned)
        .returns("booked", OrderSummary::reference)
        .returns("acme", OrderSummary::customer)
        .returns(listener.booked.get("booked").loadNumber(), OrderSummary::loadNumber)
        .returns(nextRead(), OrderSummary::nextAttemptAt);

    Instant due = planned.nextAttemptAt();
    server.clock().advance(Duration.ofHours(3));
    server.faults().always(Operation.CREATE_LOAD, Fault.status(500));
    book(jobs, "waiting", LOAD);
    book(jobs, "stopped", LOAD.toBuilder().driverPhone("no phone").build());
    OrderSummary outage = listed(jobs, State.WAITING, WaitReason.OUTAGE, 2).get(0);
    assertThat(outage.reason()).contains("500");
    assertThat(outage.nextAttemptAt()).isBetween(outage.since(), outage.since().plusSeconds(61));
    server.clock().advance(Duration.ofMinutes(2));
    pollUntil(() -> count("freight_orders WHERE state = 'WAITING' AND attempts = 2") == 2);
    assertThat(listed(jobs, State.WAITING, WaitReason.OUTAGE, 2).get(0).since())
        .as("since the first failure")
        .isEqualTo(outage.since());

    server.faults().clear();
    Instant before = server.clock().now();
    server.clock().advance(Duration.ofMinutes(3));
    OrderSummary load = listed(jobs, State.BOOKED, WaitReason.BALANCE, 1).get(0);
    assertThat(load).returns(due, OrderSummary::since).returns(null, OrderSummary::reason);
    assertThat(load.nextAttemptAt()).isAfter(due);
    OrderSummary order = listed(jobs, State.WAITING, WaitReason.BALANCE, 1).get(0);
    assertThat(order.reference()).isEqualTo("waiting");
    assertThat(order.since()).as("since it waits for this").isAfterOrEqualTo(before);
    assertThat(listed(jobs, State.STOPPED, null, 1)).isEqualTo(jobs.stoppedOrders());
    assertThat(listed(jobs, null, WaitReason.BALANCE, 2))
        .extracting(OrderSummary::reference)
        .containsExactly("waiting", "booked");
    assertThat(jobs.counts().waitingFor())
        .containsExactly(new WaitingWork(WaitReason.BALANCE, 1, 1, due));
  }

  @Test
  void loadFollowedWithoutAnOrderIsListed() throws Exception {
    String number = client.createLoad(LOAD).loadNumber();
    FreightJobs jobs = start(builder());
    assertThat(jobs.follow("PO-1", "acme", number)).isTrue();
    assertThat(listed(jobs, State.BOOKED, null, 1).get(0))
        .returns("PO-1", OrderSummary::reference)
        .returns(number, OrderSummary::loadNumber)
        .returns(false, OrderSummary::mayHaveLoad);
  }

  /** Waits for this number of rows. */
  private List<OrderSummary> listed(
      FreightJobs jobs, State state, WaitReason waitingFor, int orders) {
    return Eventually.until(
        () -> jobs.orders(null, state, waitingFor, null).orders(),
        found -> found.size() == orders && hasNoRun());
  }

  private boolean hasNoRun() {
    try {
      return count("freight_tasks WHERE picked = TRUE") == 0;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  // --- wait ---

  /**
   * A top-up of 200 USD arrives on Monday. The orders that it covers are sent immediately, and no
   * others.
   */
  @Test
  void waitReasonIsReportedOnceAndWhenItEnds() throws Exception {
    FreightJobs jobs = start(builderOf(poor()));
    for (int order = 1; order <= 3; order++) book(jobs, "PO-" + order, LOAD);
    listener.await(() -> !listener.waiting.isEmpty());
    assertThat(listener.waiting.get(0).waitingFor()).isEqualTo(WaitReason.BALANCE);
    pollUntil(() -> jobs.counts().waitingFor().get(0).orders() == 3);
    assertThat(jobs.find("PO-1").orElseThrow())
        .returns(WaitReason.BALANCE, OrderDetails::waitingFor)
        .satisfies(order -> assertThat(order.reason()).contains("does not cover 0.65 USD"));
    poor().credit("10.00");
    listener.await(() -> listener.booked.size() == 3);
    listener.await(() -> !listener.ended.isEmpty());
    assertThat(listener.ended)
        .extracting(Ended::waitingFor, Ended::stoppedOrders)
        .containsExactly(tuple(WaitReason.BALANCE, 0L));
    assertThat(listener.waiting).hasSize(1);
    assertThat(jobs.counts().waitingFor()).isEmpty();
  }

  /** In this case, waiting ends without a booked order. */
  @Test
  void endOfWaitingCountsTheOrdersThatStopped() throws Exception {
    FreightJobs jobs = start(builder());
    Fault firewall = Fault.firewall();
    server.faults().always(Operation.CREATE_LOAD, Fault.status(500));
    book(jobs, "PO-1", LOAD);
    book(jobs, "PO-2", LOAD);
    pollUntil(() -> jobs.counts().waitingFor().stream().anyMatch(all -> all.orders() == 2));
    listener.await(() -> !listener.waiting.isEmpty());
    server.faults().clear();
    server.faults().always(Operation.CREATE_LOAD, firewall);
    listener.await(() -> listener.stopped.size() == 2);
    listener.await(() -> !listener.ended.isEmpty());
    assertThat(listener.ended).containsExactly(new Ended(WaitReason.OUTAGE, 2));
  }

  @Test
  void endOfWaitingDoesNotCountOrdersThatStoppedBefore() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD.toBuilder().driverPhone("no phone").build());
    listener.await(() -> listener.stopped.size() == 1);
    server.clock().advance(Duration.ofMinutes(1));
    server.faults().always(Operation.CREATE_LOAD, Fault.status(500));
    book(jobs, "PO-2", LOAD);
    listener.await(() -> !listener.waiting.isEmpty());
    server.faults().clear();
    listener.await(() -> !listener.ended.isEmpty());
    assertThat(listener.ended).containsExactly(new Ended(WaitReason.OUTAGE, 0));
  }

  @Test
  void topUpSendsTheOrdersThatItPaysForImmediately() throws Exception {
    Duration look = Duration.ofHours(1);
    Duration longPause = Duration.ofDays(1);
    FreightJobs jobs =
        start(
            builderOf(poor())
                .intervals(
                    new Intervals(QUICK.poll(), look, QUICK.heartbeat(), longPause, longPause)));
    for (int order = 1; order <= 5; order++) {
      book(jobs, "PO-" + order, LOAD);
      server.clock().advance(Duration.ofSeconds(1));
    }
    pollUntil(() -> jobs.counts().waitingFor().stream().anyMatch(all -> all.orders() == 5));
    pollUntil(() -> count("freight_tasks WHERE picked = TRUE") == 0);
    long tried = creationsOf(poor());
    poor().credit("1.30");
    server.clock().advance(look);
    listener.await(() -> listener.booked.size() == 2);
    assertThat(creationsOf(poor())).as("only the covered orders are sent").isEqualTo(tried + 2);
    assertThat(listener.booked.keySet()).containsExactlyInAnyOrder("PO-1", "PO-2");
  }

  @Test
  void topUpPaysForTheOldestOrdersOfAllCustomers() throws Exception {
    Duration look = Duration.ofHours(1);
    Duration longPause = Duration.ofDays(1);
    FreightJobs jobs =
        start(
            builderOf(poor())
                .intervals(
                    new Intervals(QUICK.poll(), look, QUICK.heartbeat(), longPause, longPause)));
    for (int order = 1; order <= 4; order++) {
      try (Connection transaction = database.getConnection()) {
        transaction.setAutoCommit(false);
        jobs.book(transaction, "PO-" + order, LOAD, order % 2 == 0 ? "acme" : "globex");
        transaction.commit();
      }
      server.clock().advance(Duration.ofSeconds(1));
    }
    pollUntil(() -> jobs.counts().waitingFor().stream().anyMatch(all -> all.orders() == 4));
    pollUntil(() -> count("freight_tasks WHERE picked = TRUE") == 0);
    poor().credit("1.30");
    server.clock().advance(look);
    listener.await(() -> listener.booked.size() == 2);
    assertThat(listener.booked.keySet()).containsExactlyInAnyOrder("PO-1", "PO-2");
  }

  @Test
  void topUpIsSpentOnceByTheChecksOfTwoInstances() throws Exception {
    Duration look = Duration.ofHours(1);
    Duration longPause = Duration.ofDays(1);
    Intervals intervals =
        new Intervals(QUICK.poll(), look, QUICK.heartbeat(), longPause, longPause);
    FreightJobs jobs = start(builderOf(poor()).intervals(intervals));
    for (int order = 1; order <= 5; order++) {
      book(jobs, "PO-" + order, LOAD);
      server.clock().advance(Duration.ofSeconds(1));
    }
    pollUntil(() -> jobs.counts().waitingFor().stream().anyMatch(all -> all.orders() == 5));
    pollUntil(() -> count("freight_tasks WHERE picked = TRUE") == 0);
    jobs.close();
    poor().credit("1.30");
    server.clock().advance(look);
    try (FreightClient payer = quickClient().agentKey(poor().agentKey()).build()) {
      newWaitingCheck(payer, intervals).runIfDue();
      newWaitingCheck(payer, intervals).runIfDue();
    }
    assertThat(count("freight_orders WHERE attempts = 0")).isEqualTo(2);
    assertThat(count("freight_orders WHERE attempts = 0 AND reference IN ('PO-1', 'PO-2')"))
        .isEqualTo(2);
  }

  /** Of 0.70 USD, one order needs 0.65 USD. The rest pays for two reads. */
  @Test
  void topUpPaysForReadsWithTheRestAfterOrders() throws Exception {
    Duration look = Duration.ofHours(1);
    Duration longPause = Duration.ofDays(1);
    Intervals intervals =
        new Intervals(QUICK.poll(), look, QUICK.heartbeat(), longPause, longPause);
    Broker almostEmpty = server.createBroker("1.95");
    FreightJobs jobs = start(builderOf(almostEmpty).intervals(intervals));
    for (int order = 1; order <= 3; order++) book(jobs, "PO-" + order, LOAD);
    awaitFollowed(3);
    book(jobs, "PO-4", LOAD);
    server.clock().advance(Duration.ofHours(3));
    pollUntil(
        () ->
            count("freight_loads WHERE waiting_for = 'BALANCE'") == 3
                && count("freight_orders WHERE waiting_for = 'BALANCE'") == 1
                && count("freight_tasks WHERE picked = TRUE") == 0);
    jobs.close();
    almostEmpty.credit("0.70");
    server.clock().advance(look);
    try (FreightClient payer = quickClient().agentKey(almostEmpty.agentKey()).build()) {
      newWaitingCheck(payer, intervals).runIfDue();
    }
    assertThat(
            count(
                "freight_tasks WHERE execution_time ="
                    + " (SELECT MIN(execution_time) FROM freight_tasks)"))
        .as("one order and two loads are due")
        .isEqualTo(3);
  }

  /** The check of another instance. */
  private WaitingCheck newWaitingCheck(FreightClient payer, Intervals intervals) {
    FailureLog failures = new FailureLog();
    return new WaitingCheck(
        JobRows.of("jobs", new Database(database, "freight jobs")),
        new JobsContext(
            customer -> payer,
            null,
            new ListenerCalls(listener, failures, 2),
            failures,
            null,
            intervals,
            server.clock().asClock()));
  }

  /** In a test, a minute of the service's clock is a minute of the jobs. */
  @Test
  void waitingCheckFollowsTheClock() throws Exception {
    Intervals standard = Intervals.STANDARD.withPoll(QUICK.poll());
    FreightJobs jobs = start(builderOf(poor()).intervals(standard));
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> !jobs.counts().waitingFor().isEmpty());
    server.clock().advance(Duration.ofMinutes(1));
    listener.await(() -> !listener.waiting.isEmpty());
    poor().credit("5.00");
    server.clock().advance(Duration.ofMinutes(1));
    listener.awaitBooked("PO-1");
    server.clock().advance(Duration.ofMinutes(1));
    listener.await(() -> !listener.ended.isEmpty());
  }

  private static long creationsOf(Broker broker) {
    return broker.requests().stream().filter(request -> request.idempotencyKey() != null).count();
  }

  /** A vendor has one customer without a key, and one customer with a wrong key. */
  @Test
  void eachCustomerHasTheirOwnAgentKey() throws Exception {
    Map<String, FreightClient> clients = new ConcurrentHashMap<>();
    clients.put("acme", client);
    try (FreightClient wrong =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey("fak_wrong").build()) {
      clients.put("wrong", wrong);
      FreightJobs jobs =
          start(quick(FreightJobs.builder(database, clients::get)).intervals(LONG_PAUSES));
      for (String customer : List.of("wrong", "none", "acme")) {
        try (Connection transaction = database.getConnection()) {
          transaction.setAutoCommit(false);
          jobs.book(transaction, customer + "/PO-1", LOAD, customer);
          transaction.commit();
        }
      }
      listener.awaitBooked("acme/PO-1");
      pollUntil(() -> jobs.counts().waitingFor().stream().anyMatch(all -> all.orders() == 2));
      assertThat(jobs.find("none/PO-1").orElseThrow())
          .returns(WaitReason.KEY, OrderDetails::waitingFor)
          .returns("there is no client for customer none", OrderDetails::reason);
      assertThat(jobs.find("wrong/PO-1").map(OrderDetails::waitingFor)).contains(WaitReason.KEY);
      assertThatThrownBy(() -> jobs.follow("none/PO-2", "none", "LD-1"))
          .isInstanceOf(IllegalArgumentException.class);
      clients.put("none", client);
      clients.put("wrong", client);
      listener.await(() -> listener.booked.size() == 3);
      jobs.close();
    }
  }

  /** The table of tasks was emptied by hand. */
  @Test
  void startResumesRowsWithoutATask() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    jobs.close();
    book(jobs, "PO-2", LOAD);
    execute("DELETE FROM freight_tasks");
    jobs.start();
    listener.awaitBooked("PO-2");
    server.load(listener.booked.get("PO-1").loadNumber()).deliver();
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.Delivered.class);
    assertThat(listener.calls.get()).isLessThan(10);
  }

  @Test
  void purgeDeletesOnlyFinishedOrdersAndLoads() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "followed", LOAD);
    book(jobs, "stopped", LOAD.toBuilder().driverPhone("no phone").build());
    awaitFollowed();
    listener.refuses = true;
    book(jobs, "unreported", LOAD.toBuilder().driverPhone("no phone").build());
    pollUntil(() -> jobs.counts().unreported() == 1);
    jobs.close();
    book(jobs, "waiting", LOAD);
    book(jobs, "withdrawn", LOAD);
    jobs.withdraw("withdrawn");
    server.clock().advance(Duration.ofDays(90));
    book(jobs, "young", LOAD);
    jobs.withdraw("young");
    assertThat(jobs.purge(Duration.ofDays(30))).isEqualTo(2);
    assertThat(jobs.orders(null, null, null, null).orders())
        .extracting(OrderSummary::reference)
        .containsExactly("young", "waiting", "unreported", "followed");
  }

  // --- listeners ---

  @Test
  void throwingListenerIsCalledAgainWithoutAnotherCharge() throws Exception {
    listener.refuses = true;
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    listener.awaitCalls(4);
    assertThat(jobs.find("PO-1").orElseThrow().state()).isEqualTo(State.BOOKED);
    assertThat(book(jobs, "PO-1", OTHER)).isEqualTo(BookResult.Result.HAS_LOAD);
    assertThat(creations()).isEqualTo(1);
    listener.refuses = false;
    listener.awaitBooked("PO-1");
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void listenerCanBookTheNextOrder() throws Exception {
    FreightJobs[] self = new FreightJobs[1];
    JobsListener books =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad booking) throws Exception {
            if (booking.reference().equals("PO-1")) book(self[0], "PO-2", LOAD);
            listener.onLoadBooked(booking);
          }
        };
    self[0] = start(builder().listener(books));
    book(self[0], "PO-1", LOAD);
    listener.awaitBooked("PO-2");
    assertThat(loads()).hasSize(2);
  }

  /** A mail server that hangs. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void hangingListenerBlocksNoOrder(int threads) throws Exception {
    CountDownLatch returns = new CountDownLatch(1);
    JobsListener hangs =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad booking) throws Exception {
            returns.await();
            listener.onLoadBooked(booking);
          }
        };
    FreightJobs jobs = start(builder().listener(hangs).threads(threads));
    for (int order = 1; order <= 20; order++) book(jobs, "PO-" + order, LOAD);
    pollUntil(() -> loads().size() == 20);
    pollUntil(() -> jobs.counts().unreported() == 20);
    assertThat(count("freight_tasks WHERE picked = TRUE")).isLessThanOrEqualTo(4);
    returns.countDown();
    listener.await(() -> listener.booked.size() == 20);
    pollUntil(() -> rows("freight-order/jobs") == 0);
    assertThat(listener.calls).as("each is reported once").hasValue(20);
  }

  @Test
  void hangingListenerDelaysNoneOfThreeHundredOrders() throws Exception {
    broker.credit("300.00");
    CountDownLatch returns = new CountDownLatch(1);
    JobsListener hangs =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad booking) throws Exception {
            returns.await();
          }
        };
    FreightJobs jobs = start(builder().listener(hangs));
    bookAll(jobs, 300);
    pollUntil(() -> count("freight_orders WHERE state = 'BOOKED'") == 300);
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(300);
    assertThat(jobs.counts().unreported()).isEqualTo(300);
    returns.countDown();
  }

  @Test
  void loadIsReportedBeforeAllWaitingOrdersAreCreated() throws Exception {
    AtomicLong createdBefore = new AtomicLong(-1);
    JobsListener first =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad booking) {
            boolean unused = createdBefore.compareAndSet(-1, creations());
            listener.onLoadBooked(booking);
          }
        };
    try (FreightJobs door = builder().build()) {
      door.createTables();
      for (int i = 0; i < 15; i++) book(door, "PO-" + i, LOAD);
    }
    FreightJobs unused = start(builder().listener(first).threads(1));
    listener.await(() -> listener.booked.size() == 15);
    assertThat(createdBefore.get()).isBetween(1L, 14L);
  }

  // --- other schedulers and clocks ---

  @Test
  void otherDbSchedulerTouchesNoTask() throws Exception {
    FreightJobs jobs = builderOf(poor()).build();
    jobs.createTables();
    execute("CREATE TABLE scheduled_tasks AS SELECT * FROM freight_tasks WHERE 1 = 0");
    AtomicBoolean isRun = new AtomicBoolean();
    OneTimeTask<Void> otherTask =
        Tasks.oneTime("theirs").execute((task, context) -> isRun.set(true));
    Scheduler neighbour =
        Scheduler.create(database, otherTask)
            .deleteUnresolvedAfter(Duration.ZERO)
            .pollingInterval(Duration.ofMillis(50))
            .build();
    neighbour.start();
    FreightJobs otherName = start(builder().name("other"));
    book(jobs, "PO-1", LOAD);
    // Both have completed later work of their own, so both have polled the table.
    book(otherName, "PO-2", LOAD);
    neighbour.schedule(otherTask.instance("one"), Instant.now());
    pollUntil(() -> loads().size() == 1 && isRun.get());
    assertThat(jobs.find("PO-1").orElseThrow().state()).isEqualTo(State.WAITING);
    assertThat(otherName.find("PO-1")).isEmpty();
    assertThat(loads()).hasSize(1);
    neighbour.stop();
  }

  @Test
  void fixedClockSendsOrders() throws Exception {
    Instant finerThanADatabase = Instant.parse("2026-03-02T08:00:00.123456789Z");
    FreightJobs jobs = start(builder().clock(Clock.fixed(finerThanADatabase, ZoneOffset.UTC)));
    book(jobs, "PO-1", LOAD);
    listener.awaitBooked("PO-1");
    book(jobs, "PO-2", LOAD);
    listener.awaitBooked("PO-2");
  }

  /**
   * For example, after a suspension of the machine: repeated creations are free. Here each instance
   * detects the other as dead immediately, because their clocks differ.
   */
  @Test
  void instancesThatMissHeartbeatsCreateOneLoadPerOrder() throws Exception {
    Clock clock = server.clock().asClock();
    FreightJobs jobs = start(builder());
    start(builder().clock(Clock.offset(clock, Duration.ofMinutes(1))));
    server.faults().always(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofMillis(700)));
    for (int order = 1; order <= 8; order++) {
      book(jobs, "PO-" + order, LOAD);
    }
    listener.await(() -> listener.booked.size() == 8);
    pollUntil(() -> rows("freight-order/jobs") == 0);
    assertThat(loads()).hasSize(8);
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(8);
  }

  @Test
  void missingHeartbeatsOfARunningOrderCauseNoSecondAttempt() throws Exception {
    FreightJobs jobs = start(quick(FreightJobs.builder(slowDatabase(), client)));
    server.faults().always(Operation.CREATE_LOAD, Fault.delayAfterCommit(LONGER_THAN_A_DETECTION));
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> debits(Operation.CREATE_LOAD) == 1);
    server.clock().advance(Duration.ofMinutes(1));
    listener.awaitBooked("PO-1");
    awaitFollowed();
    assertThat(creations()).isEqualTo(1);
    assertThat(listener.calls).hasValue(1);
  }
}
