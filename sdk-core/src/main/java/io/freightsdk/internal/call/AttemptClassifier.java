package io.freightsdk.internal.call;

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
import io.freightsdk.internal.call.Attempt.Failed;
import io.freightsdk.internal.call.Attempt.Succeeded;
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
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.Function;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Says what an attempt means: success or which failure, what it cost, what comes next. Pure; a
 * charge is {@code NONE} or {@code EXACT} only when that is certain.
 *
 * @param lostAtAnotherPrice whether an earlier attempt was lost at another price than this one's
 * @param price what one paid attempt costs, in USD; null when unknown
 * @param chargedBefore what the key is known to have cost already; null when nothing
 * @param before what the attempts before this one came to
 * @param number of this attempt, from 1
 */
record AttemptClassifier(
    CallPlan plan,
    RetryPolicy policy,
    boolean lostAtAnotherPrice,
    @Nullable BigDecimal price,
    @Nullable BigDecimal chargedBefore,
    Charge before,
    int number,
    String callId) {

  /** An answer came whole. */
  <T> Attempt<T> answered(WireAnswer answer, AnswerReader<T> reader) {
    return answer.successful() ? read(answer, reader) : refused(answer);
  }

  /** No whole answer came. */
  <T> Attempt<T> broken(WireFailure wire, String timeoutName, Duration timeout) {
    boolean sent = !wire.neverSent();
    return switch (wire.kind()) {
      case FOREIGN -> foreign(wire, sent);
      case TIMEOUT ->
          failed(
              sent ? FailureClass.UNKNOWN_OUTCOME : FailureClass.NEVER_SENT,
              NextStep.RETRY_LATER,
              facts ->
                  new FreightTimeoutException(
                      facts, timeoutName, timeout, wire.neverSent(), wire.cause()));
      case CERTIFICATE -> unconnected(FailureClass.UNTRUSTED, NextStep.FIX_REQUEST, wire);
      default ->
          sent
              ? unconnected(FailureClass.UNKNOWN_OUTCOME, NextStep.RETRY_LATER, wire)
              : unconnected(FailureClass.NEVER_SENT, NextStep.RETRY_LATER, wire);
    };
  }

  private <T> Attempt<T> unconnected(FailureClass failure, NextStep step, WireFailure wire) {
    String fact = fact(wire);
    return failed(
        failure,
        step,
        facts -> new FreightConnectionException(facts, fact, wire.neverSent(), wire.cause()));
  }

  /** The host is the base URL's, which is no secret; the path, with its load number, stays out. */
  private static String fact(WireFailure wire) {
    String to = wire.target() + reason(wire.cause());
    return switch (wire.kind()) {
      case DNS -> "unknown host " + to + ", nothing was sent; check the base URL and the DNS";
      case CONNECT ->
          "no connection to " + to + ", nothing was sent; check the base URL and the network";
      case CERTIFICATE ->
          "the certificate of "
              + to
              + " is not trusted, nothing was sent; check the base URL and the trust store";
      case TLS -> "the TLS handshake with " + to + " failed, nothing was sent; check the base URL";
      case PROXY ->
          "no connection through the "
              + to
              + ", which may want a login (407), nothing was sent; check the proxy of the client";
      case REFUSED_UNREAD -> "the server turned the request away unread, nothing was processed";
      default ->
          wire.neverSent()
              ? "no connection to " + to + ", nothing was sent; check the base URL and the network"
              : "the connection broke after the request was sent";
    };
  }

  /** What the deepest cause says: OkHttp's own message tells less than the socket's. */
  private static String reason(@Nullable Throwable thrown) {
    Throwable deepest = thrown;
    for (int i = 0; i < 8 && deepest != null && deepest.getCause() != null; i++) {
      deepest = deepest.getCause();
    }
    String message = deepest == null ? null : deepest.getMessage();
    if (message == null || message.isBlank()) return "";
    int end = message.indexOf('\n');
    String line = end < 0 ? message : message.substring(0, end);
    return " (" + (line.length() > 200 ? line.substring(0, 200) : line) + ")";
  }

  private <T> Attempt<T> foreign(WireFailure wire, boolean sent) {
    Throwable thrown = wire.cause();
    return failed(
        sent ? FailureClass.ABANDONED : FailureClass.NEVER_SENT,
        NextStep.NONE,
        facts ->
            new UnexpectedFailureException(
                facts.toBuilder().retryable(false).build(),
                "an interceptor of the OkHttpClient",
                thrown == null ? new IllegalStateException("no cause") : thrown));
  }

  /** The caller ended the call while this attempt was under way. */
  <T> Failed<T> cancelled(String why) {
    return failed(
        FailureClass.ABANDONED, NextStep.NONE, facts -> new FreightCancelledException(facts, why));
  }

  // --- answers ---

  private <T> Attempt<T> read(WireAnswer answer, AnswerReader<T> reader) {
    try {
      Reading<T> reading = reader.read(answer);
      Charge charge = reading.paid() ? charged() : Charge.NONE;
      return new Succeeded<>(reading, charge, total(charge), answer.status(), answer.headers());
    } catch (UnreadableAnswer e) {
      Charge charge = e.paid() ? charged() : ofFailure(FailureClass.UNREADABLE);
      return failed(
          FailureClass.UNREADABLE,
          charge,
          NextStep.NONE,
          facts ->
              new FreightDecodingException(
                  facts,
                  answer.status(),
                  e.fact(),
                  e.path(),
                  e.excerpt(),
                  e.loadNumber(),
                  e.getCause()),
          answer,
          e.loadNumber());
    }
  }

  /** What an answer costs that the service charges for. */
  private Charge charged() {
    if (chargedBefore != null) return Charge.NONE;
    return price == null || lostAtAnotherPrice ? Charge.UNKNOWN : Charge.exact(price);
  }

  private <T> Attempt<T> refused(WireAnswer answer) {
    Refusal refusal = RefusalReader.read(answer.body());
    boolean ofALoad = plan.loadNumber() != null;
    ApiError error = ApiError.of(answer.status(), refusal, ofALoad);
    ApiAnswer apiAnswer =
        new ApiAnswer(
            answer.status(), refusal.error(), refusal.code(), answer.headers().toMultimap());
    return failed(
        error.failureClass(),
        ofFailure(error.failureClass()),
        error.nextStep(),
        facts -> error.exception(facts, apiAnswer, refusal, answer.url()),
        answer,
        null);
  }

  // --- charges ---

  /** Whether an attempt can move money: by the live price, or by the operation without one. */
  private boolean canCost() {
    if (plan.operation() == Operation.TOP_UP_BY_CARD) {
      return true; // Not the balance, but the card behind it.
    }
    if (price != null) return price.signum() > 0;
    return switch (RepeatClass.of(plan.operation())) {
      case KEYED, PAID_READ, UNREPEATABLE -> true;
      case FREE_READ, CONFIRMATION -> false;
    };
  }

  private Charge ofFailure(FailureClass failure) {
    if (!canCost()) return Charge.NONE;
    return switch (failure) {
      case NEVER_SENT, UNTRUSTED, BILLING_UNAVAILABLE, INSUFFICIENT_FUNDS, REFUSED -> Charge.NONE;
      case UNKNOWN_OUTCOME, STRANGER, UNREADABLE, ABANDONED -> Charge.UNKNOWN;
    };
  }

  /** What all attempts came to after this one. */
  private Charge total(Charge charge) {
    if (RepeatClass.of(plan.operation()) != RepeatClass.KEYED) return before.plus(charge);
    // One key is one debit at most: the attempt that knows most speaks for all. A replay of what
    // the books know as charged settles an earlier loss too.
    boolean settled = chargedBefore != null && charge.equals(Charge.NONE);
    return settled || weight(charge) >= weight(before) ? charge : before;
  }

  /** A debit that is certain outweighs one that is possible, and that outweighs none. */
  private static int weight(Charge charge) {
    return switch (charge.kind()) {
      case NONE -> 0;
      case UNKNOWN -> 1;
      case EXACT -> 2;
    };
  }

  // --- failures ---

  private <T> Failed<T> failed(
      FailureClass failure, NextStep nextStep, Function<FailureFacts, FreightException> exception) {
    return failed(failure, ofFailure(failure), nextStep, exception, null, null);
  }

  private <T> Failed<T> failed(
      FailureClass failure,
      Charge charge,
      NextStep nextStep,
      Function<FailureFacts, FreightException> exception,
      @Nullable WireAnswer answer,
      @Nullable String loadNumber) {
    Charge total = total(charge);
    Headers headers = answer == null ? null : answer.headers();
    return new Failed<>(
        failure,
        exception.apply(facts(failure, total, nextStep, headers)),
        loadNumber,
        charge,
        total,
        answer == null ? null : Integer.valueOf(answer.status()),
        headers);
  }

  private FailureFacts facts(
      FailureClass failure, Charge total, NextStep usual, @Nullable Headers headers) {
    RepeatClass repeat = RepeatClass.of(plan.operation());
    boolean open = total.kind() == Charge.Kind.UNKNOWN;
    boolean keyed = repeat == RepeatClass.KEYED;
    boolean retryable =
        failure == FailureClass.ABANDONED
            ? keyed || total.equals(Charge.NONE)
            : RetryTable.allows(RetryTable.verdict(failure, repeat), policy);
    return FailureFacts.builder(plan.operation())
        .charge(total)
        .retryable(retryable)
        .nextStep(nextStep(failure, usual, open, keyed, retryable))
        .attempts(number)
        .idempotencyKey(plan.idempotencyKey())
        .callId(callId)
        .requestId(headers == null ? null : headers.get("X-Request-Id"))
        .build();
  }

  private static NextStep nextStep(
      FailureClass failure, NextStep usual, boolean open, boolean keyed, boolean retryable) {
    boolean answered =
        failure == FailureClass.REFUSED || failure == FailureClass.INSUFFICIENT_FUNDS;
    if (answered) return usual;
    if (keyed && (open || failure == FailureClass.UNREADABLE)) {
      return NextStep.RETRY_WITH_SAME_KEY;
    }
    boolean setUp = failure == FailureClass.STRANGER || failure == FailureClass.UNTRUSTED;
    if (setUp) return usual;
    return open && !retryable ? NextStep.NONE : usual;
  }
}
