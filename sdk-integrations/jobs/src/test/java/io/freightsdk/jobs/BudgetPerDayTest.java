package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a budget may be. */
class BudgetPerDayTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ten | readBudgetPerDay: expected an amount in USD such as \"25.00\", got \"ten\"",
        "'10,00' | readBudgetPerDay: expected an amount in USD such as \"25.00\", got \"10,00\"",
        "-1 | readBudgetPerDay: expected 0 USD or more, got -1 USD",
        "0.00 | readBudgetPerDay: expected more than 0 USD, got 0.00"
      })
  void whatIsNoneIsRefusedWithWhatToDo(String usd, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FreightJobs.Builder.budget(usd))
        .withMessage(message);
  }
}
