package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.error.FailedCall;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.internal.call.AttemptResult.Failed;
import io.freightsdk.internal.call.AttemptResult.Succeeded;
import io.freightsdk.internal.json.ResponseReader;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The results and charges of attempts, one after another, without threads, clocks or connections.
 */
class ChargeRulesTest {
  private static final Instant READ_AT = Instant.parse("2026-11-20T10:00:00Z");
  private static final ChargeRules.TimeLimit ATTEMPT =
      new ChargeRules.TimeLimit("attempt timeout", Duration.ofSeconds(30));
  private static final RetryPolicy RETRIES_READS =
      RetryPolicy.builder().retryUnknownReads(true).build();

  /** A call at the price of its operation. */
  private static final class CallInTable {
    final Operation operation;
    final CallSpec<?> spec;
    final ChargeRules rules;

    CallInTable(
        Operation operation, CallSpec<?> spec, RetryPolicy policy, @Nullable BigDecimal price) {
      this.operation = operation;
      this.spec = spec;
      this.rules = new ChargeRules(spec, policy, "call-1");
      rules.setPrice(price == null ? null : new Price(price, READ_AT), false);
    }

    CallInTable(Operation operation) {
      this(
          operation,
          TransportResults.spec(operation),
          RetryPolicy.standard(),
          TransportResults.price(operation));
    }

    AttemptResult<?> runAttempt(String result) {
      rules.countAttempt();
      if (result.equals("cancelled")) return rules.cancelledInFlight("the caller");
      return rules.addResult(TransportResults.of(result, operation), spec.reader(), ATTEMPT);
    }

    FreightException exceptionAfter(String result) {
      return failureAfter(result).exception();
    }

    Failure failureAfter(String result) {
      return ((Failed<?>) runAttempt(result)).failure();
    }
  }

  private static Charge charge(String text) {
    return switch (text) {
      case "NONE" -> Charge.NONE;
      case "UNKNOWN" -> Charge.UNKNOWN;
      default -> Charge.charged(new BigDecimal(text));
    };
  }

  // --- one attempt ---

