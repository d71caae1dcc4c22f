package io.freightsdk.internal.ledger.rules;

import java.time.Duration;

/** The age at which entries may be purged, and the longest period of a limit. */
public final class PurgeAge {
  /** 31 days of a month, and some more when its clocks go back. */
  public static final Duration MIN = Duration.ofDays(33);

  private PurgeAge() {}
}
