package io.freightsdk.spring.boot;

import org.jspecify.annotations.Nullable;

/**
 * Address and key of the properties. Not a record, because the text of a record would have the key.
 */
final class PropertiesFreightConnectionDetails implements FreightConnectionDetails {
  private final FreightProperties properties;

  PropertiesFreightConnectionDetails(FreightProperties properties) {
    this.properties = properties;
  }

  @Override
  public @Nullable String baseUrl() {
    return properties.baseUrl();
  }

  @Override
  public @Nullable String agentKey() {
    return properties.agentKey();
  }
}
