// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * The names in JSON of members that have another name in Java, for Jackson: annotations without
 * a value, as in {@link io.freightsdk.model.internal.Jackson}.
 */
public final class JsonNames {
  private JsonNames() {}

  @JacksonAnnotationsInside
  @JsonProperty("price_usd")
  @Retention(RetentionPolicy.RUNTIME)
  public @interface PriceUsd {}
}
