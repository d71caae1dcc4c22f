package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.SpendGuard;
import io.freightsdk.error.ApiAnswer;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.DeliveryNotReadyException;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.IdempotencyKeyReusedException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.MissingFieldsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.StatusDoorClosedException;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.model.Operation;
import io.freightsdk.spring.boot.FreightProperties.Detail;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** The statuses of the page, and what they tell whom. */
class ProblemDetailsTest {
  private static final BigDecimal SECRET = new BigDecimal("37.19");
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC);

  private final FreightProblemDetails safe = new FreightProblemDetails(Detail.SAFE, NOON);
  private final FreightProblemDetails full = new FreightProblemDetails(Detail.FULL, NOON);

  static Stream<Arguments> statuses() {
    return Stream.of(
        Arguments.of(400, new MissingFieldsException(facts(), answer(400), List.of("pickups"))),
        Arguments.of(400, new InvalidRequestException(facts(), answer(400))),
        Arguments.of(404, new LoadNotFoundException(facts(), answer(404))),
        Arguments.of(409, new DeliveryNotReadyException(facts(), answer(422), null)),
        Arguments.of(
            409, new IdempotencyKeyReusedException(facts(), SpendGuard.KeyRefused.OTHER_BODY)),
        Arguments.of(409, new PriceLimitExceededException(facts(), SECRET, SECRET)),
        Arguments.of(410, new StatusDoorClosedException(facts(), answer(410))),
        Arguments.of(
            503, new InsufficientFundsException(facts(), answer(402), SECRET, SECRET, "/secret")),
        Arguments.of(503, limit(null)),
        Arguments.of(503, new BillingUnavailableException(facts(), answer(503))),
        Arguments.of(503, new RateLimitedException(facts(), answer(429))),
        Arguments.of(503, new PriceUnavailableException(facts(), "secret", null)),
        Arguments.of(503, new ClientSaturatedException(facts(), 3719, 3719)),
        Arguments.of(503, new FreightCancelledException(facts(), "secret")),
        Arguments.of(
            504, new FreightTimeoutException(facts(), "secret", Duration.ofSeconds(1), true, null)),
        Arguments.of(502, new FreightConnectionException(facts(), "secret", true, null)),
        Arguments.of(
            502, new FreightDecodingException(facts(), 200, "secret", null, "", null, null)),
        Arguments.of(502, new AuthenticationException(facts(), answer(401))),
        Arguments.of(502, new PermissionDeniedException(facts(), answer(403))),
        Arguments.of(502, new UnknownBrokerException(facts(), answer(422), "secret")),
        Arguments.of(502, new UnexpectedStatusException(facts(), answer(418), "")),
        Arguments.of(
            502, new UnexpectedFailureException(facts(), "secret", new RuntimeException())));
  }

  private static FailureFacts facts() {
    return facts(NextStep.NONE);
  }

  private static FailureFacts facts(NextStep step) {
    return FailureFacts.builder(Operation.CREATE_LOAD).callId("call1").nextStep(step).build();
  }

  private static ApiAnswer answer(int status) {
    return new ApiAnswer(status, "secret 37.19", "CODE", Map.of());
  }

  private static SpendLimitExceededException limit(@Nullable Instant freesAt) {
    return new SpendLimitExceededException(
        facts(),
        new SpendGuard.LimitReached(
            "37.19 USD per 24 hours for scope client/secret", SECRET, SECRET, freesAt));
  }

  @ParameterizedTest
  @MethodSource("statuses")
  void customersLearnTheStatusAndNothingOfMoneyOrTheSetUp(int status, FreightException failure) {
    ResponseEntity<ProblemDetail> answer = safe.problem(failure);
    assertThat(answer.getStatusCode().value()).isEqualTo(status);
    assertThat(answer.getBody().getStatus()).isEqualTo(status);
    assertThat(answer.getBody().getDetail())
        .isNotBlank()
        .doesNotContain("37", "secret", "USD", "scope", "limit", "key", "balance");
    assertThat(answer.getBody().getProperties())
        .containsEntry("charge", "none")
        .containsEntry("callId", "call1")
        .containsEntry("retryable", false)
        .containsEntry("operation", "createLoad");
  }

  @ParameterizedTest
  @MethodSource("statuses")
  void whoMayKnowAllGetsTheWholeMessage(int status, FreightException failure) {
    ResponseEntity<ProblemDetail> answer = full.problem(failure);
    assertThat(answer.getStatusCode().value()).isEqualTo(status);
    assertThat(answer.getBody().getDetail()).isEqualTo(failure.getMessage());
  }

  @Test
  void everyExceptionIsInTheTable() {
    List<String> told = new ArrayList<>();
    statuses().forEach(row -> told.add(row.get()[1].getClass().getSimpleName()));
    List<String> all = new ArrayList<>();
    concrete(FreightException.class, all);
    assertThat(told).containsExactlyInAnyOrderElementsOf(all);
  }

  private static void concrete(Class<?> type, List<String> names) {
    if (!type.isSealed()) names.add(type.getSimpleName());
    else for (Class<?> kind : type.getPermittedSubclasses()) concrete(kind, names);
  }

  @ParameterizedTest
  @EnumSource
  void stepsThatAreOnlyTheOperatorsAreNotTold(NextStep step) {
    FreightException failure = new LoadNotFoundException(facts(step), answer(404));
    boolean operators =
        switch (step) {
          case FIX_KEY, FIX_SETUP, TOP_UP, RAISE_LIMIT, NONE -> true;
          case FIX_REQUEST, RETRY_LATER, RETRY_WITH_SAME_KEY, WAIT_FOR_DRIVER -> false;
        };
    assertThat(safe.problem(failure).getBody().getProperties().containsKey("nextStep"))
        .isEqualTo(!operators);
    assertThat(full.problem(failure).getBody().getProperties()).containsEntry("nextStep", step);
  }

  @Test
  void retryAfterIsThereWhenMoneyBecomesFreeAtATime() {
    Instant inAnHour = NOON.instant().plusSeconds(3600);
    assertThat(safe.problem(limit(inAnHour)).getHeaders().getFirst("Retry-After"))
        .isEqualTo("3601");
    assertThat(safe.problem(limit(Instant.EPOCH)).getHeaders().getFirst("Retry-After"))
        .isEqualTo("1");
    assertThat(safe.problem(limit(null)).getHeaders().getFirst("Retry-After")).isNull();
  }

  /** The time is told by the client's clock, which may be another one than the system's. */
  @Test
  void retryAfterIsCountedByTheClockOfTheClient() {
    new WebApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(FreightProblemDetailsAutoConfiguration.class))
        .withBean("freightClock", Clock.class, () -> NOON)
        .withPropertyValues("freight.problem-details.enabled=true")
        .run(
            context -> {
              FreightException failure = limit(NOON.instant().plusSeconds(60));
              FreightProblemDetails problems = context.getBean(FreightProblemDetails.class);
              assertThat(problems.problem(failure).getHeaders().getFirst("Retry-After"))
                  .isEqualTo("61");
            });
  }
}
