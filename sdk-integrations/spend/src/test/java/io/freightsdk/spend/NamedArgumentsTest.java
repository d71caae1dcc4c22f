package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
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

  @Test
  void aNullAmongEntriesIsRefusedByTheNameOfTheirList() {
    assertThatThrownBy(() -> ledger.settle(Arrays.asList(1L, null), true, "Ada", "by the balance"))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("entryIds contains null; remove it");
  }
}
