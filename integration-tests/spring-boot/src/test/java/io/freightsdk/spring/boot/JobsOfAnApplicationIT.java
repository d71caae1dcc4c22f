package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.OrderDetails;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.OrderSummary;
import io.freightsdk.jobs.ReportedEvent;
import io.freightsdk.jobs.WithdrawResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.Eventually;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

class JobsOfAnApplicationIT {
  private static final CreateLoadInput LOAD = FreightAutoConfigurationIT.load();
  private static final CreateLoadInput WRONG = LOAD.toBuilder().driverPhone("no phone").build();
  private static final CreateLoadInput OTHER = LOAD.toBuilder().rate(BigDecimal.TEN).build();

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final JdbcDataSource database = new JdbcDataSource();
  private final JdbcTemplate sql = new JdbcTemplate(database);
  private final ApplicationContextRunner withoutDatabase =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class,
                  FreightLedgerAutoConfiguration.class,
                  FreightJobsAutoConfiguration.class))
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(),
              "freight.agent-key=" + broker.agentKey(),
              // Tests wait for bookings no longer than necessary.
              "freight.jobs.poll-interval=100ms");
  private final ApplicationContextRunner application =
      withoutDatabase
          .withBean(DataSource.class, () -> database)
          .withBean(
              PlatformTransactionManager.class, () -> new DataSourceTransactionManager(database));

  private final ApplicationContextRunner inServerTime =
      application.withBean("freightClock", Clock.class, () -> server.clock().asClock());

  private final ApplicationContextRunner onlyBooking =
      application.withPropertyValues("freight.jobs.auto-startup=false");

  JobsOfAnApplicationIT() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
    sql.execute("CREATE TABLE orders (number VARCHAR(64) PRIMARY KEY, load_number VARCHAR(64))");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private static TransactionTemplate transaction(ApplicationContext context) {
    return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
  }

  /** A listener of an application, which uses the jobs that use it. */
  static final class Listener implements JobsListener {
    final FreightJobs jobs;
    final BlockingQueue<BookedLoad> bookedLoads = new LinkedBlockingQueue<>();

    Listener(FreightJobs jobs) {
      this.jobs = jobs;
    }

    @Override
    public void onLoadBooked(BookedLoad booking) {
      assertThat(jobs.find(booking.reference()).orElseThrow().state()).isEqualTo(State.BOOKED);
      bookedLoads.add(booking);
    }

    BookedLoad next() throws InterruptedException {
      BookedLoad booking = bookedLoads.poll(60, TimeUnit.SECONDS);
      assertThat(booking).as("notified within a minute").isNotNull();
      return booking;
    }
  }

  // --- transactions ---

  @Test
  void orderIsPartOfTheTransactionThatStoresIt() {
    application
        .withBean(Listener.class)
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              TransactionTemplate transaction = transaction(context);
              transaction.executeWithoutResult(
                  status -> {
                    sql.update("INSERT INTO orders (number) VALUES ('PO-1')");
                    assertThat(jobs.book("PO-1", LOAD, null).result())
                        .isEqualTo(BookResult.Result.STORED);
                    assertThat(jobs.find("PO-1").orElseThrow().state()).isEqualTo(State.WAITING);
                    status.setRollbackOnly();
                  });
              assertThat(jobs.find("PO-1")).isEmpty();
              transaction.executeWithoutResult(
                  status -> {
                    sql.update("INSERT INTO orders (number) VALUES ('PO-2')");
                    jobs.book("PO-2", LOAD, null);
                  });
              assertThat(context.getBean(Listener.class).next().reference()).isEqualTo("PO-2");
              assertThat(server.loads(10)).hasSize(1);
            });
  }

  @Test
  void bookingWithoutATransactionOfTheDatabaseFails() {
    application.run(
        context -> {
          FreightJobs jobs = context.getBean(FreightJobs.class);
          assertThatThrownBy(() -> jobs.book("PO-1", LOAD, null))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("book it in the transaction that stores the order");
          JdbcDataSource another = new JdbcDataSource();
          another.setURL("jdbc:h2:mem:" + UUID.randomUUID());
          TransactionTemplate foreign =
              new TransactionTemplate(new DataSourceTransactionManager(another));
          assertThatThrownBy(
                  () -> foreign.executeWithoutResult(status -> jobs.book("PO-1", LOAD, null)))
              .isInstanceOf(IllegalStateException.class);
          // A connection that is bound for the time of it commits each statement.
          assertThatThrownBy(
                  () ->
                      foreign.executeWithoutResult(
                          status -> {
                            sql.update("INSERT INTO orders (number) VALUES ('PO-1')");
                            jobs.book("PO-1", LOAD, null);
                          }))
              .isInstanceOf(IllegalStateException.class);
          assertThat(jobs.find("PO-1")).isEmpty();
        });
  }

  /** As in a method with {@code Propagation.NOT_SUPPORTED} that one with a transaction calls. */
  @Test
  void suspendedTransactionIsNotJoined() {
    application.run(
        context -> {
          FreightJobs jobs = context.getBean(FreightJobs.class);
          TransactionTemplate outside = transaction(context);
          outside.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
          transaction(context)
              .executeWithoutResult(
                  status ->
                      assertThatThrownBy(
                              () ->
                                  outside.executeWithoutResult(
                                      none -> jobs.book("PO-1", LOAD, null)))
                          .isInstanceOf(IllegalStateException.class));
        });
  }

  @Test
  void transactionAwareProxyOfTheDatabaseWorks() {
    withoutDatabase
        .withBean(DataSource.class, () -> new TransactionAwareDataSourceProxy(database))
        .withBean(
            PlatformTransactionManager.class, () -> new DataSourceTransactionManager(database))
        .withBean(Listener.class)
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              transaction(context)
                  .executeWithoutResult(
                      status -> {
                        jobs.book("PO-1", LOAD, null);
                        assertThat(jobs.stoppedOrders()).isEmpty();
                        status.setRollbackOnly();
                      });
              assertThat(jobs.find("PO-1")).isEmpty();
              transaction(context).executeWithoutResult(status -> jobs.book("PO-2", LOAD, null));
              assertThat(context.getBean(Listener.class).next().reference()).isEqualTo("PO-2");
            });
  }

  @Test
  void orderIsReplacedAndWithdrawnInsideAndOutsideATransaction() {
    onlyBooking.run(
        context -> {
          FreightJobs jobs = context.getBean(FreightJobs.class);
          TransactionTemplate transaction = transaction(context);
          transaction.executeWithoutResult(status -> jobs.book("PO-1", LOAD, null));
          transaction.executeWithoutResult(
              status -> {
                assertThat(jobs.book("PO-1", OTHER, null).result())
                    .isEqualTo(BookResult.Result.REPLACED);
                assertThat(jobs.withdraw("PO-1").result())
                    .isEqualTo(WithdrawResult.Result.WITHDRAWN);
                status.setRollbackOnly();
              });
          assertThat(jobs.find("PO-1").orElseThrow())
              .as("rolled back")
              .returns(State.WAITING, OrderDetails::state)
              .returns(LOAD.rate(), order -> order.input().rate());
          assertThat(jobs.withdraw("PO-1").result()).isEqualTo(WithdrawResult.Result.WITHDRAWN);
          assertThat(jobs.find("PO-1").orElseThrow().state()).isEqualTo(State.WITHDRAWN);
        });
  }

  @Test
  void concurrentBookingsOfOneOrderKeepTheirOtherChanges() {
    onlyBooking.run(
        context -> {
          FreightJobs jobs = context.getBean(FreightJobs.class);
          CountDownLatch isBooked = new CountDownLatch(1);
          CompletableFuture<BookResult> second =
              CompletableFuture.supplyAsync(
                  () ->
                      transaction(context)
                          .execute(
                              status -> {
                                await(isBooked);
                                sql.update("INSERT INTO orders (number) VALUES ('second')");
                                return jobs.book("PO-1", OTHER, null);
                              }));
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    sql.update("INSERT INTO orders (number) VALUES ('first')");
                    jobs.book("PO-1", LOAD, null);
                    isBooked.countDown();
                  });
          assertThat(second.get(60, TimeUnit.SECONDS).result())
              .isEqualTo(BookResult.Result.REPLACED);
          assertThat(sql.queryForList("SELECT number FROM orders", String.class))
              .containsExactlyInAnyOrder("first", "second");
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  // --- customers ---

  @Test
  void orderIsPaidInTheScopeOfItsCustomer() {
    application
        .withPropertyValues("freight.limits.per-customer.per-hour=0.70")
        .withBean(Listener.class)
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              transaction(context)
                  .executeWithoutResult(status -> jobs.book("PO-1", LOAD, "ACME/7"));
              assertThat(context.getBean(Listener.class).next().customer()).isEqualTo("ACME/7");
              CustomerLimits limits = context.getBean(CustomerLimits.class);
              SpendLedger ledger = context.getBean(SpendLedger.class);
              assertThat(
                      ledger
                          .totals(SpendFilter.all().scope(limits.orderScope("ACME/7")))
                          .spentUsd())
                  .isEqualByComparingTo("0.65");
            });
  }

  // --- listeners ---

  /** A method that is missing here would do nothing, because the interface has default methods. */
  @Test
  void listenersGetEveryEvent() throws Exception {
    for (Method event : JobsListener.class.getDeclaredMethods()) {
      assertThat(FreightJobsAutoConfiguration.Listeners.class).hasDeclaredMethods(event.getName());
    }
  }

  /** Lets the pause after a failed attempt pass. It begins when the attempt has ended. */
  private void passPause() {
    Eventually.until(
        () -> sql.queryForObject("SELECT COUNT(*) FROM freight_tasks WHERE picked", Integer.class),
        running -> running == 0);
    server.clock().advance(Duration.ofMinutes(1));
  }

  /** Writes in a transaction of its own, and fails once after that. */
  static final class Writes implements JobsListener {
    private final JdbcTemplate sql;
    private final TransactionTemplate transaction;
    private final BlockingQueue<Integer> calls = new LinkedBlockingQueue<>();

    Writes(DataSource database, PlatformTransactionManager transactions) {
      this.sql = new JdbcTemplate(database);
      this.transaction = new TransactionTemplate(transactions);
    }

    @Override
    public void onLoadBooked(BookedLoad booking) {
      transaction.executeWithoutResult(
          status -> {
            sql.update(
                "INSERT INTO orders VALUES (?, ?)", booking.reference(), booking.loadNumber());
            calls.add(calls.size());
            if (calls.size() == 1) throw new IllegalStateException("no more disk");
          });
    }
  }

  @Test
  void allListenersAreCalledUntilEachHasReturned() {
    inServerTime
        .withBean(Listener.class)
        .withBean(Writes.class)
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              transaction(context).executeWithoutResult(status -> jobs.book("PO-1", LOAD, null));
              Writes writes = context.getBean(Writes.class);
              Eventually.until(() -> writes.calls, calls -> !calls.isEmpty());
              passPause();
              Eventually.until(() -> writes.calls, calls -> calls.size() == 2);
              Eventually.until(
                  () -> sql.queryForList("SELECT load_number FROM orders"),
                  orders -> orders.size() == 1);
              assertThat(context.getBean(Listener.class).bookedLoads)
                  .hasSizeGreaterThanOrEqualTo(1);
              assertThat(server.loads(10)).hasSize(1);
            });
  }

  /** Cannot store that an order stopped at the first call. */
  static final class Worries implements JobsListener {
    private final BlockingQueue<OrderSummary> calls = new LinkedBlockingQueue<>();

    @Override
    public void onOrderStopped(OrderSummary order) {
      calls.add(order);
      if (calls.size() == 1) throw new IllegalStateException("no more disk");
    }
  }

  @Test
  void failingListenerIsCalledAgainForAStoppedOrder() {
    inServerTime
        .withBean(Worries.class)
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              transaction(context).executeWithoutResult(status -> jobs.book("PO-1", WRONG, null));
              Worries worries = context.getBean(Worries.class);
              Eventually.until(() -> worries.calls, calls -> !calls.isEmpty());
              passPause();
              Eventually.until(() -> worries.calls, calls -> calls.size() >= 2);
              assertThat(worries.calls).extracting(OrderSummary::reference).containsOnly("PO-1");
            });
  }

  // --- start and stop ---

  @Test
  void restartedContextRunsTheJobsAgain() {
    application
        .withBean(Listener.class)
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              ConfigurableApplicationContext own =
                  context.getSourceApplicationContext(ConfigurableApplicationContext.class);
              own.stop();
              transaction(context).executeWithoutResult(status -> jobs.book("PO-1", LOAD, null));
              own.start();
              assertThat(context.getBean(Listener.class).next().reference()).isEqualTo("PO-1");
            });
  }

  @Test
  void instanceThatIsNotStartedBooksForAnother() {
    onlyBooking
        .withBean(Listener.class)
        .run(
            web -> {
              transaction(web)
                  .executeWithoutResult(
                      status -> web.getBean(FreightJobs.class).book("PO-1", LOAD, null));
              application
                  .withBean(Listener.class)
                  .run(
                      worker ->
                          assertThat(worker.getBean(Listener.class).next().reference())
                              .isEqualTo("PO-1"));
              assertThat(web.getBean(FreightJobs.class).find("PO-1").orElseThrow().state())
                  .isEqualTo(State.BOOKED);
              assertThat(web.getBean(Listener.class).bookedLoads).isEmpty();
            });
  }

  @Test
  void finishedOrdersAreKeptFor90DaysByDefault() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    onlyBooking.run(
        context -> {
          FreightJobs jobs = context.getBean(FreightJobs.class);
          for (int days : List.of(6, 8, 89, 91)) {
            transaction(context).executeWithoutResult(status -> jobs.book(days + "d", LOAD, null));
            jobs.withdraw(days + "d");
            sql.update(
                "UPDATE freight_orders SET changed_at = DATEADD(DAY, ?, changed_at)"
                    + " WHERE reference = ?",
                -days,
                days + "d");
          }
          Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
          threads.removeAll(before);
          assertThat(threads)
              .as("an instance that only books deletes nothing")
              .noneMatch(thread -> thread.getName().startsWith("freight-jobs-purge-"));
        });
    application.run(context -> awaitKept("6d", "8d", "89d"));
    application.withPropertyValues("freight.jobs.retention=7d").run(context -> awaitKept("6d"));
  }

  private void awaitKept(String... references) {
    Eventually.until(
        () -> sql.queryForList("SELECT reference FROM freight_orders", String.class),
        kept -> Set.of(references).equals(Set.copyOf(kept)));
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aPurgeThatFailsIsLoggedAndTriedAgain(CapturedOutput log) {
    onlyBooking.run(
        context -> {
          FreightJobsAutoConfiguration.Runner runner =
              context.getBean(FreightJobsAutoConfiguration.Runner.class);
          sql.execute("DROP TABLE freight_loads");
          for (int day = 1; day <= 2; day++) runner.purge();
        });
    assertThat(log.getOut().split("the purge failed", -1)).hasSize(3);
    assertThat(log).contains("FREIGHT_LOADS");
    assertThat(log).as("a warning that no user can act on").doesNotContain("TimestampInUTC");
  }

  /** Records when it is closed. */
  static final class Pool extends HikariDataSource {
    private final BlockingQueue<String> events;

    Pool(String url, BlockingQueue<String> events) {
      this.events = events;
      setJdbcUrl(url);
    }

    @Override
    public void close() {
      events.add("closed");
      super.close();
    }
  }

  @Test
  void runningJobsEndBeforeTheDatabaseCloses() throws Exception {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    CountDownLatch isReported = new CountDownLatch(1);
    CountDownLatch isClosing = new CountDownLatch(1);
    JobsListener slow =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad booking) throws Exception {
            isReported.countDown();
            assertThat(isClosing.await(60, TimeUnit.SECONDS)).isTrue();
            events.add("told");
          }
        };
    withoutDatabase
        .withBean(Pool.class, () -> new Pool(database.getURL(), events))
        .withBean(
            PlatformTransactionManager.class, () -> new DataSourceTransactionManager(database))
        .withBean(JobsListener.class, () -> slow)
        .withInitializer(
            context ->
                context.addApplicationListener(
                    event -> {
                      if (event instanceof ContextClosedEvent) {
                        isClosing.countDown();
                      }
                    }))
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              DataSource pool = context.getBean(Pool.class);
              new TransactionTemplate(new DataSourceTransactionManager(pool))
                  .executeWithoutResult(status -> jobs.book("PO-1", LOAD, null));
              assertThat(isReported.await(60, TimeUnit.SECONDS)).isTrue();
            });
    assertThat(events).containsExactly("told", "closed");
  }

  /** A web server in the phase in which both Spring Boots finish requests. */
  private static final class WebServer implements SmartLifecycle {
    private final CountDownLatch isStopping = new CountDownLatch(1);

    @Override
    public int getPhase() {
      return DEFAULT_PHASE - 1024;
    }

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public void stop(Runnable callback) {
      isStopping.countDown();
      callback.run();
    }

    @Override
    public boolean isRunning() {
      return true;
    }
  }

  /** Otherwise both would use up the time that a container gives an application. */
  @Test
  void jobsStopWhileTheWebServerFinishesItsRequests() throws Exception {
    WebServer web = new WebServer();
    CountDownLatch isBooked = new CountDownLatch(1);
    BlockingQueue<Boolean> events = new LinkedBlockingQueue<>();
    JobsListener slow =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad booking) throws Exception {
            isBooked.countDown();
            events.add(web.isStopping.await(60, TimeUnit.SECONDS));
          }
        };
    application
        .withBean(WebServer.class, () -> web)
        .withBean(JobsListener.class, () -> slow)
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              transaction(context).executeWithoutResult(status -> jobs.book("PO-1", LOAD, null));
              assertThat(isBooked.await(60, TimeUnit.SECONDS)).isTrue();
            });
    assertThat(events).as("not interrupted").containsExactly(true);
  }

  @Test
  void failedStartEndsTheJobs() throws Exception {
    application
        .withInitializer(
            context ->
                context.addApplicationListener(
                    event -> {
                      if (event instanceof ContextRefreshedEvent) {
                        throw new IllegalStateException("no more disk");
                      }
                    }))
        .run(context -> assertThat(context).hasFailed());
    Eventually.until(
        () -> Thread.getAllStackTraces().keySet(),
        threads ->
            threads.stream().noneMatch(thread -> thread.getName().startsWith("db-scheduler")));
  }

  @Test
  void jobsNeedADatabaseAndAreNotDisabled() {
    withoutDatabase.run(
        context -> assertThat(context).hasNotFailed().doesNotHaveBean(FreightJobs.class));
    application
        .withPropertyValues("freight.jobs.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(FreightJobs.class));
  }

  @Test
  void shorterPollIntervalReadsTheDatabaseMoreOften() {
    AtomicInteger connections = new AtomicInteger();
    DataSource counted =
        new DelegatingDataSource(database) {
          @Override
          public Connection getConnection() throws SQLException {
            connections.incrementAndGet();
            return super.getConnection();
          }
        };
    withoutDatabase
        .withBean(DataSource.class, () -> counted)
        .withPropertyValues("freight.jobs.poll-interval=10ms")
        // At every two seconds it would take minutes.
        .run(context -> Eventually.until(connections::get, times -> times >= 200));
  }

  /** Another name of the jobs is another account, which the same database may keep. */
  @Test
  void jobsWithTwoNamesInOneDatabaseAreSeparate() {
    application
        .withPropertyValues("freight.jobs.name=east")
        .withBean(Listener.class)
        .run(
            east ->
                application
                    .withPropertyValues("freight.jobs.name=west")
                    .run(
                        west -> {
                          transaction(east)
                              .executeWithoutResult(
                                  status ->
                                      east.getBean(FreightJobs.class).book("PO-1", LOAD, null));
                          assertThat(west.getBean(FreightJobs.class).find("PO-1")).isEmpty();
                          assertThat(east.getBean(Listener.class).next().reference())
                              .isEqualTo("PO-1");
                        }));
  }

  // --- paid calls ---

  /** The listener is notified of events of the load. */
  @Test
  void loadIsFollowed() {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    JobsListener listener =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) {
            events.add(reported.reference() + " " + reported.event().getType());
          }
        };
    inServerTime
        .withBean(JobsListener.class, () -> listener)
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              transaction(context).executeWithoutResult(status -> jobs.book("PO-1", LOAD, null));
              Eventually.until(
                  () -> sql.queryForList("SELECT load_number FROM freight_loads"),
                  loads -> loads.size() == 1);
              server.load(server.loads(1).get(0).loadNumber()).deliver();
              server.clock().advance(Duration.ofDays(1));
              assertThat(events.poll(60, TimeUnit.SECONDS)).isEqualTo("PO-1 FollowingStarted");
            });
  }
}
