package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import io.freightsdk.spring.boot.FreightProperties;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Reconciliation and deletion that run themselves. */
class JobsTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final Semaphore balances = new Semaphore(0);
  private final SpendStore books = SpendStore.inMemory();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightClientAutoConfiguration.class,
                  FreightSpendAutoConfiguration.class,
                  FreightJobsAutoConfiguration.class))
          .withBean(SpendStore.class, () -> books)
          .withBean(
              FreightClientCustomizer.class,
              () ->
                  builder ->
                      builder.listener(
                          event -> {
                            if (event.operation() == Operation.GET_BALANCE) balances.release();
                          }))
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(), "freight.agent-key=" + broker.agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void theBooksAreOpenedAtTheStartAndNotAgainSoonAfter() {
    ApplicationContextRunner atStart =
        application.withPropertyValues("freight.reconcile.at-start=true");
    atStart.run(context -> assertThat(found(context)).isNotNull());
    int requests = broker.requests().size();
    atStart.run(context -> assertThat(found(context)).isNotNull());
    assertThat(broker.requests()).hasSize(requests);
  }

  /** Of a deployment, each instance starts within minutes. */
  @Test
  void anInstanceThatStartsLaterThanTenMinutesReconcilesAgain() {
    ApplicationContextRunner atStart =
        application
            .withBean("freightClock", Clock.class, () -> ahead)
            .withPropertyValues("freight.reconcile.at-start=true");
    atStart.run(context -> assertThat(found(context)).isNotNull());
    int first = broker.requests().size();
    now = now.plus(Duration.ofMinutes(11));
    atStart.run(context -> assertThat(found(context)).isNotNull());
    int second = broker.requests().size();
    now = now.plus(Duration.ofMinutes(9));
    atStart.run(context -> assertThat(found(context)).isNotNull());
    assertThat(second).isGreaterThan(first);
    assertThat(broker.requests()).hasSize(second);
  }

  @ParameterizedTest
  @ValueSource(strings = {"at-start=true", "cron=0 0 0 29 2 *"})
  void aReconciliationThatFailsIsTriedThirtyTimesAMinuteApart(String when) {
    List<Long> pauses = new CopyOnWriteArrayList<>();
    CountDownLatch tried = new CountDownLatch(30);
    // The first task and its repetitions run at once, a task of another day never.
    ScheduledThreadPoolExecutor noPauses =
        new ScheduledThreadPoolExecutor(1) {
          @Override
          public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            boolean runs = tried.getCount() == 30 || unit.toMinutes(delay) <= 2;
            if (runs && delay > 0 && tried.getCount() < 30) pauses.add(unit.toSeconds(delay));
            tried.countDown();
            return super.schedule(runs ? task : () -> {}, 0, TimeUnit.SECONDS);
          }
        };
    application
        .withPropertyValues("freight.reconcile." + when, "freight.retry.max-attempts=1")
        .run(
            context -> {
              server.close();
              FreightJobs jobs =
                  new FreightJobs(
                      context.getBeansOfType(FreightClient.class),
                      context.getBean(Kept.class),
                      context.getBean(FreightProperties.class),
                      Clock.systemUTC(),
                      () -> noPauses);
              jobs.start();
              assertThat(tried.await(60, TimeUnit.SECONDS)).isTrue();
              // The thirtieth try has run after the first of them, and what it begins after both.
              jobs.run(() -> {}).get(60, TimeUnit.SECONDS);
              jobs.run(() -> {}).get(60, TimeUnit.SECONDS);
              jobs.stop();
            });
    assertThat(pauses).hasSize(29).containsOnly(60L);
  }

  /** A timer and a clock may disagree by some milliseconds, and the day is the same. */
  @Test
  void aRunThatCameEarlyIsNotMadeAgainAtItsTime() {
    List<Long> days = new CopyOnWriteArrayList<>();
    CountDownLatch planned = new CountDownLatch(2);
    ScheduledThreadPoolExecutor early =
        new ScheduledThreadPoolExecutor(1) {
          @Override
          public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            boolean first = days.isEmpty();
            days.add(unit.toDays(delay));
            planned.countDown();
            return super.schedule(first ? task : () -> {}, 0, TimeUnit.SECONDS);
          }
        };
    application
        .withPropertyValues("freight.reconcile.cron=0 0 0 29 2 *")
        .run(
            context -> {
              FreightJobs jobs =
                  new FreightJobs(
                      context.getBeansOfType(FreightClient.class),
                      context.getBean(Kept.class),
                      context.getBean(FreightProperties.class),
                      Clock.systemUTC(),
                      () -> early);
              jobs.start();
              assertThat(planned.await(60, TimeUnit.SECONDS)).isTrue();
              jobs.run(() -> {}).get(60, TimeUnit.SECONDS);
              jobs.stop();
            });
    assertThat(days.get(1) - days.get(0)).as("days to the leap day after it").isGreaterThan(1000);
  }

  @Test
  void jobsKeepNoApplicationAlive() {
    AtomicBoolean daemon = new AtomicBoolean();
    application
        .withPropertyValues("freight.reconcile.at-start=true")
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              jobs.run(() -> daemon.set(Thread.currentThread().isDaemon()))
                  .get(60, TimeUnit.SECONDS);
            });
    assertThat(daemon).isTrue();
  }

  @Test
  void everyInstanceAsksAtTheTimeOfTheCronAndOneReconciles() {
    ApplicationContextRunner eachSecond =
        application.withPropertyValues("freight.reconcile.cron=* * * * * *");
    eachSecond.run(
        one ->
            eachSecond.run(
                two -> {
                  assertThat(balances.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
                  for (ApplicationContext each : List.of(one, two)) drain(each);
                  assertThat(found(two)).isNotNull();
                }));
  }

  @Test
  void aTopUpElsewhereIsRecordedWhereNothingIsOpen() {
    application.run(
        context -> {
          FreightClient client = context.getBean(FreightClient.class);
          client.ledger().reconcile();
          broker.credit("20.00");
          FreightJobs jobs = context.getBean(FreightJobs.class);
          assertThat(jobs.recorded(client.ledger(), client.ledger().reconcile()).verdict())
              .isEqualTo(Verdict.NOTHING);
        });
    application
        .withPropertyValues("freight.reconcile.record-top-ups=false")
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              broker.credit("20.00");
              FreightJobs jobs = context.getBean(FreightJobs.class);
              assertThat(jobs.recorded(client.ledger(), client.ledger().reconcile()).verdict())
                  .isEqualTo(Verdict.MONEY_CAME);
            });
  }

  /** Or an open entry would be settled as free by whoever tops up. */
  @Test
  void aTopUpWhileAnEntryIsOpenIsLeftToAPerson() {
    application
        .withBean("ahead", FreightClientCustomizer.class, () -> builder -> builder.clock(ahead))
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              client.ledger().reconcile();
              String load = client.createLoad(FreightAutoConfigurationTest.load()).loadNumber();
              server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
              try {
                client.getLoadPosition(load, CallOptions.DEFAULT);
              } catch (RuntimeException lost) {
                broker.credit("20.00");
              }
              now = now.plus(Duration.ofMinutes(2));
              Reconciliation came = client.ledger().reconcile();
              assertThat(came.verdict()).isEqualTo(Verdict.MONEY_CAME);
              FreightJobs jobs = context.getBean(FreightJobs.class);
              assertThat(jobs.recorded(client.ledger(), came)).isSameAs(came);
            });
  }

  private Instant now = Instant.parse("2026-11-20T12:00:00Z");
  private final Clock ahead =
      new Clock() {
        @Override
        public ZoneOffset getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };

  @Test
  void oldEntriesAreDeleted() {
    now = Instant.now().minus(Duration.ofDays(40));
    application
        .withBean("ahead", FreightClientCustomizer.class, () -> builder -> builder.clock(ahead))
        .withPropertyValues("freight.purge.keep=30d")
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              client.createLoad(FreightAutoConfigurationTest.load());
              now = now.plus(Duration.ofDays(30));
              client.createLoad(FreightAutoConfigurationTest.load());
              now = Instant.now();
              assertThat(client.ledger().entries(SpendFilter.all())).hasSize(2);
              context.getBean(FreightJobs.class).purge(now);
              assertThat(client.ledger().entries(SpendFilter.all())).as("of 10 days").hasSize(1);
            });
  }

  /** Waits for the job that runs; jobs have one thread. */
  private static void drain(ApplicationContext context) throws Exception {
    context.getBean(FreightJobs.class).run(() -> {}).get(60, TimeUnit.SECONDS);
  }

  /** What the last job has found. */
  private static @Nullable Reconciliation found(ApplicationContext context) throws Exception {
    drain(context);
    return context.getBean(FreightClient.class).ledger().lastReconciliation();
  }
}
