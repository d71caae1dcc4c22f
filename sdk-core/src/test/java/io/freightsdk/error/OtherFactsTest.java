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

/** The exceptions of a call, each created as a test of an application creates it. */
class OtherFactsTest {
  private static final FailureFacts THEIRS =
      FailureFacts.builder(Operation.CREATE_LOAD)
          .charge(Charge.UNKNOWN)
          .attempts(2)
          .idempotencyKey("key-1")
          .customerRef("PO-1007")
          .build();
  private static final String CODE = "SOME_CODE";
  private static final Map<String, List<String>> HEADERS = Map.of("Retry-After", List.of("3"));
  private static final BigDecimal USD = new BigDecimal("0.65");

  static Stream<FreightException> failures() {
    return Stream.of(
        new AuthenticationException(THEIRS, "no", CODE, HEADERS),
        new BillingUnavailableException(THEIRS, "no", CODE, HEADERS),
        new ClientSaturatedException(THEIRS, 7, 6),
        new DeliveryNotReadyException(THEIRS, "no", CODE, HEADERS, LoadStatus.IN_TRANSIT),
        new FreightCancelledException(THEIRS, "the calling thread was interrupted"),
        new FreightConnectionException(THEIRS, "it broke", true, new IOException("reset")),
        new FreightDecodingException(
            THEIRS, 200, "not JSON", "$.status", "{", "LD-1", new IOException("end")),
        new FreightTimeoutException(THEIRS, "deadline", Duration.ofSeconds(2), false, null),
        new InsufficientFundsException(
            THEIRS, "no", CODE, HEADERS, BigDecimal.ONE, USD, "/billing/topup"),
        new InvalidRequestException(THEIRS, "no", CODE, HEADERS, List.of()),
        new LoadNotFoundException(THEIRS, "no", CODE, HEADERS),
        new InvalidRequestException(
            THEIRS, "no", CODE, HEADERS, List.of(new FieldProblem("pickups.0.zip", "missing"))),
        new PermissionDeniedException(THEIRS, "no", CODE, HEADERS),
        new PriceLimitExceededException(THEIRS, USD, BigDecimal.ZERO),
        new PriceUnavailableException(THEIRS, "the list is away", new IOException("reset")),
        new RateLimitedException(THEIRS, "no", CODE, HEADERS),
        new SpendLimitExceededException(
            THEIRS, new SpendGuard.LimitExceeded("1.00 USD", USD, BigDecimal.ZERO, Instant.EPOCH)),
        new StatusDoorClosedException(THEIRS, "no", CODE, HEADERS),
        new FreightException(THEIRS, "an interceptor", new IllegalStateException("x")),
        new UnexpectedStatusException(
            THEIRS, 422, "no", CODE, HEADERS, ", a proxy may have answered"),
        new UnknownBrokerException(THEIRS, "no", CODE, HEADERS, "broker@example.com"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void exceptionStatesFacts(FreightException failure) {
    assertThat(failure.facts()).isSameAs(THEIRS);
    assertThat(failure).hasMessageStartingWith("createLoad for PO-1007: ");
  }

  @Test
  void factsThatAreCopiedAreAllThere() {
    FailureFacts all =
        FailureFacts.builder(Operation.CREATE_LOAD)
            .loadNumber("LD-2026-0001")
            .customerRef("PO-1007")
            .charge(Charge.UNKNOWN)
            .retryable(true)
            .nextStep(NextStep.RETRY_WITH_SAME_KEY)
            .attempts(2)
            .idempotencyKey("key-1")
            .requestId("req-7")
            .callId("call-3")
            .build();
    assertThat(all).hasNoNullFieldsOrProperties();
    assertThat(all.toBuilder().build()).usingRecursiveComparison().isEqualTo(all);
  }

  @Test
  void noKindOfFailureIsForgotten() {
    assertThat(failures().map(Object::getClass).collect(Collectors.toSet()))
        .isEqualTo(kinds(FreightException.class).collect(Collectors.toSet()));
  }

  private static Stream<Class<?>> kinds(Class<?> of) {
    Stream<Class<?>> itself =
        Modifier.isAbstract(of.getModifiers()) ? Stream.empty() : Stream.of(of);
    return of.isSealed()
        ? Stream.concat(
            itself, Arrays.stream(of.getPermittedSubclasses()).flatMap(OtherFactsTest::kinds))
        : itself;
  }
}
