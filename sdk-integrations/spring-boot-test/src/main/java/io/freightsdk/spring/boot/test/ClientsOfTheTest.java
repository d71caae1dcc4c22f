package io.freightsdk.spring.boot.test;

import io.freightsdk.FreightClient;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;

/**
 * Leads the client of the starter to the server of a test, and refuses another client that goes
 * elsewhere. Properties alone would not do: sources that are added later and customizers of the
 * application come after them, and the client would spend real money.
 */
final class ClientsOfTheTest implements FreightClientCustomizer, BeanPostProcessor {
  private static final String SOURCE = "freight server of the test";
  private static final String LEDGER_FILE = "freight.ledger.file";

  private final String baseUrl;
  private final String agentKey;
  private final Map<String, Object> properties = new HashMap<>();

  ClientsOfTheTest(String baseUrl, String agentKey) {
    this.baseUrl = baseUrl;
    this.agentKey = agentKey;
    properties.put("freight.base-url", baseUrl);
    properties.put("freight.agent-key", agentKey);
    // A ledger that outlives the server would tell of another broker's money.
    properties.put("freight.ledger.name", "test-" + UUID.randomUUID());
  }

  /** Before the context is refreshed. */
  void join(ConfigurableApplicationContext context) {
    comeFirst(context.getEnvironment());
    context.addBeanFactoryPostProcessor(beans -> comeLast(beans, context.getEnvironment()));
  }

  /** Before the properties of the application that are known by now. */
  private void comeFirst(ConfigurableEnvironment environment) {
    MutablePropertySources sources = environment.getPropertySources();
    sources.remove(SOURCE);
    if (environment.containsProperty(LEDGER_FILE)) {
      properties.computeIfAbsent(LEDGER_FILE, any -> newFile());
    }
    sources.addFirst(new MapPropertySource(SOURCE, properties));
  }

  /** When all properties and beans of the application are known, and none is made yet. */
  private void comeLast(
      ConfigurableListableBeanFactory beans, ConfigurableEnvironment environment) {
    comeFirst(environment);
    beans.addBeanPostProcessor(this);
    ((BeanDefinitionRegistry) beans)
        .registerBeanDefinition(
            "freightTestCustomizer",
            new RootBeanDefinition(FreightClientCustomizer.class, () -> this));
  }

  private static String newFile() {
    try {
      Path folder = Files.createTempDirectory("freight");
      for (String file : new String[] {"", "freight.db", "freight.db-shm", "freight.db-wal"}) {
        folder.resolve(file).toFile().deleteOnExit();
      }
      return folder.resolve("freight.db").toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void customize(FreightClient.Builder builder) {
    builder.baseUrl(baseUrl).agentKey(agentKey);
  }

  /** Before anything gets the client. Mocks and other implementations send nothing. */
  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (!(bean instanceof FreightClient)) return bean;
    String text = bean.toString();
    boolean goesElsewhere =
        text.startsWith("FreightClient[") && !text.equals("FreightClient[" + baseUrl + "]");
    if (!goesElsewhere) return bean;
    throw new IllegalStateException(
        "the bean "
            + name
            + " is a client that does not go to the server of this test: "
            + text
            + "; build it from the properties freight.base-url and freight.agent-key, which are"
            + " those of the server here");
  }
}
