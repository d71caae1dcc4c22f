package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.Eventually;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Customers with their own agent keys and limits. */
@ExtendWith(OutputCaptureExtension.class)
class CustomersIT {
  /** As an application reads them from a table. */
  private static final Map<String, String> KEYS = new ConcurrentHashMap<>();

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final Broker acme = server.createBroker("25.00");
  private final JdbcDataSource database = new JdbcDataSource();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class,
                  FreightLedgerAutoConfiguration.class,
                  FreightJobsAutoConfiguration.class))
          .withBean(DataSource.class, () -> database)
          .withBean(
              PlatformTransactionManager.class, () -> new DataSourceTransactionManager(database))
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(),
              "freight.agent-key=" + broker.agentKey(),
              "freight.jobs.poll-interval=100ms");

  CustomersIT() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
    KEYS.clear();
    KEYS.put("acme", acme.agentKey());
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Configuration(proxyBeanMethods = false)
  static class AgentKeys {
    @Bean
    CustomerClients customerClients(FreightClient client, SpendGuard guard) {
      return CustomerClients.withAgentKeys(client, guard, KEYS::get);
    }
  }

  private static void book(
      ApplicationContext context, @Nullable String customer, String... references) {
    FreightJobs jobs = context.getBean(FreightJobs.class);
    new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
        .executeWithoutResult(
            status -> {
              for (String reference : references) {
                jobs.book(reference, FreightAutoConfigurationIT.load(), customer);
              }
            });
  }

  private static void awaitWaiting(ApplicationContext context, WaitReason reason, long orders) {
    Eventually.until(
        () -> context.getBean(FreightJobs.class).counts(),
        counts ->
            counts.waitingFor().stream()
                .anyMatch(one -> one.waitingFor() == reason && one.orders() == orders));
  }

  private static void awaitLoad(ApplicationContext context, String reference) {
    Eventually.until(
        () -> context.getBean(FreightJobs.class).find(reference).orElseThrow(),
        order -> order.state() == State.BOOKED);
  }

  private static long loadsOf(Broker payer) {
    return payer.debits().stream().filter(one -> one.operation() == Operation.CREATE_LOAD).count();
  }

  @Test
  void customerWithItsOwnAgentKeyKeepsItsLimit() {
    application
        .withUserConfiguration(AgentKeys.class)
        .withPropertyValues("freight.limits.per-customer.per-day=0.70")
        .run(
            context -> {
              book(context, "acme", "A-1", "A-2", "A-3");
              book(context, "unknown", "U-1");
              book(context, null, "B-1");
              awaitWaiting(context, WaitReason.LIMIT, 2);
              awaitWaiting(context, WaitReason.KEY, 1);
              awaitLoad(context, "B-1");
              assertThat(loadsOf(acme)).isOne();
              assertThat(loadsOf(broker)).isOne();
            });
  }

  @Test
  void customerWithANewKeyKeepsItsAccount() {
    application.run(
        context -> {
          AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
          CustomerClients clients =
              new KeyedClients(
                  context.getBean(FreightClient.class),
                  context.getBean(SpendGuard.class),
                  KEYS::get,
                  now::get);
          FreightClient before = clients.client("acme");
          assertThat(clients.client("acme")).isSameAs(before);
          KEYS.put("acme", acme.newKey());
          now.set(Instant.EPOCH.plus(CustomerCache.MAX_AGE));
          FreightClient after = clients.client("acme");
          assertThat(after).isNotSameAs(before);
          assertThat(after.accountId()).isEqualTo(before.accountId());
          FreightClient named =
              context
                  .getBean(FreightClient.class)
                  .withAgentKey(broker.agentKey(), context.getBean(SpendGuard.class), "acme");
          assertThat(after.accountId()).isEqualTo(named.accountId());
          assertThat(after.getBalance().balanceUsd()).isEqualByComparingTo("25");
        });
  }

  /** So that a page for customers needs no other code when customers get keys of their own. */
  @Test
  void customersWithoutABeanHaveTheClientOfTheApplication() {
    application.run(
        context ->
            assertThat(context.getBean(CustomerClients.class).client("acme"))
                .isSameAs(context.getBean(FreightClient.class)));
    application
        .withUserConfiguration(AgentKeys.class)
        .run(
            context ->
                assertThat(context.getBean(CustomerClients.class).client("acme"))
                    .isNotSameAs(context.getBean(FreightClient.class)));
  }

  @Test
  void limitsOfABeanApplyToOrders(CapturedOutput log) {
    application
        .withBean(
            CustomerLimits.class,
            () -> customer -> List.of(SpendLimit.perDay(customer.equals("acme") ? "0.70" : "9.00")))
        .run(
            context -> {
              book(context, "acme", "A-1", "A-2", "A-3");
              book(context, "other", "O-1", "O-2");
              awaitWaiting(context, WaitReason.LIMIT, 2);
              awaitLoad(context, "O-1");
              awaitLoad(context, "O-2");
              assertThat(loadsOf(broker)).isEqualTo(3);
              assertThat(log).contains("the limits of each customer from the CustomerLimits bean");
            });
  }

  @Test
  void limitsOfABeanAndOfPropertiesFailTheStart() {
    application
        .withBean(CustomerLimits.class, () -> customer -> List.of())
        .withPropertyValues(
            "freight.limits.customers.acme.per-day=0.70",
            "freight.limits.per-customer-page.per-day=0.10")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .hasMessageContaining("the limits of customers are set twice")
                    .hasMessageContaining(
                        "and by freight.limits.customers.acme and"
                            + " freight.limits.per-customer-page;"));
  }

  @Test
  void eachCustomizerChangesTheBuilderAfterTheProperties() {
    AtomicBoolean otherWasCalled = new AtomicBoolean();
    application
        .withBean(FreightJobsCustomizer.class, () -> jobs -> jobs.name("of-the-customizer"))
        .withBean("other", FreightJobsCustomizer.class, () -> jobs -> otherWasCalled.set(true))
        .withPropertyValues("freight.jobs.name=of-the-property")
        .run(
            context -> {
              book(context, null, "A-1");
              assertThat(
                      new JdbcTemplate(database)
                          .queryForObject("SELECT jobs FROM freight_orders", String.class))
                  .isEqualTo("of-the-customizer");
              assertThat(otherWasCalled).isTrue();
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnJobs {
    @Bean
    FreightJobs freightJobs(DataSource database, FreightClient client) {
      return FreightJobs.builder(database, client).build();
    }
  }

  @Test
  void ownJobsWithoutTheLimitsOfCustomersAreAWarning(CapturedOutput log) {
    ApplicationContextRunner own =
        application
            .withUserConfiguration(OwnJobs.class)
            .withPropertyValues("freight.jobs.auto-startup=false");
    own.run(context -> assertThat(context).hasNotFailed());
    assertThat(log).doesNotContain("WARN");
    own.withPropertyValues("freight.limits.per-customer.per-hour=0.70")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(log)
        .contains("WARN", "does not apply the limits of customers (each customer 0.70 USD per 1");
  }
}
