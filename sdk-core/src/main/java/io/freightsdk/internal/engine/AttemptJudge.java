package io.freightsdk.internal.engine;

import io.freightsdk.Charge;
import io.freightsdk.error.ApiAnswer;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.engine.AttemptResult.Failed;
import io.freightsdk.internal.engine.AttemptResult.Succeeded;
import io.freightsdk.internal.json.AnswerReader;
import io.freightsdk.internal.json.ApiError;
import io.freightsdk.internal.json.Reading;
import io.freightsdk.internal.json.Refusal;
import io.freightsdk.internal.json.RefusalReader;
import io.freightsdk.internal.json.UnreadableAnswer;
import io.freightsdk.internal.retry.FailureClass;
import io.freightsdk.internal.retry.RepeatClass;
import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.util.function.Function;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Says what an attempt means: success or which failure, what it cost, what comes next. Pure.
 *
 * @param price what one paid attempt costs, in USD; null when unknown
 * @param before what the attempts before this one came to
 * @param attempt number of this attempt, from 1
 */
record AttemptJudge(
    CallPlan plan, RetryPolicy policy, @Nullable BigDecimal price, Charge before, int attempt) {

  /** An answer came whole. */
  <T> AttemptResult<T> answered(WireAnswer answer, AnswerReader<T> reader) {
    return answer.successful() ? read(answer, reader) : refused(answer);
  }

  /** No whole answer came within the time that the attempt was given. */
  <T> AttemptResult<T> broken(WireFailure wire, AttemptLimit limit) {
    FailureClass failure =
        wire.neverSent() ? FailureClass.NEVER_SENT : FailureClass.UNKNOWN_OUTCOME;
    Throwable foreign = wire.foreign();
    if (foreign != null) {
      FailureClass abandoned = wire.neverSent() ? failure : FailureClass.ABANDONED;
      return failed(
          abandoned,
          charge(abandoned, null),
          NextStep.NONE,
          facts ->
              new UnexpectedFailureException(
                  withoutRetry(facts), "an interceptor of the OkHttpClient", foreign));
    }
    Charge charge = charge(failure, null);
    if (wire.timedOut()) {
      return failed(
          failure,
          charge,
          NextStep.RETRY_LATER,
          facts ->
              new FreightTimeoutException(
                  facts, limit.name(), limit.time(), wire.neverSent(), wire.cause()));
    }
    return failed(
        failure,
        charge,
        NextStep.RETRY_LATER,
        facts -> new FreightConnectionException(facts, fact(wire), wire.neverSent(), wire.cause()));
  }

  private static String fact(WireFailure wire) {
    if (!wire.neverSent()) return "the connection broke after the request was sent";
    return wire.refusedUnread()
        ? "the server turned the request away unread, nothing was processed"
        : "no connection, nothing was sent; check the base URL and the network";
  }

  /** The caller ended the call while this attempt was under way. */
  <T> Failed<T> cancelled(String why, boolean neverSent) {
    Charge charge = neverSent ? Charge.NONE : charge(FailureClass.ABANDONED, null);
    return failed(
        FailureClass.ABANDONED,
        charge,
        NextStep.NONE,
        facts -> new FreightCancelledException(facts, why));
  }

  /** The facts of a call that ends between two attempts. */
  FailureFacts factsBetweenAttempts(NextStep nextStep) {
    return facts(FailureClass.ABANDONED, before, nextStep);
  }

  private <T> AttemptResult<T> read(WireAnswer answer, AnswerReader<T> reader) {
    try {
      Reading<T> reading = reader.read(answer);
      Charge charge = ChargeRules.ofAnswer(reading.paid(), price);
      return new Succeeded<>(
          reading,
          charge,
          ChargeRules.total(plan.operation(), before, charge),
          answer.status(),
          answer.headers());
    } catch (UnreadableAnswer e) {
      Charge charge =
          e.paid() ? ChargeRules.ofAnswer(true, price) : charge(FailureClass.UNREADABLE, null);
      return failed(
          FailureClass.UNREADABLE,
          charge,
          NextStep.NONE,
          facts -> decoding(facts, answer.status(), e),
          answer,
          e.loadNumber());
    }
  }

  private static FreightException decoding(FailureFacts facts, int status, UnreadableAnswer e) {
    return new FreightDecodingException(
        facts, status, e.fact(), e.path(), e.excerpt(), e.loadNumber(), e.getCause());
  }

  private <T> AttemptResult<T> refused(WireAnswer answer) {
    Refusal refusal = RefusalReader.read(answer.body());
    ApiError error = ApiError.of(answer.status(), refusal);
    ApiAnswer apiAnswer =
        new ApiAnswer(
            answer.status(), refusal.error(), refusal.code(), answer.headers().toMultimap());
    return failed(
        error.failureClass(),
        charge(error.failureClass(), answer.status()),
        error.nextStep(),
        facts -> error.exception(facts, apiAnswer, refusal),
        answer,
        null);
  }

  private Charge charge(FailureClass failure, @Nullable Integer status) {
    return ChargeRules.canCost(plan.operation(), price)
        ? ChargeRules.ofFailure(failure, status)
        : Charge.NONE;
  }

  private <T> Failed<T> failed(
      FailureClass failure,
      Charge charge,
      NextStep nextStep,
      Function<FailureFacts, FreightException> exception) {
    return failed(failure, charge, nextStep, exception, null, null);
  }

  private <T> Failed<T> failed(
      FailureClass failure,
      Charge charge,
      NextStep nextStep,
      Function<FailureFacts, FreightException> exception,
      @Nullable WireAnswer answer,
      @Nullable String loadNumber) {
    Charge total = ChargeRules.total(plan.operation(), before, charge);
    Integer status = answer == null ? null : Integer.valueOf(answer.status());
    Headers headers = answer == null ? null : answer.headers();
    return new Failed<>(
        failure,
        exception.apply(facts(failure, total, nextStep)),
        loadNumber,
        charge,
        total,
        status,
        headers);
  }

  private FailureFacts facts(FailureClass failure, Charge total, NextStep nextStep) {
    RepeatClass repeat = RepeatClass.of(plan.operation());
    boolean open = total.kind() == Charge.Kind.UNKNOWN;
    boolean keyed = repeat == RepeatClass.KEYED;
    boolean retryable =
        failure == FailureClass.ABANDONED
            ? keyed || total.equals(Charge.NONE)
            : RetryTable.allows(RetryTable.verdict(failure, repeat), policy);
    return new FailureFacts(
        plan.operation(),
        total,
        retryable,
        nextStep(failure, nextStep, open, keyed, retryable),
        attempt,
        plan.idempotencyKey());
  }

  private static NextStep nextStep(
      FailureClass failure, NextStep usual, boolean open, boolean keyed, boolean retryable) {
    boolean answered =
        failure == FailureClass.REFUSED || failure == FailureClass.INSUFFICIENT_FUNDS;
    if (answered) {
      return usual;
    }
    if (keyed && (open || failure == FailureClass.UNREADABLE)) {
      return NextStep.RETRY_WITH_SAME_KEY;
    }
    return open && !retryable ? NextStep.NONE : usual;
  }

  private static FailureFacts withoutRetry(FailureFacts facts) {
    return new FailureFacts(
        facts.operation(),
        facts.charge(),
        false,
        facts.nextStep(),
        facts.attempts(),
        facts.idempotencyKey());
  }
}
