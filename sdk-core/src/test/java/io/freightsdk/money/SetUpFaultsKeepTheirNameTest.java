package io.freightsdk.money;

import io.freightsdk.testing.Stage;

/** Mistakes of a set-up in a world. */
class SetUpFaultsKeepTheirNameTest extends SetUpFaults {
  SetUpFaultsKeepTheirNameTest() {
    super(Stage.inWorld());
  }
}
