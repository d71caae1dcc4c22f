package io.freightsdk.internal.spend;

import io.freightsdk.SpendGuard.KeyRefused;
import org.jspecify.annotations.Nullable;

/** What the rules say to a wish. Only after Held or Replay may something be sent. */
public sealed interface Answer {
  /** The price is set aside. */
  record Held() implements Answer {}

  /**
   * The key is known as charged: a repeat is free, and nothing is set aside.
   *
   * @param price at which it was charged
   */
  record Replay(long price, @Nullable String loadNumber) implements Answer {}

  /**
   * A cap has no room.
   *
   * @param amount that it has no room for
   * @param left what it still allows
   * @param freesAt when it allows the amount, at the latest; null if only a higher cap does
   */
  record Full(Cap cap, long amount, long left, @Nullable Long freesAt) implements Answer {}

  /** The key must not be sent. */
  record Refused(KeyRefused why) implements Answer {}
}
