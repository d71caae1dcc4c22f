package io.freightsdk.server;

import java.security.SecureRandom;
import java.util.Random;

/**
 * The source of random bits for the server's identifiers, tokens and keys. Implementations must be
 * safe for use by several threads.
 */
@FunctionalInterface
public interface IdFactory {
  /** Fills {@code bytes}; the server turns them into load ids, link tokens and agent keys. */
  void nextBytes(byte[] bytes);

  /** Unguessable identifiers; the default. */
  static IdFactory secure() {
    SecureRandom random = new SecureRandom();
    return random::nextBytes;
  }

  /** The same identifiers in the same order in every run, for golden files. They are guessable. */
  static IdFactory seeded(long seed) {
    Random random = new Random(seed);
    return random::nextBytes;
  }
}
