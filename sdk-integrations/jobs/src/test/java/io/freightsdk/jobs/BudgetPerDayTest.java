package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Valid and invalid budgets. */
class BudgetPerDayTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ten | readBudgetPerDay: expected an amount in USD, got \"ten\"; use digits and a point, such"
            + " as 25.00",
        "'10,00' | readBudgetPerDay: expected an amount in USD, got \"10,00\"; use digits and a"
            + " point, such as 25.00",
        "-1 | readBudgetPerDay: must not be negative, got -1 USD; use 0 or more",
        "0.00 | readBudgetPerDay: must be above 0 USD, got 0.00; use an amount such as 10.00"
      })
  void invalidBudgetIsRefusedWithAdvice(String usd, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FreightJobs.Builder.budget(usd))
        .withMessage(message);
  }
}