  @ParameterizedTest(name = "{0} answered by {1}: {2}, {3}")
  @CsvSource({
    "CREATE_LOAD, lost, UNKNOWN, RETRY_WITH_SAME_KEY",
    "CREATE_LOAD, timeout, UNKNOWN, RETRY_WITH_SAME_KEY",
    "CREATE_LOAD, timeoutUnsent, NONE, RETRY_LATER",
    "CREATE_LOAD, neverSent, NONE, RETRY_LATER",
    "CREATE_LOAD, refusedUnread, NONE, RETRY_LATER",
    "CREATE_LOAD, untrusted, NONE, FIX_CONFIGURATION",
    "CREATE_LOAD, localFault, UNKNOWN, RETRY_WITH_SAME_KEY",
    "CREATE_LOAD, localFaultUnsent, NONE, NONE",
    "CREATE_LOAD, billing, NONE, RETRY_LATER",
    "CREATE_LOAD, funds, NONE, TOP_UP",
    "CREATE_LOAD, unreadable, 0.65, RETRY_WITH_SAME_KEY",
    "CREATE_LOAD, gateway403, UNKNOWN, RETRY_WITH_SAME_KEY",
    "CREATE_LOAD, 409, UNKNOWN, RETRY_WITH_SAME_KEY",
    "GET_LOAD_POSITION, 409, UNKNOWN, FIX_CONFIGURATION",
    "CREATE_LOAD, gateway307, UNKNOWN, FIX_CONFIGURATION",
    "CREATE_LOAD, 400, NONE, FIX_REQUEST",
    "CREATE_LOAD, 401, NONE, FIX_KEY",
    "CREATE_LOAD, 404, NONE, FIX_CONFIGURATION",
    "CREATE_LOAD, 408, UNKNOWN, RETRY_WITH_SAME_KEY",
    "CREATE_LOAD, 425, UNKNOWN, RETRY_WITH_SAME_KEY",
    "CREATE_LOAD, 429, NONE, RETRY_LATER",
    "CREATE_LOAD, 500, UNKNOWN, RETRY_WITH_SAME_KEY",
    "CREATE_LOAD, 503, UNKNOWN, RETRY_WITH_SAME_KEY",
    "CREATE_LOAD, cancelled, UNKNOWN, RETRY_WITH_SAME_KEY",
    "GET_LOAD_POSITION, lost, UNKNOWN, NONE",
    "GET_LOAD_POSITION, timeout, UNKNOWN, NONE",
    "GET_LOAD_POSITION, neverSent, NONE, RETRY_LATER",
    "GET_LOAD_POSITION, untrusted, NONE, FIX_CONFIGURATION",
    "GET_LOAD_POSITION, billing, NONE, RETRY_LATER",
    "GET_LOAD_POSITION, funds, NONE, TOP_UP",
    "GET_LOAD_POSITION, unreadable, 0.02, NONE",
    "GET_LOAD_POSITION, otherLoad, UNKNOWN, NONE",
    "GET_LOAD_POSITION, gateway403, UNKNOWN, FIX_CONFIGURATION",
    "GET_LOAD_POSITION, 404, NONE, FIX_REQUEST",
    "GET_LOAD_POSITION, 408, UNKNOWN, NONE",
    "GET_LOAD_POSITION, 429, NONE, RETRY_LATER",
    "GET_LOAD_POSITION, 500, UNKNOWN, NONE",
    "GET_LOAD_POSITION, cancelled, UNKNOWN, NONE",
    "CREATE_TRACKED_LOAD, lost, UNKNOWN, NONE",
    "CREATE_TRACKED_LOAD, billing, NONE, RETRY_LATER",
    "CREATE_TRACKED_LOAD, 429, NONE, RETRY_LATER",
    "CREATE_TRACKED_LOAD, funds, NONE, TOP_UP",
    "GET_TRACKED_LOAD_POSITION, lost, UNKNOWN, NONE",
    "GET_TRACKED_LOAD_POSITION, billing, NONE, RETRY_LATER",
    "TOP_UP_BY_CARD, lost, UNKNOWN, NONE",
    "TOP_UP_BY_CARD, funds, NONE, TOP_UP",
    "TOP_UP_BY_CARD, neverSent, NONE, RETRY_LATER",
    "GET_BALANCE, lost, NONE, RETRY_LATER",
    "GET_BALANCE, cancelled, NONE, NONE",
  })
  void failedAttemptReportsItsChargeAndNextStep(
      Operation operation, String result, String charge, NextStep step) {
    CallInTable call = new CallInTable(operation);
    FreightException failure = call.exceptionAfter(result);
    assertThat(failure.charge()).isEqualTo(charge(charge)).isEqualTo(call.rules.total());
    assertThat(failure.nextStep()).isEqualTo(step);
    assertThat(failure.attempts()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0} at {1}: {2}")
  @CsvSource({
    "CREATE_LOAD, 0.65, 0.65",
    "CREATE_LOAD, 0, 0",
    "CREATE_LOAD,, UNKNOWN",
    "GET_LOAD_POSITION, 0.02, 0.02",
    "GET_LOAD_POSITION,, UNKNOWN",
    "CONFIRM_DELIVERY, 0, NONE",
    "CONFIRM_DELIVERY, 0.05, 0.05",
    "GET_BALANCE,, NONE",
  })
  void responseIsChargedAtThePriceRead(
      Operation operation, @Nullable BigDecimal price, String charge) {
    CallInTable call =
        new CallInTable(operation, TransportResults.spec(operation), RetryPolicy.standard(), price);
    AttemptResult<?> attempt = call.runAttempt("success");
    assertThat(attempt).isInstanceOf(Succeeded.class);
    assertThat(attempt.charge()).isEqualTo(charge(charge)).isEqualTo(call.rules.total());
    boolean isCharged = attempt.charge().kind() == Charge.Kind.CHARGED;
    if (isCharged) assertThat(attempt.charge().pricedAt()).isEqualTo(READ_AT);
  }

  @ParameterizedTest(name = "{0} at {1}: a lost answer leaves {2}")
  @CsvSource({
    "CREATE_LOAD,, UNKNOWN",
    "CREATE_LOAD, 0, UNKNOWN",
    "GET_LOAD_POSITION,, UNKNOWN",
    "GET_LOAD_POSITION, 0, UNKNOWN",
    "CONFIRM_DELIVERY,, NONE",
    "CONFIRM_DELIVERY, 0, NONE",
    "CONFIRM_DELIVERY, 0.05, UNKNOWN",
    "GET_BALANCE,, NONE",
    "TOP_UP_BY_CARD,, UNKNOWN",
  })
  void lostConfirmationIsFreeOnlyIfItsPriceIsZero(
      Operation operation, @Nullable BigDecimal price, String charge) {
    CallInTable call =
        new CallInTable(operation, TransportResults.spec(operation), RetryPolicy.standard(), price);
    assertThat(call.exceptionAfter("lost").charge()).isEqualTo(charge(charge));
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE_LOAD, UNKNOWN, RETRY_WITH_SAME_KEY",
    "GET_LOAD_POSITION, UNKNOWN, NONE",
    "GET_BALANCE, NONE, NONE"
  })
  void unreadableResponseMayHaveBeenCharged(
      Operation operation, Charge.Kind charge, NextStep step) {
    ResponseReader<Object> broken =
        answer -> {
          throw new NoClassDefFoundError("com/example/Missing");
        };
    CallInTable call =
        new CallInTable(
            operation,
            TransportResults.spec(operation, broken),
            RetryPolicy.standard(),
            TransportResults.price(operation));
    FreightException failure = call.exceptionAfter("success");
    assertThat(failure).isExactlyInstanceOf(FreightException.class);
    assertThat(failure.charge().kind()).isEqualTo(charge);
    assertThat(failure.nextStep()).isEqualTo(step);
  }

