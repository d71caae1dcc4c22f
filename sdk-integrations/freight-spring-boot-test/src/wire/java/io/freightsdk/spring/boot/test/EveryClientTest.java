package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.server.Broker;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spring.boot.FreightAgentKeySupplier;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.support.EncodedResource;
import org.springframework.core.io.support.PropertySourceFactory;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Whatever the application is set to, no client of a test leaves the test's server. */
class EveryClientTest {
  private static final String NOWHERE = "http://127.0.0.1:1";

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  @Nested
  @SpringBootTest(
      classes = Application.class,
      properties = {
        "freight.clients.east.base-url=" + NOWHERE,
        "freight.clients.east.agent-key=x",
        "freight.clients.west-coast.base-url=" + NOWHERE,
        "freight.clients.west-coast.agent-key=x"
      })
  @AutoConfigureFreightServer
  class WithAddressesOfTheirOwn {
    @Autowired FreightClient east;
    @Autowired Broker eastBroker;

    @DynamicPropertySource
    static void later(DynamicPropertyRegistry properties) {
      properties.add("freight.clients.east.base-url", () -> NOWHERE);
    }

    @Test
    void theyGoToTheServer() {
      eastBroker.credit("1.00");
      assertThat(east.getBalance().balanceUsd()).isEqualByComparingTo("26.00");
    }
  }

  static final class Late implements PropertySourceFactory {
    @Override
    public org.springframework.core.env.PropertySource<?> createPropertySource(
        @Nullable String name, EncodedResource resource) {
      return new MapPropertySource(
          "late",
          Map.of(
              "freight.clients.east.base-url", NOWHERE,
              "freight.clients.west.base-url", NOWHERE));
    }
  }

  /** One that is loaded after the test has been prepared, and beans that have the last word. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @PropertySource(
      value = "classpath:io/freightsdk/spring/boot/test/EveryClientTest.class",
      factory = Late.class)
  static class Stubborn {
    @Bean
    @Primary
    FreightAgentKeySupplier keys() {
      return () -> {
        throw new IllegalStateException("nobody asks for the keys of production");
      };
    }

    @Bean
    FreightClientCustomizer address() {
      return builder -> builder.baseUrl(NOWHERE).agentKey("of-production");
    }
  }

  @Nested
  @SpringBootTest(classes = Stubborn.class)
  @AutoConfigureFreightServer
  class WithBeansAndASourceThatComeLater {
    @Autowired FreightClient east;
    @Autowired FreightClient west;
    @Autowired Broker eastBroker;

    @Test
    void theyGoToTheServerAllTheSame() {
      eastBroker.credit("1.00");
      assertThat(east.getBalance().balanceUsd()).isEqualByComparingTo("26.00");
      assertThat(west.getBalance().balanceUsd()).isEqualByComparingTo("25.00");
    }
  }

  @Nested
  @SpringBootTest(classes = OneClient.class, properties = "freight.agent-key=x")
  @AutoConfigureFreightServer
  class WithOneClient {
    @Autowired FreightClient client;
    @Autowired Broker broker;

    @Test
    void itGoesToTheServer() {
      client.createLoad(DispatchApplication.load());
      assertThat(broker.balanceUsd()).isEqualByComparingTo("24.35");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class OneClient {
    @Bean
    FreightAgentKeySupplier keys() {
      return () -> {
        throw new IllegalStateException("nobody asks for the key of production");
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class ByHand {
    static final List<BigDecimal> BALANCES = new ArrayList<>();

    @Bean
    ApplicationRunner look(FreightClient east, FreightClient west) {
      return arguments -> {
        BALANCES.add(east.getBalance().balanceUsd());
        BALANCES.add(west.getBalance().balanceUsd());
      };
    }
  }

  @Test
  void theyDoWhenTheApplicationIsTriedByHand() {
    ByHand.BALANCES.clear();
    RunWithFreightServer.main(
        new String[] {
          ByHand.class.getName(),
          "--spring.main.web-application-type=none",
          "--freight.clients.east.base-url=" + NOWHERE,
          "--freight.clients.east.agent-key=x",
          "--freight.clients.west.agent-key=y"
        });
    assertThat(ByHand.BALANCES)
        .hasSize(2)
        .allSatisfy(usd -> assertThat(usd).isEqualByComparingTo("25.00"));
  }

  /** Two clients of one account, with limits of their own, say. */
  @Nested
  @SpringBootTest(
      classes = Application.class,
      properties = {
        "freight.clients.east.agent-key=k",
        "freight.clients.west.agent-key=k",
        "freight.clients.east.book=both",
        "freight.clients.west.book=both",
        "freight.spend.limits.per-day=1.00"
      })
  @AutoConfigureFreightServer
  class OfOneLedger {
    @Autowired FreightClient east;
    @Autowired FreightClient west;
    @Autowired Broker eastBroker;
    @Autowired Broker westBroker;
    @Autowired SpendLedger eastLedger;
    @Autowired SpendLedger westLedger;

