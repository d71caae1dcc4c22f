package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spring.boot.FreightScopes;
import io.freightsdk.spring.boot.test.VerifyApplication;
import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.verify.Verification;
import io.freightsdk.verify.VerificationReport;
import io.freightsdk.verify.VerificationReport.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** This service with one mistake each, as somebody would make it, which a verification names. */
@ExpectedWarnings("io.freightsdk.")
class VerifyMistakesTest {
  private static final String POOL = "the pool gives what a ledger needs";
  private static final String OTHERS = "others spend from the same balance";
  private static final String QUEUE = "a queue delivers an order twice";

  /** So short that no mishap is tried; what looks at the set-up is. */
  private static final Duration NO_MISHAPS = Duration.ofNanos(1);

  private static InMemoryFreightServer server;

  @BeforeAll
  static void start() {
    server = InMemoryFreightServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** A guard that was meant to be switched on after some weeks. */
  static class ReportsOnly {
    @Bean
    LedgerGuard guard(SpendLedger ledger, SpendLimits limits) {
      return ledger.guard(limits).reportOnly();
    }
  }

  static class OwnClock {
    @Bean
    SpendLedger ledger(DataSource pool) {
      return SpendLedger.builder().clock(Clock.systemUTC()).jdbc(pool, "dispatch");
    }
  }

  /** A pool that takes its connections in turn from hosts, of which a second one has come up. */
  static class TwoHosts {
    @Bean
    Routing pool() {
      DataSource first = JdbcConnectionPool.create(h2(), "sa", "");
      DataSource second = JdbcConnectionPool.create(h2(), "sa", "");
      SpendLedger.jdbc(second, "dispatch").close();
      Routing routing = new Routing();
      routing.setTargetDataSources(Map.of(true, first, false, second));
      return routing;
    }

    private static String h2() {
      return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }
  }

  static final class Routing extends AbstractRoutingDataSource {
    private final AtomicInteger given = new AtomicInteger();
    private volatile boolean secondIsUp;

    @Override
    protected Object determineCurrentLookupKey() {
      return !secondIsUp || given.incrementAndGet() % 3 != 0;
    }
  }

  /**
   * A mistake.
   *
   * @param beans that somebody added; null for none
   * @param properties that somebody set
   * @param tell what only a person can tell
   * @param row that fails
   * @param seen what it says
   * @param todo what it says to do
   */
  record Mistake(
      String name,
      @Nullable Class<?> beans,
      List<String> properties,
      BiConsumer<ApplicationContext, Verification> tell,
      String row,
      String seen,
      String todo) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final BiConsumer<ApplicationContext, Verification> NOTHING_TO_TELL =
      (context, verification) -> verification.atMost(NO_MISHAPS);

  private static BiConsumer<ApplicationContext, Verification> alsoSpends(
      String ledger, boolean sameLimits) {
    return (context, verification) ->
        verification
            .atMost(NO_MISHAPS)
            .alsoSpends(
                "the night job",
                context.getBean(DataSource.class),
                ledger,
                sameLimits ? context.getBean(SpendLimits.class) : SpendLimits.none());
  }

  static Stream<Mistake> mistakes() {
    return Stream.of(
        new Mistake(
            "a pool of one",
            null,
            List.of("spring.datasource.hikari.maximum-pool-size=1"),
            NOTHING_TO_TELL,
            POOL,
            "no second one",
            "maximumPoolSize"),
        new Mistake(
            "READ UNCOMMITTED",
            null,
            List.of("spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_UNCOMMITTED"),
            NOTHING_TO_TELL,
            POOL,
            "READ UNCOMMITTED",
            "TRANSACTION_READ_COMMITTED"),
        new Mistake(
            "a pool that reaches two databases",
            TwoHosts.class,
            List.of(),
            (context, verification) -> {
              context.getBean(Routing.class).secondIsUp = true;
              verification.atMost(NO_MISHAPS);
            },
            "all connections reach one database",
            "of 8 connections at once cannot change the row that the ledger has just written",
            "let each connection of the pool reach the primary"),
        new Mistake(
            "a deadline that is longer than the web server waits",
            null,
            List.of("spring.mvc.async.request-timeout=30s"),
            NOTHING_TO_TELL,
            "the web server gives up a request",
            "a call takes 120 s at most, the web server gives up after 30 s",
            "freight.deadline, to less than 30 s"),
        new Mistake(
            "a clock of the application",
            OwnClock.class,
            List.of(),
            NOTHING_TO_TELL,
            "limits count by the database's clock",
            "SystemClock[Z]",
            "leave out SpendLedgerBuilder.clock"),
        new Mistake(
            "a shared ledger without a shared limit",
            null,
            List.of(),
            alsoSpends("freight", false),
            OTHERS,
            "the night job spent 1.95 USD over the limit",
            "give the night job the same SpendLimits"),
        new Mistake(
            "two ledgers for one balance",
            null,
            List.of(),
            alsoSpends("jobs", true),
            OTHERS,
            "the night job spent 1.95 USD over the limit",
            "one balance needs one"),
        new Mistake(
            "a random key for each delivery",
            null,
            List.of(),
            (context, verification) ->
                verification
                    .atMost(NO_MISHAPS)
                    .create((client, order) -> client.createLoad(order.input())),
            QUEUE,
            "1.30 USD taken for an order that costs 0.65 USD",
            "IdempotencyKeys.derivedFrom"),
        new Mistake(
            "a guard that only reports",
            ReportsOnly.class,
            List.of(),
            (context, verification) -> {},
            "it restarts",
            "USD were taken over the limit",
            "no reportOnly() on the guard"),
        new Mistake(
            "limits of customers and none of the client",
            null,
            List.of("freight.spend.limits.per-day="),
            (context, verification) ->
                verification.scope(context.getBean(FreightScopes.class).of("acme")),
            "a caller takes a new name",
            "USD were taken over the limit",
            "give the client limits"));
  }

  private static ConfigurableApplicationContext run(
      @Nullable Class<?> beans, List<String> properties) {
    List<String> all = new ArrayList<>();
    all.add("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());
    all.add("server.port=0");
    all.add("freight.base-url=" + server.baseUrl());
    all.add("freight.agent-key=" + server.createBroker("25.00").agentKey());
    all.addAll(properties);
    List<Class<?>> sources = new ArrayList<>(List.of(DispatchService.class));
    if (beans != null) sources.add(beans);
    return new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
        .run(all.stream().map(property -> "--" + property).toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void isNamedWithWhatToDo(Mistake mistake) {
    try (ConfigurableApplicationContext context = run(mistake.beans, mistake.properties)) {
      Verification verification = VerifyApplication.of(context);
      mistake.tell.accept(context, verification);
      VerificationReport report = verification.run();
      VerificationReport.Row row = report.row(mistake.row);
      assertThat(row.outcome()).as("%s", report).isEqualTo(Outcome.FAILED);
      assertThat(row.seen()).contains(mistake.seen);
      assertThat(row.todo()).contains(mistake.todo);
    }
  }

  /** A verification has nothing to look at: the ledger refuses such a pool before. */
  @Test
  void withAutocommitOffItDoesNotStart() {
    assertThatThrownBy(
            () -> run(null, List.of("spring.datasource.hikari.auto-commit=false")).close())
        .rootCause()
        .hasMessageContaining("autocommit off")
        .hasMessageContaining("give it its own data source, with autocommit on");
  }

  /** What makes the rows above red is the mistake. */
  @Test
  void withoutAMistakeNoRowFails() {
    try (ConfigurableApplicationContext context = run(null, List.of("freight.deadline=25s"))) {
      VerificationReport report =
          VerifyApplication.of(context)
              .atMost(NO_MISHAPS)
              .requestTimeout(Duration.ofSeconds(30))
              .alsoSpends(
                  "the night job",
                  context.getBean(DataSource.class),
                  "freight",
                  context.getBean(SpendLimits.class))
              .create(
                  (client, order) ->
                      client.createLoad(
                          order.input(),
                          CallOptions.builder()
                              .idempotencyKey(
                                  IdempotencyKeys.derivedFrom("dispatch", order.reference()))
                              .build()))
              .run();
      assertThat(report.rows(Outcome.FAILED)).as("%s", report).isEmpty();
      assertThat(report.row(OTHERS).outcome()).isEqualTo(Outcome.PASSED);
      assertThat(report.row(QUEUE).outcome()).isEqualTo(Outcome.PASSED);
    }
  }
}
