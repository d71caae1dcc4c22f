package io.freightsdk.spring.boot.test;

import io.freightsdk.FreightClient;
import io.freightsdk.spring.boot.FreightConnectionDetails;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertyResolver;

/**
 * Connects the client of the starter to the server of a test, and refuses clients with another
 * address, because they would spend real money.
 */
final class TestConnection implements FreightConnectionDetails, BeanPostProcessor {
  private static final String LEDGER_FILE = "freight.ledger.file";

  private final String baseUrl;
  private final String agentKey;

  TestConnection(String baseUrl, String agentKey) {
    this.baseUrl = baseUrl;
    this.agentKey = agentKey;
  }

  @Override
  public String baseUrl() {
    return baseUrl;
  }

  @Override
  public String agentKey() {
    return agentKey;
  }

  /**
   * Overrides address and key for clients that the application builds, and ledger and jobs so that
   * they start empty.
   */
  MapPropertySource overrides(PropertyResolver environment) {
    String name = "test-" + UUID.randomUUID();
    Map<String, Object> properties = new HashMap<>();
    properties.put("freight.base-url", baseUrl);
    properties.put("freight.agent-key", agentKey);
    properties.put("freight.ledger.name", name);
    properties.put("freight.jobs.name", name);
    if (environment.containsProperty(LEDGER_FILE)) properties.put(LEDGER_FILE, newFile());
    return new MapPropertySource("in-memory server of the test", properties);
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

  /** Refuses a client bean with another address; a mock has none, and sends nothing. */
  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (!(bean instanceof FreightClient client)) return bean;
    String address = client.baseUrl();
    if (address == null || address.equals(baseUrl)) return bean;
    throw new IllegalStateException(
        "the client bean "
            + name
            + " does not use the server of this test: "
            + bean
            + "; build it from the properties freight.base-url and freight.agent-key, or from a"
            + " FreightConnectionDetails bean");
  }
}
