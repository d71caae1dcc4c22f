package io.freightsdk.generator;

import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Fails when asked to: {@code .ci/run red} looks whether a red build names it in its last lines.
 */
@EnabledIfSystemProperty(named = "freight.red", matches = "true")
class RedTest {
  @Test
  void failsWhenAsked() {
    fail("as asked");
  }
}
