package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.outbox.Booking;
import io.freightsdk.outbox.Outbox;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spring.boot.FreightAgentKeySupplier;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.WatchOptions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

/** Clients of {@code freight.clients.*}. */
@ExtendWith(OutputCaptureExtension.class)
class SeveralBrokersTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker eastern = server.createBroker("25.00");
  private final Broker western = server.createBroker("12.00");
  private final ApplicationContextRunner none =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightClientAutoConfiguration.class,
                  FreightClientsAutoConfiguration.class,
                  FreightSpendAutoConfiguration.class,
                  FreightPositionsAutoConfiguration.class,
                  FreightWatchesAutoConfiguration.class,
                  FreightObservabilityAutoConfiguration.class,
                  FreightJobsAutoConfiguration.class))
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
          .withPropertyValues("freight.base-url=" + server.baseUrl());
  private final ApplicationContextRunner two =
      none.withPropertyValues(
          "freight.clients.east.agent-key=" + eastern.agentKey(),
          "freight.clients.west.agent-key=" + western.agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  /** As an application has them. */
  static final class Uses {
    final FreightClient east;
    final FreightClient byQualifier;

    Uses(FreightClient east, @Qualifier("west") FreightClient byQualifier) {
      this.east = east;
      this.byQualifier = byQualifier;
    }
  }

  @Test
  void eachIsABeanOfItsNameWithItsOwnKey() {
    two.withBean(Uses.class)
        .run(
            context -> {
              assertThat(context).hasNotFailed().doesNotHaveBean("freightClient");
              Uses uses = context.getBean(Uses.class);
              assertThat(uses.east.getBalance().balanceUsd()).isEqualByComparingTo("25");
              assertThat(uses.byQualifier.getBalance().balanceUsd()).isEqualByComparingTo("12");
              FreightProperties properties = context.getBean(FreightProperties.class);
              assertThat(properties.clients().toString()).doesNotContain(eastern.agentKey());
            });
  }

  /** A client's own limit per day does not take away the common limit per call. */
  @Test
  void limitsOfAClientAddToTheCommonOnes(CapturedOutput output) {
    two.withPropertyValues(
            "freight.spend.limits.per-call=1.00",
            "freight.spend.limits.per-hour=2.00",
            "freight.spend.limits.per-day=9.00",
            "freight.spend.limits.day-zone=America/Chicago",
            "freight.clients.west.limits.per-day=5.00",
            "freight.clients.east.limits.per-call=0.10")
        .run(
            context -> {
              assertThat(output)
                  .contains(
                      "memory, 1.00 USD per call, 2.00 USD per 1 hour, 5.00 USD per day"
                          + " (America/Chicago)")
                  .contains(
                      "memory, 0.10 USD per call, 2.00 USD per 1 hour, 9.00 USD per day"
                          + " (America/Chicago)");
              FreightClient east = context.getBean("east", FreightClient.class);
              assertThatThrownBy(() -> east.createLoad(FreightAutoConfigurationTest.load()))
                  .hasMessageContaining("0.10 USD");
              FreightClient west = context.getBean("west", FreightClient.class);
              for (int i = 0; i < 3; i++) west.createLoad(FreightAutoConfigurationTest.load());
              assertThatThrownBy(() -> west.createLoad(FreightAutoConfigurationTest.load()))
                  .isInstanceOf(SpendLimitExceededException.class)
                  .hasMessageContaining("2.00 USD per");
            });
  }

  @Test
  void limitsOfAClientAreNotAddedToABean() {
    ApplicationContextRunner bean =
        two.withBean(SpendLimits.class, () -> SpendLimits.builder().perHour("1.00").build());
    assertThat(refusal(bean.withPropertyValues("freight.clients.west.limits.per-day=5.00")))
        .contains("freight.clients.west.limits: the application has a bean SpendLimits");
    bean.withPropertyValues("freight.clients.west.limits.per-call=5.00")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void eachHasWatchesOfItsOwn() {
    two.run(
        context -> {
          assertThat(context).doesNotHaveBean("freightWatches").hasBean("eastWatches");
          FreightWatches west = context.getBean("westWatches", FreightWatches.class);
          FreightClient client = context.getBean("west", FreightClient.class);
          String load = client.createLoad(FreightAutoConfigurationTest.load()).loadNumber();
          assertThat(west.watch(load, WatchOptions.DEFAULT).iterator().next()).isNotNull();
          assertThat(western.debits()).as("the load and a read").hasSize(2);
          assertThat(eastern.debits()).isEmpty();
          MeterRegistry meters = context.getBean(MeterRegistry.class);
          for (String name : List.of("east", "west")) {
            assertThat(meters.find("freight.client.watches").tag("client", name).gauge())
                .isNotNull();
          }
        });
  }

  @Test
  void limitsAreThoseOfEachOrTheCommonOnes() {
    two.withPropertyValues(
            "freight.spend.limits.per-hour=0.70",
            "freight.clients.west.limits.per-hour=1.40",
            "freight.spend.jdbc.schema=none")
        .run(
            context -> {
              FreightClient east = context.getBean("east", FreightClient.class);
              FreightClient west = context.getBean("west", FreightClient.class);
              east.createLoad(FreightAutoConfigurationTest.load());
              assertThatThrownBy(() -> east.createLoad(FreightAutoConfigurationTest.load()))
                  .isInstanceOf(SpendLimitExceededException.class);
              west.createLoad(FreightAutoConfigurationTest.load());
              west.createLoad(FreightAutoConfigurationTest.load());
              assertThat(western.debits()).hasSize(2);
            });
  }

  @Test
  void theEndpointSaysThatTheServiceIsUnavailableWhereTheLedgerIs() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    two.withBean(DataSource.class, () -> database)
        .withPropertyValues("freight.spend.jdbc.schema=create")
        .run(
            context -> {
              try (Connection connection = database.getConnection()) {
                connection.createStatement().execute("DROP ALL OBJECTS");
              }
              FreightEndpoint endpoint =
                  new FreightEndpoint(
                      context.getBeansOfType(FreightClient.class),
                      context.getBean(Readings.class),
                      null,
                      Clock.systemUTC());
              assertThat(reconcile(endpoint, "west").getStatus()).isEqualTo(503);
            });
  }

  @Test
  void metersAndEndpointTellEachByItsName() {
    two.withPropertyValues("freight.spend.limits.per-hour=5.00")
        .run(
            context -> {
              context.getBean("west", FreightClient.class).getBalance();
              MeterRegistry meters = context.getBean(MeterRegistry.class);
              assertThat(meters.get("freight.client.calls").tag("client", "west").timer().count())
                  .isOne();
              assertThat(meters.find("freight.client.calls").tag("client", "east").timer())
                  .isNull();
              assertThat(meters.find("freight.ledger.charged").gauges()).hasSize(2);
              FreightEndpoint endpoint =
                  new FreightEndpoint(
                      context.getBeansOfType(FreightClient.class),
                      context.getBean(Readings.class),
                      null,
                      Clock.systemUTC());
              assertThat((Map<?, ?>) endpoint.report()).hasSize(2);
              assertThat(reconcile(endpoint, null).getBody().toString()).contains("[east, west]");
              assertThat(reconcile(endpoint, null).getStatus()).isEqualTo(400);
              assertThat(reconcile(endpoint, "west").getStatus()).isEqualTo(200);
            });
  }

  private static WebEndpointResponse<Object> reconcile(
      FreightEndpoint endpoint, @Nullable String client) {
    return endpoint.reconcile(SecurityContext.NONE, client, null, null, null, null);
  }

  @Test
  void refusalsAreCountedByTheClientWhoseLimitItWas() {
    two.withPropertyValues("freight.clients.west.limits.total=0.10")
        .run(
            context -> {
              FreightClient west = context.getBean("west", FreightClient.class);
              assertThatThrownBy(() -> west.createLoad(FreightAutoConfigurationTest.load()))
                  .isInstanceOf(SpendLimitExceededException.class);
              MeterRegistry meters = context.getBean(MeterRegistry.class);
              assertThat(
                      meters.get("freight.client.refusals").tag("client", "west").counter().count())
                  .isOne();
              assertThat(meters.find("freight.client.refusals").tag("client", "east").counter())
                  .isNull();
            });
  }

  @Test
  void ledgersAndPositionsAreOfEachAccount() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    two.withBean(DataSource.class, () -> database)
        .withPropertyValues(
            "freight.spend.jdbc.schema=create",
            "freight.positions.schema=create",
            "freight.clients.west.book=california")
        .run(
            context -> {
              FreightClient east = context.getBean("east", FreightClient.class);
              LedgerOpener opener = context.getBean(LedgerOpener.class);
              assertThat(opener.place(east.spendGuard())).contains("\"east\"");
              assertThat(opener.place(context.getBean("west", FreightClient.class).spendGuard()))
                  .contains("\"california\"");
              east.createLoad(FreightAutoConfigurationTest.load());
              assertThat(spent(context, "eastLedger")).isEqualByComparingTo("0.65");
              assertThat(spent(context, "westLedger")).isZero();
            });
  }

  private static BigDecimal spent(ApplicationContext context, String ledger) {
    return context.getBean(ledger, SpendLedger.class).totals().spentUsd();
  }

  /** A ledger compares one balance. */
  @Test
  void aLedgerIsForOneAccount() {
    assertThat(refusal(two.withPropertyValues("freight.clients.west.book=east")))
        .contains("freight.clients.west.book: \"east\" is the ledger of the client \"east\"")
        .doesNotContain(eastern.agentKey(), western.agentKey());
    assertThat(
            refusal(
                none.withPropertyValues(
                    "freight.clients.east.agent-key=" + eastern.agentKey(),
                    "freight.clients.west.agent-key=" + eastern.agentKey(),
                    "freight.clients.west.base-url=http://127.0.0.1:9",
                    "freight.clients.west.book=east")))
        .contains("another base URL or agent key");
  }

  /** A broker may have several keys. */
  @Test
  void clientsThatNameTheirAccountShareALedgerWithKeysOfTheirOwn() {
    none.withPropertyValues(
            "freight.clients.days.agent-key=" + eastern.agentKey(),
            "freight.clients.nights.agent-key=" + eastern.newKey(),
            "freight.clients.days.book=east",
            "freight.clients.nights.book=east",
            "freight.clients.days.account=eastern",
            "freight.clients.nights.account=eastern")
        .run(
            context ->
                assertThat(context.getBean("nightsLedger"))
                    .isSameAs(context.getBean("daysLedger", SpendLedger.class)));
  }

  /** Each would see a part of what the account spends. */
  @Test
  void anAccountIsOfOneLedger() {
    assertThat(
            refusal(
                none.withPropertyValues(
                    "freight.clients.east.agent-key=" + eastern.agentKey(),
                    "freight.clients.west.agent-key=" + eastern.agentKey())))
        .contains("freight.clients.west.agent-key: the client \"east\" has the same base URL")
        .doesNotContain(eastern.agentKey());
    assertThat(
            refusal(
                none.withPropertyValues(
                        "freight.clients.east.book=e", "freight.clients.west.book=w")
                    .withBean(
                        FreightAgentKeySupplier.class,
                        () -> new Keys(client -> eastern.agentKey()))))
        .contains("freight.clients.west.agent-key");
  }

  /** Keys alone do not tell that, because a broker may have several. */
  @Test
  void anAccountIsOfOneLedgerWhateverItsKeys() {
    ApplicationContextRunner named =
        none.withPropertyValues(
            "freight.clients.east.agent-key=" + eastern.agentKey(),
            "freight.clients.west.agent-key=" + eastern.newKey(),
            "freight.clients.east.account=eastern",
            "freight.clients.west.account=eastern");
    assertThat(refusal(named))
        .contains(
            "freight.clients.west.account: the client \"east\" names the same account, and another"
                + " ledger");
    assertThat(refusal(named.withPropertyValues("freight.clients.west.book=east")))
        .isEqualTo("started");
    assertThat(
            refusal(
                named.withPropertyValues("freight.clients.west.base-url=http://127.0.0.1:9/test")))
        .as("staging has accounts of its own")
        .isEqualTo("started");
  }

  /** Of each client by its name. */
  private record Keys(UnaryOperator<String> ofClient) implements FreightAgentKeySupplier {
    @Override
    public String get() {
      return "";
    }

    @Override
    public String get(String client) {
      return ofClient.apply(client);
    }
  }

  @Test
  void aSupplierOfOneKeyIsForClientsOfOneLedger() {
    assertThat(refusal(two.withBean(FreightAgentKeySupplier.class, () -> eastern::agentKey)))
        .contains("the FreightAgentKeySupplier has one key", "[east, west]")
        .doesNotContain(eastern.agentKey());
    assertThat(refusal(two.withBean(FreightAgentKeySupplier.class, () -> () -> "")))
        .contains("the FreightAgentKeySupplier has one key");
    none.withPropertyValues("freight.clients.days.book=east", "freight.clients.nights.book=east")
        .withBean(FreightAgentKeySupplier.class, () -> eastern::agentKey)
        .run(
            context ->
                assertThat(context.getBean("nights", FreightClient.class).getBalance().balanceUsd())
                    .isEqualByComparingTo("25"));
  }

  /** Whoever reads the keys somewhere may start before he has them. */
  @Test
  void keysThatComeAfterTheStartAreAskedFor() {
    Map<String, String> keys = new HashMap<>();
    two.withBean(
            FreightAgentKeySupplier.class,
            () -> new Keys(client -> Objects.requireNonNull(keys.get(client))))
        .run(
            context -> {
              keys.put("west", western.newKey());
              assertThat(context.getBean("west", FreightClient.class).getBalance().balanceUsd())
                  .isEqualByComparingTo("12");
            });
  }

  @Test
  void aLedgerIsNotRefusedBecauseOfAKeyThatComesLater() {
    ApplicationContextRunner shared =
        none.withPropertyValues("freight.clients.east.book=one", "freight.clients.west.book=one");
    Map<String, String> keys = new HashMap<>();
    keys.put("east", eastern.agentKey());
    shared
        .withBean(
            FreightAgentKeySupplier.class,
            () -> new Keys(client -> Objects.requireNonNull(keys.get(client))))
        .run(
            context -> {
              keys.put("west", eastern.newKey());
              assertThat(context.getBean("west", FreightClient.class).getBalance().balanceUsd())
                  .isEqualByComparingTo("25");
            });
    keys.put("south", western.agentKey());
    keys.remove("east");
    assertThat(
            refusal(
                shared
                    .withPropertyValues("freight.clients.south.book=one")
                    .withBean(
                        FreightAgentKeySupplier.class,
                        () -> new Keys(client -> Objects.requireNonNull(keys.get(client))))))
        .as("what is known of the others is compared")
        .contains("\"one\" is the ledger of the client");
  }

  @Test
  void eachHasAnOutboxOfItsOwn() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    two.withConfiguration(AutoConfigurations.of(FreightOutboxAutoConfiguration.class))
        .withBean(DataSource.class, () -> database)
        .withPropertyValues("freight.outbox.schema=create", "freight.outbox.every=1h")
        .run(
            context -> {
              context.getBean(FreightOutboxAutoConfiguration.Sender.class).stop();
              Outbox east = context.getBean("eastOutbox", Outbox.class);
              Outbox west = context.getBean("westOutbox", Outbox.class);
              east.book("PO-1", FreightAutoConfigurationTest.load());
              assertThat(west.list(Booking.State.OPEN, 9)).isEmpty();
              west.book("PO-1", FreightAutoConfigurationTest.load());
              assertThat(west.send()).isOne();
              assertThat(western.debits()).hasSize(1);
              assertThat(eastern.debits()).isEmpty();
              assertThat(open(context, "east")).isOne();
              assertThat(open(context, "west")).isZero();
            });
  }

  /** How many orders of a client have no load, as soon as they are counted. */
  private static double open(ApplicationContext context, String client) {
    MeterRegistry meters = context.getBean(MeterRegistry.class);
    Gauge gauge = meters.get("freight.outbox.open").tag("client", client).gauge();
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    double value = gauge.value();
    for (; Double.isNaN(value); value = gauge.value()) {
      assertThat(System.nanoTime() - end).as("the outbox was not read in a minute").isNegative();
      Thread.onSpinWait();
    }
    return value;
  }

  /** Two clients with different limits, say. */
  @Test
  void clientsOfOneAccountMayShareALedgerAndPayForAPositionOnce() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    none.withBean(DataSource.class, () -> database)
        .withPropertyValues(
            "freight.spend.jdbc.schema=create",
            "freight.positions.schema=create",
            "freight.clients.days.agent-key=" + eastern.agentKey(),
            "freight.clients.days.book=east",
            "freight.clients.nights.agent-key=" + eastern.agentKey(),
            "freight.clients.nights.book=east")
        .run(
            context -> {
              FreightClient days = context.getBean("days", FreightClient.class);
              FreightClient nights = context.getBean("nights", FreightClient.class);
              CallOptions young = CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();
              String load = days.createLoad(FreightAutoConfigurationTest.load()).loadNumber();
              days.getLoadPosition(load, young);
              nights.getLoadPosition(load, young);
              assertThat(eastern.debits()).as("the load and one read").hasSize(2);
              assertThat(context.getBean("nightsLedger"))
                  .isSameAs(context.getBean("daysLedger", SpendLedger.class));
              assertThat(
                      context.getBean("nightsLedger", SpendLedger.class).entries(SpendFilter.all()))
                  .hasSize(2);
            });
  }

  @Test
  void customizersAndKeySuppliersKnowTheName() {
    List<String> customized = new ArrayList<>();
    Map<String, String> keys = Map.of("east", eastern.agentKey(), "west", western.newKey());
    none.withPropertyValues(
            "freight.clients.east.base-url=" + server.baseUrl(),
            "freight.clients.west.base-url=" + server.baseUrl())
        .withBean(
            FreightClientCustomizer.class,
            () ->
                new FreightClientCustomizer() {
                  @Override
                  public void customize(FreightClientBuilder builder) {}

                  @Override
                  public void customize(String client, FreightClientBuilder builder) {
                    customized.add(client);
                  }
                })
        .withBean(FreightAgentKeySupplier.class, () -> new Keys(keys::get))
        .run(
            context -> {
              assertThat(context.getBean("west", FreightClient.class).getBalance().balanceUsd())
                  .isEqualByComparingTo("12");
              assertThat(customized).containsExactlyInAnyOrder("east", "west");
            });
  }

  @Test
  void allAreClosedWithTheApplication() {
    List<FreightClient> clients = new ArrayList<>();
    two.run(context -> clients.addAll(context.getBeansOfType(FreightClient.class).values()));
    assertThat(clients).hasSize(2);
    for (FreightClient client : clients) {
      assertThatThrownBy(client::getBalance).isInstanceOf(FreightCancelledException.class);
    }
  }

  @Test
  void aClientWithoutAKeyOrWithATakenNameIsOneLineAtTheStart() {
    assertThat(refusal(none.withPropertyValues("freight.clients.east.book=east")))
        .contains("set freight.clients.east.agent-key");
    assertThat(refusal(two.withPropertyValues("freight.clients.freightKept.agent-key=k")))
        .contains("freight.clients.freightKept: there is a bean freightKept already");
  }

  private static String refusal(ApplicationContextRunner application) {
    String[] told = {"started"};
    application.run(
        context -> {
          Throwable failure = context.getStartupFailure();
          if (failure == null) return;
          FailureAnalysis analysis = new StartFailure.Analyzer().analyze(failure);
          told[0] = analysis == null ? failure.toString() : analysis.getDescription();
        });
    return told[0];
  }
}
