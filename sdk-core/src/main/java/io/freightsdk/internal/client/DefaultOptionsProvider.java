package io.freightsdk.internal.client;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;

/** A client whose settings can be read, so that the agent's tools do not exceed them. */
public interface DefaultOptionsProvider {
  /**
   * The settings that apply to a call without options: {@code attemptTimeout}, {@code deadline},
   * {@code retryPolicy} and {@code maxPrice}.
   */
  CallOptions defaultOptions();

  /** Returns the settings of a client; no settings for a mock or a wrapper. */
  static CallOptions optionsOf(FreightClient client) {
    return client instanceof DefaultOptionsProvider known
        ? known.defaultOptions()
        : CallOptions.DEFAULT;
  }
}
