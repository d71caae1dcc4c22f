package io.freightsdk.server.service;

import io.freightsdk.server.service.load.LoadIds;
import org.jspecify.annotations.Nullable;

/** What a load creation came to. */
public sealed interface CreateOutcome {
  /** The load that now exists under this call. */
  LoadIds load();

  /**
   * A new load, charged.
   *
   * @param resolution how its driver was found
   * @param unresolvedTruckNumber the truck number that matched nobody; null when none was given or
   *     it matched
   */
  record Created(LoadIds load, Resolution resolution, @Nullable String unresolvedTruckNumber)
      implements CreateOutcome {}

  /** A load with the same customerRef existed; nothing was created or charged. */
  record Deduplicated(LoadIds load) implements CreateOutcome {}

  /** How the driver of a new load was found (API description, section 2.3). */
  enum Resolution {
    /** The truck number belongs to a known driver. */
    BOUND,
    /** The truck number belongs to nobody. */
    UNRESOLVED_TRUCK,
    /** No truck number was given. */
    NONE
  }
}
