package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.server.Broker;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.support.EncodedResource;
import org.springframework.core.io.support.PropertySourceFactory;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/**
 * Clients of a test use the test's server, whatever the configuration of the application. The
 * applications are no components, so that a scan of this package does not find them.
 */
class EveryClientIT {
  private static final String NOWHERE = "http://127.0.0.1:1";

  @Nested
  @SpringBootTest(
      classes = ClientApplication.class,
      properties = {"freight.base-url=" + NOWHERE, "freight.agent-key=x"})
  @AutoConfigureFreightServer
  class WithAnAddressOfItsOwn {
    @Autowired FreightClient client;
    @Autowired Broker broker;

    @DynamicPropertySource
    static void later(DynamicPropertyRegistry properties) {
      properties.add("freight.base-url", () -> NOWHERE);
    }

    @Test
    void itGoesToTheServer() {
      broker.credit("1.00");
      assertThat(client.getBalance().balanceUsd()).isEqualByComparingTo("26.00");
    }
  }

  static final class Late implements PropertySourceFactory {
    @Override
    public org.springframework.core.env.PropertySource<?> createPropertySource(
        @Nullable String name, EncodedResource resource) {
      return new MapPropertySource("late", Map.of("freight.base-url", NOWHERE));
    }
  }

  /**
   * Properties that are loaded after the test was prepared, and beans with the lowest precedence.
   */
  @Import(ClientApplication.class)
  @PropertySource(
      value = "classpath:io/freightsdk/spring/boot/test/EveryClientIT.class",
      factory = Late.class)
  static class Stubborn {
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    FreightClientCustomizer address() {
      return builder -> builder.baseUrl(NOWHERE).agentKey("of-production");
    }
  }

  @Nested
  @SpringBootTest(classes = Stubborn.class)
  @AutoConfigureFreightServer
  class WithBeansAndASourceThatComeLater {
    @Autowired FreightClient client;
    @Autowired Broker broker;

    @Test
    void itGoesToTheServerAllTheSame() {
      broker.credit("1.00");
      assertThat(client.getBalance().balanceUsd()).isEqualByComparingTo("26.00");
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

  @Import(ClientApplication.class)
  static class OneClient {
    @Bean
    FreightClientCustomizer keys() {
      return builder ->
          builder.agentKey(
              () -> {
                throw new IllegalStateException("nobody asks for the key of production");
              });
    }
  }

  @Nested
  @SpringBootTest(
      classes = OwnClient.class,
      properties = {"freight.base-url=" + NOWHERE, "freight.agent-key=x"})
  @AutoConfigureFreightServer
  class WithAClientThatItBuildsFromTheProperties {
    @Autowired FreightClient client;
    @Autowired Broker broker;

    @Test
    void itGoesToTheServer() {
      broker.credit("1.00");
      assertThat(client.getBalance().balanceUsd()).isEqualByComparingTo("26.00");
    }
  }

  @Import(ClientApplication.class)
  static class OwnClient {
    @Bean
    FreightClient own(
        @Value("${freight.base-url}") String url, @Value("${freight.agent-key}") String key) {
      return FreightClient.builder().baseUrl(url).agentKey(key).build();
    }
  }

  /** For example a client with the address of the environment variables. */
  @Test
  void clientForAnotherAddressDoesNotStart() {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      new FreightServerCustomizer("25.00", null)
          .customizeContext(
              context, new MergedContextConfiguration(getClass(), null, null, null, null));
      context.register(Elsewhere.class);
      assertThatThrownBy(context::refresh)
          .hasRootCauseMessage(
              "the client bean production does not use the server of this test:"
                  + " FreightClient[https://api.example.com]; build it from the properties"
                  + " freight.base-url and freight.agent-key, or from a FreightConnectionDetails"
                  + " bean");
    }
  }

  static class Elsewhere {
    @Bean
    FreightClient production() {
      return FreightClient.builder()
          .baseUrl("https://api.example.com")
          .agentKey("of-production")
          .build();
    }
  }

  @Nested
  @SpringBootTest(classes = ClientApplication.class)
  @AutoConfigureFreightServer
  class WithAMock {
    @MockitoBean FreightClient client;

    @Test
    void itStarts() {
      assertThat(client.getBalance()).isNull();
    }
  }

  @Nested
  @SpringBootTest(
      classes = ClientApplication.class,
      properties = {"freight.ledger.store=file", "freight.ledger.file=" + WithALedgerInAFile.FILE})
  @AutoConfigureFreightServer
  class WithALedgerInAFile {
    private static final String FILE = "target/ledger-of-production/freight.db";

    @Autowired FreightClient client;
    @Autowired SpendLedger ledger;

    @Test
    void theTestHasAFileOfItsOwn() {
      client.createLoad(DispatchApplication.load());
      assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.65");
      assertThat(Path.of(FILE)).doesNotExist();
    }
  }
}
