package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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
  private final SpendLedger ledger = SpendLedger.inMemory();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightClientAutoConfiguration.class,
                  FreightSpendAutoConfiguration.class,
                  FreightJobsAutoConfiguration.class))
          // Of several contexts.
          .withBean(
              "ledger", SpendLedger.class, () -> ledger, bean -> bean.setDestroyMethodName(""))
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
    ledger.close();
    server.close();
  }

  @Test
  void theLedgerIsComparedAtTheStartAndNotAgainSoonAfter() {
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
    SpendLedger kept = SpendLedger.builder().clock(ahead).inMemory();
    ApplicationContextRunner atStart =
        moving
            .withBean(
                "ledger", SpendLedger.class, () -> kept, bean -> bean.setDestroyMethodName(""))
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
    kept.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"at-start=true", "cron=0 0 0 29 2 *"})
  void aReconciliationThatFailsIsTriedThirtyTimesAMinuteApart(String when) {
    AtomicInteger tries = new AtomicInteger();
    moving
        .withBean(
            FreightClientCustomizer.class,
            () ->
                builder ->
                    builder.interceptor(
                        chain -> {
                          tries.incrementAndGet();
                          throw new IOException("no network");
                        }))
        .withPropertyValues(
            "freight.reconcile.cron=-", "freight.reconcile." + when, "freight.retry.max-attempts=1")
        .run(
            context -> {
              FreightJobs jobs = held(context);
              jobs.start();
              // The next leap day.
              if (when.startsWith("cron")) now = Instant.parse("2028-02-29T00:00:00Z");
              jobs.runDue();
              int each = tries.get();
              assertThat(each).isPositive();
              for (int minute = 1; minute < 30; minute++) {
                now = now.plusSeconds(59);
                jobs.runDue();
                assertThat(tries).as("not yet in minute " + minute).hasValue(each * minute);
                now = now.plusSeconds(1);
                jobs.runDue();
                assertThat(tries).hasValue(each * (minute + 1));
              }
              now = now.plus(Duration.ofHours(1));
              jobs.runDue();
              assertThat(tries).as("given up").hasValue(each * 30);
            });
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

  /** Jobs that nothing runs but the test; those of the context are stopped. */
  private FreightJobs held(ApplicationContext context) {
    context.getBean(FreightJobs.class).stop();
    return new FreightJobs(
        context.getBeansOfType(FreightClient.class),
        context.getBean(Kept.class),
        context.getBean(FreightProperties.class),
        ahead,
        Never::new);
  }

  /** An application whose ledger goes by the clock of the test, and whose jobs the test runs. */
  private void withHeldJobs(Consumer<FreightJobs> then) {
    moving
        .withPropertyValues("freight.reconcile.cron=-")
        .run(
            context -> {
              FreightJobs jobs = held(context);
              context.getBean(UnknownCharges.class).then(jobs::unknown);
              client = context.getBean(FreightClient.class);
              jobs.start();
              then.accept(jobs);
              jobs.stop();
            });
  }

  private void loseARead() {
    String load = client.createLoad(FreightAutoConfigurationTest.load()).loadNumber();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    assertThatThrownBy(() -> client.getLoadPosition(load)).isNotNull();
  }

  @Test
  void anUnknownChargeIsComparedSomeMinutesLaterAndSettled() {
    withHeldJobs(
        jobs -> {
          SpendLedger ledger = Ledgers.of(client);
          Reconciliation first = ledger.reconcile(client);
          now = now.plus(Duration.ofSeconds(1));
          loseARead();
          now = now.plus(Duration.ofMinutes(7)).minusMillis(1);
          jobs.runDue();
          assertThat(ledger.lastReconciliation()).as("not yet").isEqualTo(first);
          now = now.plusMillis(1);
          jobs.runDue();
          assertThat(ledger.lastReconciliation().settled()).isOne();
          assertThat(ledger.entries(SpendFilter.all())).noneMatch(SpendEntry::isOpen);
        });
  }

  @Test
  void unknownChargesOfAMinuteShareAComparisonAndLaterOnesHaveAnother() {
    withHeldJobs(
        jobs -> {
          Instant first = now;
          loseARead();
          now = now.plus(Duration.ofSeconds(59));
          loseARead();
          now = now.plus(Duration.ofSeconds(1));
          loseARead();
          assertThat(jobs.waiting())
              .containsExactly(
                  first.plus(Duration.ofMinutes(7)), first.plus(Duration.ofMinutes(8)));
        });
  }

  @Test
  void whatAnotherInstanceHasComparedSinceIsNotComparedAgain() {
    withHeldJobs(
        jobs -> {
          loseARead();
          now = now.plus(Duration.ofMinutes(6).plusSeconds(1));
          Reconciliation theirs = Ledgers.of(client).reconcile(client);
          now = now.plus(Duration.ofMinutes(1));
          jobs.runDue();
          assertThat(jobs.waiting()).isEmpty();
          assertThat(Ledgers.of(client).lastReconciliation()).isEqualTo(theirs);
        });
  }

  @Test
  void aKnownChargePlansNothing() {
    withHeldJobs(
        jobs -> {
          client.createLoad(FreightAutoConfigurationTest.load());
          assertThat(jobs.waiting()).isEmpty();
        });
  }

  /** A night that an instance slept through is made up for once. */
  @Test
  void runsThatWereMissedAreOne() {
    moving
        .withPropertyValues("freight.reconcile.cron=0 0 3 * * *", "freight.reconcile.zone=UTC")
        .run(
            context -> {
              FreightJobs jobs = held(context);
              jobs.start();
              assertThat(jobs.waiting()).containsExactly(Instant.parse("2026-11-21T03:00:00Z"));
              now = now.plus(Duration.ofDays(5));
              jobs.runDue();
              assertThat(context.getBean(SpendLedger.class).lastReconciliation().at())
                  .isEqualTo(now);
              assertThat(jobs.waiting()).containsExactly(Instant.parse("2026-11-26T03:00:00Z"));
              assertThat(
                      context.getBean(SpendLedger.class).entries(SpendFilter.all()).stream()
                          .filter(row -> row.kind() == SpendEntry.Kind.COMPARISON))
                  .hasSize(1);
            });
  }

  @Test
  @ExpectedWarnings("the balance is 20.00 USD higher")
  void aTopUpElsewhereIsRecordedWhereThatIsAskedFor() {
    moving
        .withPropertyValues("freight.reconcile.record-top-ups=true")
        .run(context -> assertThat(afterATopUp(context)).isEqualTo("[20.00]"));
    moving.run(context -> assertThat(afterATopUp(context)).as("by default").isEqualTo("[]"));
  }

  /** The adjustments that a comparison has made. */
  private String afterATopUp(ApplicationContext context) {
    SpendLedger ledger = context.getBean(SpendLedger.class);
    FreightClient client = context.getBean(FreightClient.class);
    ledger.reconcile(client);
    broker.credit("20.00");
    now = now.plus(Duration.ofMinutes(10));
    ledger.reconcile(client);
    return ledger.entries(SpendFilter.all()).stream()
        .filter(row -> row.kind() == SpendEntry.Kind.ADJUSTMENT)
        .map(SpendEntry::amountUsd)
        .toList()
        .toString();
  }

  private @Nullable FreightClient client;

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

  private final ApplicationContextRunner moving =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightClientAutoConfiguration.class,
                  FreightSpendAutoConfiguration.class,
                  FreightJobsAutoConfiguration.class))
          .withBean("freightClock", Clock.class, () -> ahead)
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(), "freight.agent-key=" + broker.agentKey());

  @Test
  void oldEntriesAreDeleted() {
    moving
        .withPropertyValues("freight.purge.keep=30d")
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              SpendLedger ledger = context.getBean(SpendLedger.class);
              client.createLoad(FreightAutoConfigurationTest.load());
              now = now.plus(Duration.ofDays(30));
              client.createLoad(FreightAutoConfigurationTest.load());
              now = now.plus(Duration.ofDays(10));
              assertThat(ledger.entries(SpendFilter.all())).hasSize(2);
              context.getBean(FreightJobs.class).purge(now);
              assertThat(ledger.entries(SpendFilter.all())).as("of 10 days").hasSize(1);
            });
  }

  /** Waits for the job that runs; jobs have one thread. */
  private static void drain(ApplicationContext context) throws Exception {
    context.getBean(FreightJobs.class).run(() -> {}).get(60, TimeUnit.SECONDS);
  }

  /** What the last job has found. */
  private static @Nullable Reconciliation found(ApplicationContext context) throws Exception {
    drain(context);
    return context.getBean(SpendLedger.class).lastReconciliation();
  }
}
