package io.freightsdk.internal.spend;

import org.jspecify.annotations.Nullable;

/** What the rules say to a wish. Only after Held may something be sent. */
public sealed interface Answer {
  /** The price is set aside. */
  record Held() implements Answer {}

  /**
   * A cap has no room.
   *
   * @param amount that it has no room for
   * @param left what it still allows
   * @param freesAt when it allows the amount, at the latest; null if only a higher cap does
   */
  record Full(Cap cap, long amount, long left, @Nullable Long freesAt) implements Answer {}
}
