package io.freightsdk.money;

import io.freightsdk.testing.Stage;

/** The same mistakes on connections: what is told is what is told in a world. */
class SetUpFaultsOverSocketsTest extends SetUpFaults {
  SetUpFaultsOverSocketsTest() {
    super(Stage.overSockets());
  }
}