  @Test
  void lostReadIsRetryableOnlyWithRetryUnknownReads() {
    CallInTable call =
        new CallInTable(
            Operation.GET_LOAD_POSITION,
            TransportResults.spec(Operation.GET_LOAD_POSITION),
            RETRIES_READS,
            TransportResults.READ);
    FreightException failure = call.exceptionAfter("lost");
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void loadNotFoundIsReportedOnlyForCallsWithALoad() {
    assertThat(new CallInTable(Operation.GET_LOAD_POSITION).exceptionAfter("404"))
        .isInstanceOf(LoadNotFoundException.class);
    assertThat(new CallInTable(Operation.CREATE_LOAD).exceptionAfter("404"))
        .isNotInstanceOf(LoadNotFoundException.class);
  }

  @Test
  void redirectAndResponseOfAnotherServerAreFailures() {
    assertThat(new CallInTable(Operation.GET_BALANCE).exceptionAfter("300"))
        .isInstanceOf(UnexpectedStatusException.class);
    assertThat(new CallInTable(Operation.GET_LOAD_POSITION).exceptionAfter("gateway404"))
        .isInstanceOf(UnexpectedStatusException.class)
        .hasMessageContaining("api.example.com");
  }

  @Test
  void exceptionOfAnInterceptorIsTheCause() {
    assertThat(new CallInTable(Operation.GET_BALANCE).exceptionAfter("localFault"))
        .isExactlyInstanceOf(FreightException.class)
        .hasRootCauseInstanceOf(IOException.class)
        .hasRootCauseMessage("cut");
  }

  @Test
  void timeoutReportsItsKindAndLength() {
    assertThat(new CallInTable(Operation.GET_BALANCE).exceptionAfter("timeout"))
        .isInstanceOf(FreightTimeoutException.class)
        .hasMessageContaining("attempt timeout")
        .hasMessageContaining("30");
  }

  // --- several attempts ---

  @ParameterizedTest(name = "{0}: {1} then {2} is {3}")
  @CsvSource({
    "CREATE_LOAD, billing, success, 0.65",
    "CREATE_LOAD, lost, success, 0.65",
    "CREATE_LOAD, lost, replay, 0.65",
    "CREATE_LOAD, lost, billing, UNKNOWN",
    "CREATE_LOAD, lost, neverSent, UNKNOWN",
    "CREATE_LOAD, lost, 400, UNKNOWN",
    "CREATE_LOAD, lost, lost, UNKNOWN",
    "CREATE_LOAD, unreadable, lost, 0.65",
    "CREATE_LOAD, unreadable, billing, 0.65",
    "CREATE_LOAD, unreadable, success, 0.65",
    "GET_LOAD_POSITION, billing, success, 0.02",
    "GET_LOAD_POSITION, lost, success, UNKNOWN",
    "GET_LOAD_POSITION, lost, billing, UNKNOWN",
    "GET_LOAD_POSITION, lost, 404, UNKNOWN",
    "GET_LOAD_POSITION, neverSent, success, 0.02",
    "CREATE_TRACKED_LOAD, neverSent, success, 0.02",
  })
  void chargesOfAttemptsAddUp(Operation operation, String first, String second, String total) {
    CallInTable call =
        new CallInTable(
            operation,
            TransportResults.spec(operation),
            RETRIES_READS,
            TransportResults.price(operation));
    call.runAttempt(first);
    call.runAttempt(second);
    assertThat(call.rules.total()).isEqualTo(charge(total));
    assertThat(call.rules.attempts()).isEqualTo(2);
  }

  /** An attempt with a key that this call has paid for is free. */
  @ParameterizedTest(name = "{0}: {1}, then {2} is by itself {3}")
  @CsvSource({
    "CREATE_LOAD, unreadable, unreadable, NONE",
    "CREATE_LOAD, unreadable, success, NONE",
    "CREATE_LOAD, unreadable, replay, NONE",
    "CREATE_LOAD, unreadable, lost, NONE",
    "CREATE_LOAD, unreadable, gateway403, NONE",
    "CREATE_LOAD, lost, success, 0.65",
    "CREATE_LOAD, lost, lost, UNKNOWN",
    "GET_LOAD_POSITION, unreadable, success, 0.02",
    "GET_LOAD_POSITION, success, lost, UNKNOWN",
  })
  void eachAttemptHasItsOwnCharge(Operation operation, String first, String second, String charge) {
    CallInTable call =
        new CallInTable(
            operation,
            TransportResults.spec(operation),
            RETRIES_READS,
            TransportResults.price(operation));
    boolean wasCharged = call.runAttempt(first).wasCharged();
    AttemptResult<?> again = call.runAttempt(second);
    assertThat(again.charge()).isEqualTo(charge(charge));
    if (second.equals("unreadable"))
      assertThat(again.wasCharged()).as("reported to the ledger as paid").isTrue();
    if (wasCharged) assertThat(call.rules.total().kind()).isNotEqualTo(Charge.Kind.NONE);
  }

  @ParameterizedTest(name = "a creation: {0}, then {1} is {2}")
  @CsvSource({
    "lost, untrusted, RETRY_WITH_SAME_KEY",
    "lost, localFaultUnsent, RETRY_WITH_SAME_KEY",
    "lost, 401, FIX_KEY",
    "lost, funds, TOP_UP",
    "billing, untrusted, FIX_CONFIGURATION",
    "unreadable, gateway404, RETRY_WITH_SAME_KEY",
  })
  void possiblyPaidLoadIsFetchedWithItsKey(String first, String second, NextStep step) {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    call.runAttempt(first);
    FreightException failure = call.exceptionAfter(second);
    assertThat(failure.nextStep()).isEqualTo(step);
    assertThat(failure.attempts()).isEqualTo(2);
  }

  @Test
  void paidLoadIsRetryableAfterAGatewayResponse() {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    call.runAttempt("unreadable");
    FreightException failure = call.exceptionAfter("gateway404");
    assertThat(failure.charge()).isEqualTo(charge("0.65"));
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
  }

  /** The charge is certain, but its amount is the price that was read last. */
  @Test
  void keyLostAtAnotherPriceIsChargedAtTheNewestPrice() {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    call.runAttempt("lost");
    call.rules.setPrice(new Price(new BigDecimal("0.80"), READ_AT), false);
    call.runAttempt("success");
    assertThat(call.rules.total()).isEqualTo(charge("0.80"));
  }

  // --- charges of the guard ---

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "unreadable, 0.65",
    "unreadable, NONE",
    "lost, UNKNOWN",
    "401, NONE",
  })
  void failureReportsTheChargeOfTheGuard(String result, String charge) {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    Failure failure = call.failureAfter(result);
    FreightException reported = failure.with(charge(charge)).exception();
    assertThat(reported.charge()).isEqualTo(charge(charge));
    assertThat(reported).hasSameClassAs(failure.exception());
  }

  // --- calls that end without a response ---

  private static Failure refused(CallInTable call, NextStep step) {
    return call.rules.refusalUnlessChargeUnknown(
        step,
        made ->
            new PriceLimitExceededException(made, TransportResults.CREATE, TransportResults.READ));
  }

  @ParameterizedTest
  @EnumSource(names = {"RETRY_LATER", "RAISE_LIMIT", "NONE"})
  void refusalBeforeTheFirstAttemptIsFree(NextStep step) {
    FreightException failure = refused(new CallInTable(Operation.CREATE_LOAD), step).exception();
    assertThat(failure).isInstanceOf(PriceLimitExceededException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(step);
    assertThat(failure.attempts()).isZero();
  }

  @Test
  void refusalDoesNotHideAFailureWithAnUnknownCharge() {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    call.runAttempt("lost");
    FreightException failure = refused(call, NextStep.RAISE_LIMIT).exception();
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.getSuppressed())
        .hasExactlyElementsOfTypes(PriceLimitExceededException.class);
  }

  @Test
  void refusalReplacesAFreeFailure() {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    call.runAttempt("billing");
    assertThat(refused(call, NextStep.RAISE_LIMIT).exception())
        .isInstanceOf(PriceLimitExceededException.class)
        .hasNoSuppressedExceptions();
  }

  @Test
  void timeoutReportsTheFailureBefore() {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    FreightException unsent = call.rules.lastFailureOrTimeout(ATTEMPT).exception();
    assertThat(unsent).isInstanceOf(FreightTimeoutException.class);
    assertThat(unsent.charge()).isEqualTo(Charge.NONE);
    assertThat(unsent.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    call.runAttempt("400");
    assertThat(call.rules.lastFailureOrTimeout(ATTEMPT).exception())
        .isInstanceOf(InvalidRequestException.class);
  }

  @ParameterizedTest(name = "a loss before {0}: {1}, {2}")
  @CsvSource({"false, NONE, NONE", "true, UNKNOWN, RETRY_WITH_SAME_KEY"})
  void cancellationBetweenAttemptsReportsTheirCharge(
      boolean lostBefore, String charge, NextStep step) {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    if (lostBefore) call.runAttempt("lost");
    FreightException failure = call.rules.cancelledBeforeSending("closed").exception();
    assertThat(failure).isInstanceOf(FreightCancelledException.class);
    assertThat(failure.charge()).isEqualTo(charge(charge));
    assertThat(failure.nextStep()).isEqualTo(step);
  }

  /**
   * For example, a key supplier that calls another service and fails with the charge of that call.
   */
  @ParameterizedTest(name = "a loss before {0}: {1}")
  @CsvSource({"true, UNKNOWN", "false, NONE"})
  void chargeOfAnotherCallIsNotReported(boolean lostBefore, String charge) {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    if (lostBefore) call.runAttempt("lost");
    FreightException anotherFailure =
        new FreightCancelledException(
            FailedCall.of(Operation.GET_LOAD_POSITION)
                .withCharge(lostBefore ? Charge.NONE : Charge.charged(TransportResults.READ)),
            "another call");
    FreightException failure =
        call.rules.codeThrew("the agent key supplier", anotherFailure).exception();
    assertThat(failure.charge()).isEqualTo(charge(charge));
    assertThat(failure.operation()).isEqualTo(Operation.CREATE_LOAD);
    assertThat(failure).hasRootCause(anotherFailure);
  }

  @ParameterizedTest(name = "after a loss: {0}")
  @CsvSource({"false, RETRY_LATER", "true, RETRY_WITH_SAME_KEY"})
  void exceptionOfTheGuardIsRetryable(boolean lostBefore, NextStep step) {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    if (lostBefore) call.runAttempt("lost");
    FreightException failure = call.rules.guardThrew(new IOException("gone")).exception();
    assertThat(failure.nextStep()).isEqualTo(step);
  }

  /** A call that is free so far has the next step of the failed price read. */
  @ParameterizedTest(name = "after {0}: {1}")
  @CsvSource({"billing, FIX_CONFIGURATION", "unreadable, RETRY_WITH_SAME_KEY"})
  void unreadablePriceListDoesNotHideAPaidCall(String first, NextStep step) {
    CallInTable call = new CallInTable(Operation.CREATE_LOAD);
    call.runAttempt(first);
    Charge charge = call.rules.total();
    Failure read =
        new Failure(
            FailedCall.of(Operation.GET_PRICING).withNextStep(NextStep.FIX_CONFIGURATION),
            made ->
                new FreightConnectionException(made, "unknown host", true, new IOException("no")));

    FreightException reported = call.rules.priceUnavailable(read).exception();

    assertThat(reported).isInstanceOf(FreightConnectionException.class);
    assertThat(reported.operation()).isEqualTo(Operation.CREATE_LOAD);
    assertThat(reported.charge()).isEqualTo(charge);
    assertThat(reported.nextStep()).isEqualTo(step);
    assertThat(reported.getSuppressed()).containsExactly(read.exception());
  }

  // --- random attempts ---

  /** A possible charge is never reported as free, and a reported charge is the real one. */
  @ParameterizedTest
  @CsvSource({"CREATE_LOAD", "GET_LOAD_POSITION", "CREATE_TRACKED_LOAD", "CONFIRM_DELIVERY"})
  void totalIsTrueForRandomAttempts(Operation operation) {
    List<String> all =
        List.of(
            "success",
            "lost",
            "timeout",
            "neverSent",
            "untrusted",
            "localFault",
            "billing",
            "funds",
            "unreadable",
            "gateway403",
            "401",
            "500",
            "cancelled");
    Random random = new Random(20261124);
    for (int calls = 0; calls < 2_000; calls++) {
      BigDecimal price = random.nextInt(4) == 0 ? null : TransportResults.price(operation);
      CallInTable call =
          new CallInTable(operation, TransportResults.spec(operation), RETRIES_READS, price);
      List<Charge> each = new ArrayList<>();
      for (int attempts = 1 + random.nextInt(4); attempts > 0; attempts--) {
        each.add(call.runAttempt(all.get(random.nextInt(all.size()))).charge());
      }
      assertThat(call.rules.total()).as("%s at %s", each, price).isEqualTo(sum(operation, each));
    }
  }

  /**
   * A key has at most one debit, so the most certain attempt decides. Without a key, all add up.
   */
  private static Charge sum(Operation operation, List<Charge> each) {
    if (operation != Operation.CREATE_LOAD) return each.stream().reduce(Charge.NONE, Charge::plus);
    return each.stream()
        .reduce((one, other) -> other.kind().compareTo(one.kind()) >= 0 ? other : one)
        .orElseThrow();
  }
}
