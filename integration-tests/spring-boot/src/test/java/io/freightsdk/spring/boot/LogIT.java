package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.Approver;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLimit;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Log lines for operators. */
@ExtendWith(OutputCaptureExtension.class)
class LogIT {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("0.40");
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class, FreightLedgerAutoConfiguration.class))
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(), "freight.agent-key=" + broker.agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void startLogsAddressAndLimits(CapturedOutput log) {
    application
        .withPropertyValues("freight.limits.per-hour=2.00")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(log)
        .contains(
            "freight client: " + server.baseUrl() + ", 2.00 USD per 1 hour",
            "freight ledger: in memory")
        .doesNotContain("restart resets it")
        .doesNotContain(broker.agentKey());
  }

  @Test
  void startLogsEachLimitWithItsCents(CapturedOutput log) {
    application
        .withPropertyValues(
            "freight.max-price=1.0",
            "freight.limits.per-day=50.0",
            "freight.limits.zone=America/Chicago",
            "freight.limits.per-customer.per-day=5",
            "freight.limits.per-customer.total=100",
            "freight.limits.customers.ACME.per-day=9",
            "freight.limits.customers.BEST.per-day=7",
            "freight.limits.per-customer-page.per-hour=0.125",
            "freight.tools.limit-per-day=2")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(log)
        .contains(
            "1.00 USD per call, 50.00 USD per day (America/Chicago), each customer 5.00 USD per"
                + " day (America/Chicago) and 100.00 USD in total, customer ACME 9.00 USD per day"
                + " (America/Chicago), customer BEST 7.00 USD per day (America/Chicago), each customer's page 0.125 USD per 1 hour, agents 2.00 USD per day"
                + " (America/Chicago)");
  }

  @Test
  void startLogsWhenAgentsAsk(CapturedOutput log) {
    ApplicationContextRunner tools =
        application
            .withConfiguration(AutoConfigurations.of(FreightToolsAutoConfiguration.class))
            .withPropertyValues("freight.tools.limit-per-day=2");
    tools.run(context -> assertThat(context).hasNotFailed());
    assertThat(log).contains("agents 2.00 USD per 24 hours, asks nobody");
    tools
        .withPropertyValues("freight.tools.approval-above=0.5")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(log).contains("agents 2.00 USD per 24 hours, asks above 0.50 USD");
    tools.withUserConfiguration(Manager.class).run(context -> assertThat(context).hasNotFailed());
    assertThat(log).contains("agents 2.00 USD per 24 hours, asks above 0.00 USD");
  }

  @Configuration(proxyBeanMethods = false)
  static class Manager {
    @Bean
    Approver approver(FreightClient client) {
      return request -> client.baseUrl() == null;
    }
  }

  @Test
  void startLogsTheFirstTenCustomersWithTheirOwnLimits(CapturedOutput log) {
    String[] limits =
        IntStream.rangeClosed(1, 12)
            .mapToObj(i -> "freight.limits.customers.C" + i + ".total=9")
            .toArray(String[]::new);
    application.withPropertyValues(limits).run(context -> assertThat(context).hasNotFailed());
    assertThat(log)
        .contains("customer C1 9.00 USD in total, ", "customer C10 9.00 USD in total, ")
        .contains("2 more customers have their own")
        .doesNotContain("customer C11");
  }

  @Test
  void startLogsThatThereIsNoLimit(CapturedOutput log) {
    application.run(context -> assertThat(context).hasNotFailed());
    assertThat(log).contains("freight client: " + server.baseUrl() + ", no spend limit");
  }

  @Test
  void dailyLimitInMemoryIsAWarning(CapturedOutput log) {
    application
        .withPropertyValues("freight.limits.per-day=2.00")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(log).contains("WARN", "a restart resets it");
  }

  @Test
  void customerLimitsBeanWithLedgerInMemoryIsWarned(CapturedOutput log) {
    application
        .withBean(CustomerLimits.class, () -> customer -> List.of(SpendLimit.perDay("0.70")))
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(log).contains("WARN", "a restart resets it");
  }

  @Test
  void dailyLimitInTheDatabaseIsNoWarning(CapturedOutput log) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    application
        .withBean(DataSource.class, () -> database)
        .withPropertyValues(
            "freight.max-price=0.70",
            "freight.limits.per-day=2.00",
            "freight.ledger.store=jdbc",
            "freight.ledger.name=acme")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(log)
        .contains(
            "freight ledger: \"acme\" in the database", "0.70 USD per call, 2.00 USD per 24 hours")
        .doesNotContain("resets it");
  }
}
