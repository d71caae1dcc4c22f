package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ApprovalOutcome;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.micrometer.BackgroundValue;
import io.freightsdk.model.Balance;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.Eventually;
import io.github.resilience4j.retry.RetryRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

class FreightAutoConfigurationIT {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-20T18:00:00Z"), ZoneOffset.UTC);

  private static InMemoryFreightServer server;

  private final Broker broker = server.createBroker("25.00");
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class,
                  FreightLedgerAutoConfiguration.class,
                  FreightToolsAutoConfiguration.class,
                  TaskExecutionAutoConfiguration.class));
  private final ApplicationContextRunner connected =
      runner.withPropertyValues(
          "freight.base-url=" + server.baseUrl(), "freight.agent-key=" + broker.agentKey());

  @BeforeAll
  static void start() {
    server = InMemoryFreightServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void twoPropertiesMakeAClient() {
    connected.run(
        context ->
            assertThat(context.getBean(FreightClient.class).getBalance().balanceUsd())
                .isEqualByComparingTo("25"));
  }

  @Test
  void applicationsRetryRegistryCountsAttempts() {
    RetryRegistry registry = RetryRegistry.ofDefaults();
    connected
        .withBean(RetryRegistry.class, () -> registry)
        .run(context -> context.getBean(FreightClient.class).getBalance());
    assertThat(
            registry
                .find("freight-4")
                .orElseThrow()
                .getMetrics()
                .getNumberOfSuccessfulCallsWithoutRetryAttempt())
        .isEqualTo(1);
  }

  /** Why an application cannot start, from the first cause to the last. */
  private static String refusal(ApplicationContextRunner runner) {
    StringBuilder text = new StringBuilder();
    runner.run(
        context -> {
          for (Throwable t = context.getStartupFailure(); t != null; t = t.getCause()) {
            text.append(t).append('\n');
          }
        });
    return text.toString();
  }

  @Test
  void customizerCanRotateTheKey() {
    AtomicReference<String> key = new AtomicReference<>("not-a-key");
    connected
        .withBean(FreightClientCustomizer.class, () -> builder -> builder.agentKey(key::get))
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              assertThatThrownBy(client::getBalance).isNotNull();
              key.set(broker.newKey());
              assertThat(client.getBalance().balanceUsd()).isEqualByComparingTo("25");
            });
  }

  @Test
  void customizersComeAfterTheProperties() {
    connected
        .withPropertyValues("freight.base-url=http://127.0.0.1:9")
        .withBean(FreightClientCustomizer.class, () -> builder -> builder.baseUrl(server.baseUrl()))
        .run(context -> assertThat(context.getBean(FreightClient.class).getBalance()).isNotNull());
  }

  @Test
  void limitsWithAZoneCountCalendarDays() {
    connected
        .withPropertyValues("freight.limits.per-day=1.00", "freight.limits.zone=America/Chicago")
        // Noon, so that the day does not end between two calls.
        .withBean("freightClock", Clock.class, () -> NOON)
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              client.createLoad(load());
              assertThatThrownBy(() -> client.createLoad(load()))
                  .isInstanceOf(SpendLimitExceededException.class)
                  .hasMessageContaining("America/Chicago");
            });
  }

  @Test
  void beansOfTheApplicationReplaceBeansOfTheStarter() {
    SpendLedger own = SpendLedger.inMemory();
    connected
        .withBean(SpendLedger.class, () -> own)
        .withPropertyValues("freight.limits.total=0.10")
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              assertThatThrownBy(() -> client.createLoad(load()))
                  .isInstanceOf(SpendLimitExceededException.class);
              assertThat(context.getBean(LedgerGuard.class).ledger()).isSameAs(own);
            });
    FreightClient mock =
        (FreightClient)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {FreightClient.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "hashCode" -> 1;
                      case "equals" -> proxy == arguments[0];
                      case "toString" -> "mock";
                      default -> null;
                    });
    runner
        .withBean(FreightClient.class, () -> mock)
        .run(context -> assertThat(context.getBean(FreightClient.class)).isSameAs(mock));
  }

  @Configuration(proxyBeanMethods = false)
  static class WithoutLimits {
    @Bean
    SpendGuard guard(SpendLedger ledger) {
      return ledger.guard();
    }
  }

  @Test
  void clientUsesTheApplicationsOwnGuard() {
    connected
        .withPropertyValues("freight.limits.total=0.10")
        .withUserConfiguration(WithoutLimits.class)
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              client.createLoad(load());
              assertThat(context.getBean(SpendLedger.class).totals().chargedUsd())
                  .isEqualByComparingTo("0.65");
            });
  }

  private record SharedPositions(Map<String, PositionSnapshot> store) implements PositionCache {
    @Override
    public @Nullable PositionSnapshot get(String key) {
      return store.get(key);
    }

    @Override
    public void put(String key, PositionSnapshot snapshot) {
      store.put(key, snapshot);
    }
  }

  @Test
  void instancesSharePositionsThroughTheApplicationsCache() {
    PositionCache cache = new SharedPositions(new ConcurrentHashMap<>());
    CallOptions page = CallOptions.builder().maxAge(Duration.ofMinutes(2)).build();
    ApplicationContextRunner instance = connected.withBean(PositionCache.class, () -> cache);
    List<Charge> charges = new ArrayList<>();
    instance.run(
        first -> {
          FreightClient client = first.getBean(FreightClient.class);
          String load = client.createLoad(load()).loadNumber();
          charges.add(client.withResponse().getLoadPosition(load, page).charge());
          instance.run(
              second ->
                  charges.add(
                      second
                          .getBean(FreightClient.class)
                          .withResponse()
                          .getLoadPosition(load, page)
                          .charge()));
        });
    assertThat(charges).containsExactly(Charge.charged("0.02"), Charge.NONE);
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoBrokers {
    @Bean
    FreightClient east() {
      return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(key()).build();
    }

    @Bean
    FreightClient west(@Qualifier("east") FreightClient east) {
      return east.withAgentKey(key(), null);
    }

    @Bean
    MeterRegistry registry() {
      return new SimpleMeterRegistry();
    }

    private static String key() {
      return server.createBroker("25.00").agentKey();
    }
  }

  @Test
  void eachBrokerHasItsOwnClient() {
    FreightClient[] closed = new FreightClient[2];
    runner
        .withConfiguration(AutoConfigurations.of(FreightMetricsAutoConfiguration.class))
        .withUserConfiguration(TwoBrokers.class)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              closed[0] = context.getBean("east", FreightClient.class);
              closed[1] = context.getBean("west", FreightClient.class);
              assertThat(closed[1].getBalance().balanceUsd()).isEqualByComparingTo("25");
              MeterRegistry registry = context.getBean(MeterRegistry.class);
              assertThat(registry.find("freight.balance").gauge())
                  .as("whose would it be?")
                  .isNull();
              assertThat(
                      new FreightHealth(
                              context.getBeansOfType(FreightClient.class),
                              null,
                              List.of(),
                              NOON,
                              FreightHealth.MAX_WAIT)
                          .read()
                          .details())
                  .containsOnlyKeys("east", "west");
            });
    for (FreightClient client : closed) {
      assertThatExceptionOfType(FreightCancelledException.class).isThrownBy(client::getBalance);
    }
  }

  /** As the page shows it. */
  @Configuration(proxyBeanMethods = false)
  static class SecondBroker {
    @Bean(defaultCandidate = false)
    @Qualifier("west")
    FreightClient west(FreightClient client, SpendGuard guard) {
      return client.withAgentKey(server.createBroker("3.00").agentKey(), guard, "west");
    }

    @Bean
    MeterRegistry registry() {
      return new SimpleMeterRegistry();
    }
  }

  /** Injection by type gets the client of the starter, and injection by name the other client. */
  record Clients(FreightClient unnamed, @Qualifier("west") FreightClient west) {}

  @Test
  void clientOfASecondBrokerWorksNextToTheStartersClient() {
    FreightClient[] west = new FreightClient[1];
    connected
        .withConfiguration(
            AutoConfigurations.of(
                FreightMetricsAutoConfiguration.class, FreightHealthAutoConfiguration.class))
        .withPropertyValues("freight.limits.total=0.70")
        .withUserConfiguration(SecondBroker.class, Clients.class)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              Clients clients = context.getBean(Clients.class);
              west[0] = clients.west();
              assertThat(clients.unnamed()).isSameAs(context.getBean("freightClient"));
              clients.west().createLoad(load());
              assertThatExceptionOfType(SpendLimitExceededException.class)
                  .as("the limits of the properties are those of both")
                  .isThrownBy(() -> clients.unnamed().createLoad(load()));
              assertThat(context.getBean(MeterRegistry.class).find("freight.balance").gauge())
                  .isNotNull();
              assertThat(context.getBean(FreightHealth.class).read().details())
                  .containsKeys("freightClient", "west");
            });
    assertThatExceptionOfType(FreightCancelledException.class).isThrownBy(west[0]::getBalance);
  }

  @Test
  void healthShowsALimitThatHasReachedTheAlertThreshold() {
    MockClock scrapes = new MockClock();
    connected
        .withConfiguration(
            AutoConfigurations.of(
                FreightMetricsAutoConfiguration.class, FreightHealthAutoConfiguration.class))
        .withPropertyValues("freight.limits.total=1.30", "freight.limits.alert-threshold=0.5")
        .withBean(MeterRegistry.class, () -> new SimpleMeterRegistry(SimpleConfig.DEFAULT, scrapes))
        .run(
            context -> {
              context.getBean(FreightClient.class).createLoad(load());
              FreightHealth.Result health =
                  Eventually.until(
                      () -> {
                        scrapes.add(BackgroundValue.REFRESH_AFTER);
                        return context.getBean(FreightHealth.class).read();
                      },
                      read -> read.details().get("limitsNearlyUsed") instanceof Map);
              assertThat(health.details())
                  .extractingByKey("limitsNearlyUsed")
                  .asString()
                  .contains("0.65 USD left");
            });
  }

  @Test
  void ledgerInTheDatabaseSurvivesTheApplication() {
    DataSource database = database();
    ApplicationContextRunner withLedger =
        connected
            .withBean(DataSource.class, () -> database)
            .withPropertyValues("freight.ledger.store=jdbc", "freight.ledger.name=acme");
    withLedger.run(
        context -> {
          context.getBean(FreightClient.class).createLoad(load());
        });
    withLedger.run(
        context ->
            assertThat(context.getBean(SpendLedger.class).totals().chargedUsd())
                .isEqualByComparingTo("0.65"));
  }

  @Test
  void ledgerInTheDatabaseNeedsOneDataSource() {
    ApplicationContextRunner inDatabase = connected.withPropertyValues("freight.ledger.store=jdbc");
    assertThat(refusal(inDatabase)).contains("needs a DataSource, and there is none");
    ApplicationContextRunner two =
        inDatabase
            .withBean("east", DataSource.class, FreightAutoConfigurationIT::database)
            .withBean("west", DataSource.class, FreightAutoConfigurationIT::database);
    assertThat(refusal(two)).contains("needs one DataSource, and there are several", "@Primary");
    two.withBean(SpendLedger.class, SpendLedger::inMemory)
        .run(context -> assertThat(context).hasNotFailed());
  }

  /** The client is closed if a later bean fails. */
  @Test
  void failedStartClosesTheClient() {
    AtomicReference<FreightClient> made = new AtomicReference<>();
    connected
        .withInitializer(
            context ->
                context
                    .getBeanFactory()
                    .addBeanPostProcessor(
                        new BeanPostProcessor() {
                          @Override
                          public Object postProcessAfterInitialization(Object bean, String name) {
                            if (bean instanceof FreightClient client) made.set(client);
                            return bean;
                          }
                        }))
        .withBean(
            "last",
            SmartInitializingSingleton.class,
            () ->
                () -> {
                  throw new IllegalStateException("the application's own");
                })
        .run(context -> assertThat(context).hasFailed());
    assertThatExceptionOfType(FreightCancelledException.class)
        .isThrownBy(() -> made.get().getBalance());
  }

  @Test
  void lazyBeansAreCreatedAndClosed() {
    AtomicReference<FreightClient> made = new AtomicReference<>();
    connected
        .withInitializer(
            context ->
                context.addBeanFactoryPostProcessor(
                    new LazyInitializationBeanFactoryPostProcessor()))
        .run(context -> made.set(context.getBean(FreightClient.class)));
    assertThatExceptionOfType(FreightCancelledException.class)
        .isThrownBy(() -> made.get().getBalance());
  }

  @Configuration(proxyBeanMethods = false)
  static class LazyBroker {
    @Bean(defaultCandidate = false)
    @Qualifier("west")
    @Lazy
    FreightClient west(FreightClient client) {
      throw new IllegalStateException("created, although nothing uses it");
    }
  }

  @Test
  void lazyClientThatNothingUsesIsNotCreated() {
    connected
        .withUserConfiguration(LazyBroker.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  private static DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return database;
  }

  /** A call that waits for a top-up ends, and is recorded, when the application does. */
  @Test
  void clientClosesBeforeItsLedger() throws InterruptedException {
    Broker poor = server.createBroker("0.01");
    CountDownLatch waiting = new CountDownLatch(1);
    AtomicReference<CompletableFuture<CreateLoadOutcome>> call = new AtomicReference<>();
    connected
        .withPropertyValues(
            "freight.agent-key=" + poor.agentKey(),
            "freight.max-top-up-wait=1h",
            "freight.ledger.store=jdbc")
        .withBean(DataSource.class, FreightAutoConfigurationIT::database)
        .withBean(
            FreightClientCustomizer.class,
            () -> builder -> builder.listener(event -> waiting.countDown()))
        .run(
            context -> {
              call.set(context.getBean(FreightClient.class).async().createLoad(load()));
              assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();
            });
    assertThat(call.get())
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .withCauseInstanceOf(FreightCancelledException.class);
  }

  /** The phase in which web servers stop, on both Spring Boots. */
  @Test
  void clientIsOpenUntilTheWebServerHasStopped() {
    StopsLate server = new StopsLate();
    connected
        .withBean(StopsLate.class, () -> server)
        .run(context -> server.client = context.getBean(FreightClient.class));
    assertThat(server.balance).isNotNull();
  }

  private static final class StopsLate implements SmartLifecycle {
    private @Nullable FreightClient client;
    private @Nullable Balance balance;

    @Override
    public int getPhase() {
      return SmartLifecycle.DEFAULT_PHASE - 2048;
    }

    @Override
    public void start() {}

    @Override
    public void stop() {
      balance = Objects.requireNonNull(client).getBalance();
    }

    @Override
    public boolean isRunning() {
      return true;
    }
  }

  @Test
  void restartedContextKeepsItsClient() {
    connected.run(
        context -> {
          FreightClient client = context.getBean(FreightClient.class);
          context.stop();
          context.start();
          assertThat(client.getBalance()).isNotNull();
        });
  }

  /** Actuator's own port, for example, is served by a child context. */
  @Test
  void closedChildContextDoesNotCloseTheClient() {
    connected.run(
        context -> {
          new ApplicationContextRunner().withParent(context).run(child -> {});
          context.stop();
          context.start();
          assertThat(context.getBean(FreightClient.class).getBalance().balanceUsd())
              .isEqualByComparingTo("25");
        });
  }

  @Test
  void childContextDoesNotCloseTheClientOfItsParent() {
    connected.run(
        context -> {
          FreightClient client = context.getBean(FreightClient.class);
          connected
              .withParent(context)
              .run(child -> assertThat(child.getBean(FreightClient.class)).isSameAs(client));
          assertThat(client.getBalance().balanceUsd()).isEqualByComparingTo("25");
        });
  }

  @Test
  void clientClosesAfterTheWebServerHasDrained() {
    // WebServerGracefulShutdownLifecycle and the web server's own lifecycle, in Boot 3.5 and 4.
    assertThat(ClientShutdown.PHASE).isLessThan(Integer.MAX_VALUE - 2048);
  }

  @Test
  @SuppressWarnings("unchecked") // A bean of that type.
  void agentsGetToolsOnlyWithALimit() {
    connected
        .withPropertyValues("freight.tools.limit-per-day=5")
        .run(
            context ->
                assertThat((List<AgentTool>) context.getBean("freightTools"))
                    .extracting(AgentTool::name)
                    .contains("create_load", "get_load_position"));
    connected.run(context -> assertThat(context).doesNotHaveBean("freightTools"));
  }

  @Test
  @SuppressWarnings("unchecked") // A bean of that type.
  void toolsUseTheBeansForApprovals() {
    connected
        .withPropertyValues("freight.tools.limit-per-day=5")
        .withUserConfiguration(Approvals.class)
        .run(
            context -> {
              FreightTools.call(
                  (List<AgentTool>) context.getBean("freightTools"),
                  "confirm_delivery",
                  "{\"loadNumber\":\"LD-1\"}",
                  ToolCallContext.anonymous());

              assertThat(context.getBean(Approvals.class).outcomes)
                  .extracting(ApprovalOutcome::approved)
                  .containsExactly(false);
            });
  }

  @Configuration
  static class Approvals {
    final List<ApprovalOutcome> outcomes = new ArrayList<>();

    @Bean
    Approver approver() {
      return request -> false;
    }

    @Bean
    Consumer<ApprovalOutcome> approvalListener() {
      return outcomes::add;
    }
  }

  static CreateLoadInput load() {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .rate(new BigDecimal("1800"))
        .pickups(stop("520 Vine St", "Cincinnati", "OH", "45202"))
        .deliveries(stop("120 Gary Wade Blvd", "Sevierville", "TN", "37862"))
        .build();
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }
}
