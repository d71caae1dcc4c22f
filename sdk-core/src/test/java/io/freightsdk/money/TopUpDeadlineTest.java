package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.TestGuard;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

  /** So a lost read counts in a window soon, however long a call may wait for money. */
  @ParameterizedTest
  @EnumSource
  void aReservationIsMadeForTheDeadlineWithoutTheWaitForATopUp(CallStyle style) {
    assertThat(reservedFor(style, CallOptions.DEFAULT)).containsExactly(DEADLINE, DEADLINE);
  }

  @ParameterizedTest
  @EnumSource
  void aReservationIsMadeForAllThatIsLeftOfADeadlineOfTheCallsOwn(CallStyle style) {
    CallOptions own = CallOptions.builder().deadline(DEADLINE).build();
    assertThat(reservedFor(style, own)).containsExactly(DEADLINE, Duration.ofSeconds(10));
  }

  private static List<Duration> reservedFor(CallStyle style, CallOptions options) {
    TestGuard guard = TestGuard.unlimited(Clock.systemUTC()).withoutPrices();
    int unused = attemptsOfACallThatWaitsForMoney(style, options, guard);
    guard.assertEachEndedOnce();
    return guard.asked().stream().map(Purchase::atMost).toList();
  }

  private static int attemptsOfACallThatWaitsForMoney(CallStyle style, CallOptions options) {
    return attemptsOfACallThatWaitsForMoney(style, options, null);
  }

  private static int attemptsOfACallThatWaitsForMoney(
      CallStyle style, CallOptions options, @Nullable SpendGuard guard) {
    try (ScriptedService service = new ScriptedService()) {
      service.answers(
          Answers.insufficientFunds(),
          Answers.billingUnavailable().setHeader("Retry-After", "20"),
          Answers.success(Operation.CREATE_LOAD));
      // The balance is asked for after a second.
      service.alwaysAnswers(
          Operation.GET_BALANCE,
          Answers.success(Operation.GET_BALANCE).headersDelay(29, TimeUnit.SECONDS));
      TopUpPolicy waits = TopUpPolicy.awaitTopUp(Duration.ofMinutes(5));
      FreightClientBuilder builder = service.builder().deadline(DEADLINE).topUpPolicy(waits);
      FreightClient client = service.client(guard == null ? builder : builder.spendGuard(guard));
      try {
        return style.createLoad(client, Loads.twoStops(), options).attempts();
      } catch (FreightException tooLate) {
        return tooLate.attempts();
      }
    }
  }
}
