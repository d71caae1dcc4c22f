package io.freightsdk.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * The address of the service and the agent key, for the client of this starter. By default, they
 * are {@code freight.base-url} and {@code freight.agent-key}. A bean of the application or of a
 * test takes precedence over these properties and over customizers.
 */
public interface FreightConnectionDetails extends ConnectionDetails {
  /** The address of the service; null for the environment variable {@code FREIGHT_BASE_URL}. */
  @Nullable String baseUrl();

  /** The agent key of the broker; null for the environment variable {@code FREIGHT_AGENT_KEY}. */
  @Nullable String agentKey();
}
