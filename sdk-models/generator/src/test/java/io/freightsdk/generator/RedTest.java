package io.freightsdk.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;

/**
 * Fails, and is skipped, when asked to: {@code .ci/run red} looks whether a red build names both in
 * its last lines.
 */
class RedTest {
  private static final boolean ASKED = Boolean.getBoolean("freight.red");

  @Test
  void failsWhenAsked() {
    assertThat(ASKED).as("as asked").isFalse();
  }

  @Test
  void isSkippedWhenAsked() {
    assumeFalse(ASKED, "as asked");
  }
}
