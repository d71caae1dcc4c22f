package io.freightsdk.server;

import java.security.SecureRandom;
import java.util.Random;

/**
 * Where the server's identifiers, tokens and keys get their bits from. Implementations must be safe
 * for use by several threads.
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

  /** The same identifiers in the same order in every run, for golden files. Guessable. */
  static IdFactory seeded(long seed) {
    Random random = new Random(seed);
    return random::nextBytes;
  }
}
