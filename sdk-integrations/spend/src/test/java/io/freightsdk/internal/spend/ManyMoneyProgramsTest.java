package io.freightsdk.internal.spend;

import org.junit.jupiter.api.Tag;

/** What one program in thousands finds. */
@Tag("slow")
class ManyMoneyProgramsTest extends MoneyModelTest {
  @Override
  protected int programs() {
    return 200_000;
  }
}