    @Test
    void theyShareItAndItsLimitsAsInProduction() {
      assertThat(westLedger).isSameAs(eastLedger);
      assertThat(westBroker).isSameAs(eastBroker);
      east.createLoad(DispatchApplication.load());
      assertThatThrownBy(() -> west.createLoad(DispatchApplication.load()))
          .isInstanceOf(SpendLimitExceededException.class);
      assertThat(eastBroker.debits()).hasSize(1);
    }
  }

  @Test
  void theyShareItWhenTheApplicationIsTriedByHand() {
    ByHand.BALANCES.clear();
    RunWithFreightServer.main(
        new String[] {
          ByHand.class.getName(),
          "--spring.main.web-application-type=none",
          "--freight.clients.east.agent-key=k",
          "--freight.clients.west.agent-key=k",
          "--freight.clients.east.book=both",
          "--freight.clients.west.book=both"
        });
    assertThat(ByHand.BALANCES).hasSize(2);
  }

  /** The ledgers of the test are named after the brokers, whenever they become known. */
  static final class LateLedger implements PropertySourceFactory {
    @Override
    public org.springframework.core.env.PropertySource<?> createPropertySource(
        @Nullable String name, EncodedResource resource) {
      return new MapPropertySource("late", Map.of("freight.clients.west.book", "east"));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @PropertySource(
      value = "classpath:io/freightsdk/spring/boot/test/EveryClientTest.class",
      factory = LateLedger.class)
  static class WithALateLedger {}

  @Nested
  @SpringBootTest(
      classes = WithALateLedger.class,
      properties = {"freight.clients.east.agent-key=k", "freight.clients.west.agent-key=k"})
  @AutoConfigureFreightServer
  class OfALedgerThatIsNamedLater {
    @Autowired FreightClient west;
    @Autowired Broker eastBroker;
    @Autowired Broker westBroker;
    @Autowired SpendLedger eastLedger;
    @Autowired SpendLedger westLedger;

    @Test
    void theyShareItToo() {
      assertThat(westLedger).isSameAs(eastLedger);
      assertThat(westBroker).isSameAs(eastBroker);
      west.createLoad(DispatchApplication.load());
      assertThat(eastBroker.debits()).hasSize(1);
    }
  }

  @Nested
  @SpringBootTest(
      classes = Application.class,
      properties = {
        "freight.clients.east.base-url=" + NOWHERE,
        "freight.clients.east.agent-key=x",
        "freight.clients.east.account=shop",
        "freight.clients.west.base-url=" + NOWHERE + "/staging",
        "freight.clients.west.agent-key=y",
        "freight.clients.west.account=shop"
      })
  @AutoConfigureFreightServer
  class OfAccountsOfOneNameElsewhere {
    @Autowired Broker eastBroker;
    @Autowired Broker westBroker;

    @Test
    void theyHaveTwoBrokers() {
      assertThat(westBroker).isNotSameAs(eastBroker);
    }
  }
}
