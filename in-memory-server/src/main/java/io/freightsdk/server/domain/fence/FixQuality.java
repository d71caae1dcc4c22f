package io.freightsdk.server.domain.fence;

import org.jspecify.annotations.Nullable;

/** How much a fix may say about a fence, by the accuracy its phone claims. */
public enum FixQuality {
  /** 50 m or better: one such fix inside is an arrival. */
  SHARP,
  /** 51 to 150 m, or no accuracy at all: two consecutive fixes are needed. */
  COARSE,
  /** Over 150 m: never moves a fence, neither making nor breaking a streak. */
  UNUSABLE;

  public static final double SHARP_UP_TO_METERS = 50;
  public static final double USABLE_UP_TO_METERS = 150;

  public static FixQuality of(@Nullable Double accuracyMeters) {
    if (accuracyMeters == null) {
      return COARSE;
    }
    if (accuracyMeters > USABLE_UP_TO_METERS) {
      return UNUSABLE;
    }
    return accuracyMeters <= SHARP_UP_TO_METERS ? SHARP : COARSE;
  }
}
