package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.Cell;
import org.junit.jupiter.api.Test;

class RowTest {
  private static final String ID = "scope client/acme";
  private static final String TEXT = Cell.edited(ID, "spent=12.30 held=0.65").text();

  @Test
  void aRowIsReadAsItWasWritten() {
    assertThat(Cell.parse(ID, TEXT).text()).isEqualTo(TEXT);
    assertThat(TEXT).matches("check=[0-9a-f]{8} held=0\\.65 spent=12\\.30");
  }

  /** The first half of this row says that nothing was spent. */
  @Test
  void aRowThatIsTornIsRefusedWhereverItIsTorn() {
    for (int kept = 0; kept < TEXT.length(); kept++) refused(ID, TEXT.substring(0, kept));
    for (int lost = 1; lost < TEXT.length(); lost++) refused(ID, TEXT.substring(lost));
  }

  @Test
  void aRowWithAWrongByteIsRefusedWhicheverItIs() {
    for (int i = 0; i < TEXT.length(); i++) {
      for (char wrong : new char[] {'0', '1', ' ', '=', '\0', '\uFFFD'}) {
        if (TEXT.charAt(i) == wrong) continue;
        refused(ID, TEXT.substring(0, i) + wrong + TEXT.substring(i + 1));
      }
    }
  }

  @Test
  void aRowOfAnotherIdIsRefused() {
    refused("scope client/other", TEXT);
  }

  private static void refused(String id, String text) {
    assertThatExceptionOfType(SpendStoreException.class)
        .as(text)
        .isThrownBy(() -> Cell.parse(id, text))
        .withMessageContaining("the row \"" + id + "\" is not as it was written")
        .withMessageContaining("ledger().accept(reason)")
        .matches(refusal -> !refusal.isPassing());
  }
}
