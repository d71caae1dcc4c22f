package io.freightsdk.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.retry.FailureClass;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChargeRulesTest {
  private static Charge charge(String text) {
    return switch (text) {
      case "NONE" -> Charge.NONE;
      case "UNKNOWN" -> Charge.UNKNOWN;
      default -> Charge.exact(new BigDecimal(text));
    };
  }

  @ParameterizedTest(name = "{0}: {1} then {2} is {3}")
  @CsvSource({
    "CREATE_LOAD, NONE, 0.65, 0.65",
    "CREATE_LOAD, UNKNOWN, 0.65, 0.65",
    "CREATE_LOAD, UNKNOWN, NONE, UNKNOWN",
    "CREATE_LOAD, UNKNOWN, UNKNOWN, UNKNOWN",
    "CREATE_LOAD, 0.65, UNKNOWN, 0.65",
    "CREATE_LOAD, 0.65, NONE, 0.65",
    "CREATE_LOAD, 0.65, 0.65, 0.65",
    "GET_LOAD_POSITION, NONE, 0.02, 0.02",
    "GET_LOAD_POSITION, UNKNOWN, 0.02, UNKNOWN",
    "GET_LOAD_POSITION, UNKNOWN, NONE, UNKNOWN",
    "GET_LOAD_POSITION, 0.02, 0.02, 0.04",
  })
  void attemptsAddUp(Operation operation, String before, String attempt, String total) {
    assertThat(ChargeRules.total(operation, charge(before), charge(attempt)))
        .isEqualTo(charge(total));
  }

  @ParameterizedTest
  @CsvSource({
    "NEVER_SENT,, NONE",
    "BILLING_UNAVAILABLE, 503, NONE",
    "INSUFFICIENT_FUNDS, 402, NONE",
    "UNKNOWN_OUTCOME, 500, UNKNOWN",
    "UNKNOWN_OUTCOME,, UNKNOWN",
    "UNREADABLE, 200, UNKNOWN",
    "ABANDONED,, UNKNOWN",
    "REFUSED, 404, NONE",
    "REFUSED, 408, UNKNOWN",
    "REFUSED, 307, UNKNOWN",
  })
  void noneIsOnlySaidWhenItIsCertain(FailureClass failure, Integer status, String charge) {
    assertThat(ChargeRules.ofFailure(failure, status)).isEqualTo(charge(charge));
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE_LOAD,, true",
    "CREATE_LOAD, 0, false",
    "GET_LOAD_POSITION,, true",
    "CONFIRM_DELIVERY,, false",
    "CONFIRM_DELIVERY, 0.10, true",
    "GET_BALANCE,, false",
    "TOP_UP_BY_CARD, 0, true",
  })
  void livePriceDecidesWhatCanCost(Operation operation, BigDecimal price, boolean canCost) {
    assertThat(ChargeRules.canCost(operation, price)).isEqualTo(canCost);
  }
}
