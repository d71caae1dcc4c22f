package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.testsupport.NamedNulls;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An argument that is null where it must not be is refused by its name. */
class NamedArgumentsTest {
  @AutoClose private final SpendLedger ledger = SpendLedger.inMemory();

  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    NamedNulls.of(SpendLedger.class)
        .with(SpendLedger.class, () -> ledger)
        .with(LedgerMemory.class, ledger::memory)
        .with(Duration.class, () -> Duration.ofHours(1))
        .areRefused();
  }

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
