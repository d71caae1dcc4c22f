package io.freightsdk.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.verify.Scene.Verdict;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccountTest {
  private static final BigDecimal RISE = new BigDecimal("0.44");

  private static List<String> differences(
      String charged, String doubtful, String taken, String toldPerhaps) {
    BigDecimal none = BigDecimal.ZERO;
    BigDecimal perhaps = new BigDecimal(toldPerhaps);
    Verdict verdict =
        new Verdict(
            new BigDecimal(taken), none, 0, none, none, perhaps, 0, 0, List.of(), List.of());
    return new Account(new BigDecimal(charged), new BigDecimal(doubtful))
        .differences(verdict, RISE);
  }

  @Test
  void whatIsUnknownMayHaveBeenTakenOrNot() {
    assertThat(differences("5.85", "0.65", "6.50", "1.09")).isEmpty();
    assertThat(differences("5.85", "0.65", "5.85", "0.65")).isEmpty();
  }

  @Test
  void aRiseThatWasNotReadMayBeMissing() {
    assertThat(differences("6.50", "0", "6.94", "0")).isEmpty();
    assertThat(differences("6.50", "0", "6.95", "0"))
        .containsExactly("the ledger does not have 0.45 USD that were taken");
  }

  @Test
  void aChargeThatWasNotTakenIsNone() {
    assertThat(differences("6.51", "0", "6.50", "0"))
        .containsExactly("the ledger has a charge of 0.01 USD that was not taken");
  }

  @Test
  void theLedgerKnowsWhatCallersWereTold() {
    assertThat(differences("5.85", "0.65", "6.50", "0"))
        .containsExactly(
            "the ledger does not know what 0.65 USD of calls cost that their callers were told");
  }
}
