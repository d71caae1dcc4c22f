package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.error.ApiAnswer;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.model.Operation;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShareOfTest {
  static Stream<FreightException> failuresThatCost() {
    FailureFacts open = facts(Charge.UNKNOWN);
    return Stream.of(
        new FreightTimeoutException(
            open, "attempt timeout", Duration.ofSeconds(30), false, new IOException("late")),
        new FreightConnectionException(open, "it broke", false, new IOException("reset")),
        new FreightDecodingException(
            facts(Charge.charged(new BigDecimal("0.02"))),
            200,
            "no JSON",
            "$.x",
            "<html>",
            null,
            null),
        new UnexpectedStatusException(open, new ApiAnswer(500, null, null, Map.of()), ""),
        new UnexpectedFailureException(open, "an interceptor", new IllegalStateException("x")),
        new RateLimitedException(open, answer(429)),
        new BillingUnavailableException(open, answer(503)));
  }

  @ParameterizedTest
  @MethodSource("failuresThatCost")
  void whoOnlyWaitedGetsTheSameKindOfFailureAndIsChargedNothing(FreightException theirs) {
    FreightException mine = (FreightException) ShareOf.failure(theirs);

    assertThat(mine).hasSameClassAs(theirs).isNotSameAs(theirs);
    assertThat(mine.charge()).isEqualTo(Charge.NONE);
    assertThat(mine.attempts()).isZero();
    assertThat(mine.retryable()).isEqualTo(theirs.retryable());
    assertThat(mine)
        .hasMessageContaining("nothing was charged")
        .hasMessageNotContaining("may have been charged")
        .hasMessageNotContaining("the request was sent");
  }

  /** After an answer that was lost, a refusal does not say that nothing was charged. */
  static Stream<FreightException> refusalsAfterALostAnswer() {
    FailureFacts open = facts(Charge.UNKNOWN);
    return Stream.of(
        new AuthenticationException(open, answer(401)),
        new InsufficientFundsException(
            open, answer(402), BigDecimal.ZERO, new BigDecimal("0.02"), "/billing"),
        new PermissionDeniedException(open, answer(403)),
        new LoadNotFoundException(open, answer(404)),
        new UnknownBrokerException(open, answer(422), "broker@example.com"));
  }

  @ParameterizedTest
  @MethodSource("refusalsAfterALostAnswer")
  void whoOnlyWaitedHasLostNoAnswer(FreightException theirs) {
    FreightException mine = (FreightException) ShareOf.failure(theirs);

    assertThat(mine).hasSameClassAs(theirs).isNotSameAs(theirs);
    assertThat(mine.charge()).isEqualTo(Charge.NONE);
    assertThat(mine.attempts()).isZero();
  }

  @Test
  void aFailureThatCostNobodyAnythingIsSharedAsItIs() {
    FreightException theirs =
        new LoadNotFoundException(facts(Charge.NONE), new ApiAnswer(404, "no", null, Map.of()));

    assertThat(ShareOf.failure(theirs)).isSameAs(theirs);
  }

  private static FailureFacts facts(Charge charge) {
    return FailureFacts.builder(Operation.GET_LOAD_POSITION)
        .charge(charge)
        .nextStep(NextStep.NONE)
        .attempts(1)
        .build();
  }

  private static ApiAnswer answer(int status) {
    return new ApiAnswer(status, "no", null, Map.of());
  }
}
