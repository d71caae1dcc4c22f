package io.freightsdk.server;

import io.freightsdk.server.service.RepeatableRandom;
import java.security.SecureRandom;

/**
 * The source of random bits for the server's identifiers, tokens and keys. Implementations must be
 * safe for use by several threads.
 */
@FunctionalInterface
public interface IdFactory {
  /** Fills {@code bytes}; the server turns them into load ids, link tokens and agent keys. */
  void nextBytes(byte[] bytes);

  /**
   * A factory that goes on as this one would, for a snapshot or a fork of the server; this one
   * itself if what it draws cannot be repeated.
   */
  default IdFactory copy() {
    return this;
  }

  /** Unguessable identifiers; the default. */
  static IdFactory secure() {
    SecureRandom random = new SecureRandom();
    return random::nextBytes;
  }

  /** The same identifiers in the same order in every run, for golden files. They are guessable. */
  static IdFactory seeded(long seed) {
    return new SeededIds(RepeatableRandom.seeded(seed));
  }
}
