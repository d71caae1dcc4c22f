package io.freightsdk.server;

import io.freightsdk.server.service.RepeatableRandom;

/** Draws the same bits again from a saved state. */
record SeededIds(RepeatableRandom random) implements IdFactory {
  @Override
  public void nextBytes(byte[] bytes) {
    random.nextBytes(bytes);
  }

  @Override
  public IdFactory copy() {
    return new SeededIds(RepeatableRandom.from(random.state()));
  }
}
