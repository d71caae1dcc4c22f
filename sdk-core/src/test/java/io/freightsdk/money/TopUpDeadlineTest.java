package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.TopUpHandler.Decision;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.ScriptedService;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The money comes after half a minute. Then the service wants its next request 20 seconds later,
 * which is too late for a deadline of 40 seconds unless the first wait does not count.
 */
class TopUpDeadlineTest {
  private static final Duration DEADLINE = Duration.ofSeconds(40);

  @ParameterizedTest
  @EnumSource
  void aTopUpExtendsTheDeadlineOfTheClient(CallStyle style) {
    assertThat(attemptsOfACallThatWaitsForMoney(style, CallOptions.DEFAULT)).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void aTopUpDoesNotExtendADeadlineOfTheCallsOwn(CallStyle style) {
    CallOptions own = CallOptions.builder().deadline(DEADLINE).build();
    assertThat(attemptsOfACallThatWaitsForMoney(style, own)).isEqualTo(2);
  }

  private static int attemptsOfACallThatWaitsForMoney(CallStyle style, CallOptions options) {
    try (ScriptedService service = new ScriptedService()) {
      service.answers(
          Answers.insufficientFunds(),
          Answers.billingUnavailable().setHeader("Retry-After", "20"),
          Answers.success(Operation.CREATE_LOAD));
      TopUpPolicy inHalfAMinute =
          TopUpPolicy.handler(
              need -> {
                service.world().advance(Duration.ofSeconds(30));
                return Decision.SEND_AGAIN;
              },
              Duration.ofMinutes(5));
      FreightClient client =
          service.client(service.builder().deadline(DEADLINE).topUpPolicy(inHalfAMinute));
      try {
        return style.createLoad(client, Loads.twoStops(), options).attempts();
      } catch (FreightException tooLate) {
        return tooLate.attempts();
      }
    }
  }
}
