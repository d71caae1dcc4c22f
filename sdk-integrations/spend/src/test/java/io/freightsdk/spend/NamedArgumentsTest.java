package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An argument that is null where it must not be is refused by its name. */
class NamedArgumentsTest {
  @AutoClose private final SpendLedger ledger = SpendLedger.inMemory();

  @Test
  void aLedgerNamesWhatIsNull() {
    assertThatThrownBy(() -> ledger.purge(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("before");
    assertThatThrownBy(() -> ledger.totals(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("filter");
  }
}
