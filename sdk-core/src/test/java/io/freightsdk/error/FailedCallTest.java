package io.freightsdk.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exceptions of calls, created as in tests of an application. */
class FailedCallTest {
  private static final FailedCall CALL =
      FailedCall.of(Operation.CREATE_LOAD)
          .withCharge(Charge.UNKNOWN)
          .withNextStep(NextStep.RETRY_WITH_SAME_KEY)
          .withAttempts(2)
          .withIdempotencyKey("key-1");
  private static final String CODE = "SOME_CODE";
  private static final Map<String, List<String>> HEADERS = Map.of("Retry-After", List.of("3"));
  private static final BigDecimal USD = new BigDecimal("0.65");

  static Stream<FreightException> failures() {
    return Stream.of(
        new AuthenticationException(CALL, "no", CODE, HEADERS),
        new BillingUnavailableException(CALL, "no", CODE, HEADERS),
        new ClientSaturatedException(CALL, 7, 6),
        new DeliveryNotReadyException(CALL, "no", CODE, HEADERS, LoadStatus.IN_TRANSIT),
        new FreightCancelledException(CALL, "the calling thread was interrupted"),
        new FreightConnectionException(CALL, "it broke", true, new IOException("reset")),
        new FreightDecodingException(
            CALL, 200, "not JSON", "$.status", "{", "LD-1", new IOException("end")),
        new FreightTimeoutException(CALL, "deadline", Duration.ofSeconds(2), false, null),
        new InsufficientFundsException(
            CALL, "no", CODE, HEADERS, BigDecimal.ONE, USD, "/billing/topup"),
        new InvalidRequestException(CALL, "no", CODE, HEADERS, List.of()),
        new LoadNotFoundException(CALL, "no", CODE, HEADERS),
        new InvalidRequestException(
            CALL, "no", CODE, HEADERS, List.of(new FieldProblem("pickups.0.zip", "missing"))),
        new PermissionDeniedException(CALL, "no", CODE, HEADERS),
        new PriceLimitExceededException(CALL, USD, BigDecimal.ZERO),
        new PriceUnavailableException(CALL, "the list is away", new IOException("reset")),
        new RateLimitedException(CALL, "no", CODE, HEADERS),
        new SpendLimitExceededException(
            CALL, new SpendGuard.LimitExceeded("1.00 USD", USD, BigDecimal.ZERO, Instant.EPOCH)),
        new StatusReadOnlyException(CALL, "no", CODE, HEADERS),
        new FreightException(CALL, "an interceptor", new IllegalStateException("x")),
        new UnexpectedStatusException(
            CALL, 422, "no", CODE, HEADERS, ", a proxy may have answered"),
        new UnknownBrokerException(CALL, "no", CODE, HEADERS, "broker@example.com"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void exceptionStatesTheFactsOfItsCall(FreightException failure) {
    assertThat(failure).hasMessageStartingWith("createLoad: ");
    assertThat(failure.operation()).isEqualTo(Operation.CREATE_LOAD);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.attempts()).isEqualTo(2);
    assertThat(failure.idempotencyKey()).isEqualTo("key-1");
  }

  @Test
  void everyExceptionIsTested() {
    assertThat(failures().map(Object::getClass).collect(Collectors.toSet()))
        .isEqualTo(kinds(FreightException.class).collect(Collectors.toSet()));
  }

  private static Stream<Class<?>> kinds(Class<?> of) {
    Stream<Class<?>> itself =
        Modifier.isAbstract(of.getModifiers()) ? Stream.empty() : Stream.of(of);
    return of.isSealed()
        ? Stream.concat(
            itself, Arrays.stream(of.getPermittedSubclasses()).flatMap(FailedCallTest::kinds))
        : itself;
  }
}
