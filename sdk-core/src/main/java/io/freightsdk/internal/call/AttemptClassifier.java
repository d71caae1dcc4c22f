package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Earlier;
import io.freightsdk.error.ApiAnswer;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.call.AttemptClassifier.Attempt.Failed;
import io.freightsdk.internal.call.AttemptClassifier.Attempt.Succeeded;
import io.freightsdk.internal.json.AnswerReader.Reading;
import io.freightsdk.internal.json.AnswerReader.UnreadableAnswer;
import io.freightsdk.internal.json.ApiError;
import io.freightsdk.internal.json.Refusal;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.retry.RetryTable.FailureClass;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides what the outcome of an attempt means: success or which failure, what it cost and what to
 * do next. Pure; a charge is {@code NONE} or {@code CHARGED} only when that is certain.
 *
 * @param price what one paid attempt costs; null when unknown
 * @param earlier what the key is known to have bought already; null when nothing
 * @param before the charge of the attempts before this one
 * @param number of this attempt, from 1
 */
record AttemptClassifier(
    CallSpec<?> spec,
    RepeatClass repeat,
    RetryPolicy policy,
    @Nullable Price price,
    @Nullable Earlier earlier,
    Charge before,
    int number,
    String callId) {
  private static final String REQUEST_ID = "X-Request-Id";

  /** How an attempt ended, with its own charge and the charge of all attempts. */
  sealed interface Attempt<T> {
    Charge charge();

    /** The charge of all attempts so far. */
    Charge total();

    /** Whether an answer says that the service has charged it, whatever it cost. */
    boolean isPaid();

    /** The complete answer; null when none came. */
    @Nullable WireAnswer answer();

    /** The load that the answer names; null when there is none. */
    @Nullable String loadNumber();

    /** What the attempt failed with; null when it succeeded. */
    default @Nullable FreightException failure() {
      return null;
    }

    /** The {@code X-Request-Id} of the answer; null without one. */
    default @Nullable String requestId() {
      WireAnswer answer = answer();
      return answer == null ? null : answer.headers().get(REQUEST_ID);
    }

    record Succeeded<T>(
        Reading<T> reading,
        Charge charge,
        Charge total,
        boolean isPaid,
        WireAnswer answer,
        @Nullable String body)
        implements Attempt<T> {
      @Override
      public @Nullable String loadNumber() {
        return reading.loadNumber();
      }
    }

    /**
     * No result.
     *
     * @param form makes the same failure of other facts
     */
    record Failed<T>(
        FailureClass failureClass,
        FreightException failure,
        Function<FailureFacts, FreightException> form,
        Charge charge,
        Charge total,
        boolean isPaid,
        @Nullable WireAnswer answer,
        @Nullable String loadNumber)
        implements Attempt<T> {}
  }

  /**
   * What came of a request, read once. Whose answer it is says whether its connection may go on.
   */
  sealed interface Heard<T> {
    /** Whether the answer is that of this request: read, and of its load. */
    default boolean isOurs() {
      return false;
    }

    record Nothing<T>(WireFailure failure) implements Heard<T> {}

    /** A complete answer. */
    sealed interface Answer<T> extends Heard<T> {
      WireAnswer answer();
    }

    record Result<T>(WireAnswer answer, Reading<T> reading, @Nullable String body)
        implements Answer<T> {
      @Override
      public boolean isOurs() {
        return true;
      }
    }

    record No<T>(WireAnswer answer, Refusal refusal) implements Answer<T> {
      @Override
      public boolean isOurs() {
        return refusal.whole() && refusal.error() != null;
      }
    }

    record Unreadable<T>(WireAnswer answer, UnreadableAnswer why) implements Answer<T> {}

    /** The client itself failed, for example without memory. */
    record Fault<T>(WireAnswer answer, Throwable thrown) implements Answer<T> {}

    /** Reads the answer, which empties it. Throws nothing. */
    static <T> Heard<T> of(Exchange.Result came, CallSpec<T> spec) {
      if (came instanceof WireFailure failure) return new Nothing<>(failure);
      WireAnswer answer = (WireAnswer) came;
      try {
        boolean refused = answer.status() < 200 || answer.status() >= 300;
        if (refused) return new No<>(answer, Refusal.read(answer.body()));
        String body = spec.options().keepBody() ? answer.body().snapshot().utf8() : null;
        return new Result<>(answer, spec.reader().read(answer), body);
      } catch (UnreadableAnswer why) {
        return new Unreadable<>(answer, why);
      } catch (Throwable fault) {
        return new Fault<>(answer, fault);
      }
    }
  }

  /**
   * What an attempt came to.
   *
   * @param timeoutName what {@code timeout} is the limit of
   */
  <T> Attempt<T> attempt(Heard<T> heard, String timeoutName, Duration timeout) {
    if (heard instanceof Heard.Nothing<T> cut) return broken(cut.failure, timeoutName, timeout);
    Heard.Answer<T> answer = (Heard.Answer<T>) heard;
    try {
      return answered(answer);
    } catch (Throwable fault) {
      return faulty(answer.answer(), fault);
    }
  }

  private <T> Attempt<T> answered(Heard.Answer<T> heard) {
    WireAnswer answer = heard.answer();
    if (heard instanceof Heard.Result<T> result) return succeeded(result);
    if (heard instanceof Heard.No<T> no) return refused(answer, no.refusal);
    return heard instanceof Heard.Unreadable<T> damaged
        ? unreadable(answer, damaged.why)
        : faulty(answer, ((Heard.Fault<T>) heard).thrown);
  }

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
      case CERTIFICATE -> unconnected(FailureClass.UNTRUSTED, NextStep.FIX_SETUP, wire);
      case DNS, PROXY -> unconnected(FailureClass.NEVER_SENT, NextStep.FIX_SETUP, wire);
      default ->
          sent
              ? unconnected(FailureClass.UNKNOWN_OUTCOME, NextStep.RETRY_LATER, wire)
              : unconnected(FailureClass.NEVER_SENT, NextStep.RETRY_LATER, wire);
    };
  }

  private <T> Attempt<T> unconnected(FailureClass failure, NextStep step, WireFailure wire) {
    return failed(
        failure,
        step,
        facts ->
            new FreightConnectionException(facts, wire.fact(), wire.neverSent(), wire.cause()));
  }

  private <T> Attempt<T> foreign(WireFailure wire, boolean sent) {
    Throwable thrown = wire.cause();
    return failed(
        sent ? FailureClass.ABANDONED : FailureClass.NEVER_SENT,
        NextStep.NONE,
        facts ->
            new UnexpectedFailureException(
                facts.toBuilder().retryable(false).build(),
                wire.target(),
                thrown == null ? new IllegalStateException("no cause") : thrown));
  }

  /** The caller cancelled the call during this attempt. */
  <T> Failed<T> cancelled(String why) {
    return failed(
        FailureClass.ABANDONED, NextStep.NONE, facts -> new FreightCancelledException(facts, why));
  }

  // --- answers ---

  private <T> Attempt<T> succeeded(Heard.Result<T> heard) {
    Reading<T> reading = heard.reading;
    // A confirmation is free by the description; a price in the list says otherwise.
    boolean paid = reading.paid() || (repeat == RepeatClass.CONFIRMATION && canCost());
    Charge charge = paid ? charged(reading.loadNumber()) : Charge.NONE;
    return new Succeeded<>(reading, charge, total(charge), paid, heard.answer, heard.body);
  }

  private <T> Attempt<T> unreadable(WireAnswer answer, UnreadableAnswer e) {
    FailureClass failure = e.ofAStranger ? FailureClass.STRANGER : FailureClass.UNREADABLE;
    Charge charge = e.paid ? charged(e.loadNumber) : ofFailure(failure);
    return failed(
        failure,
        charge,
        e.paid,
        e.ofAStranger ? NextStep.FIX_SETUP : NextStep.NONE,
        facts ->
            new FreightDecodingException(
                facts, answer.status(), e.fact, e.path, e.excerpt, e.loadNumber, e.getCause()),
        answer,
        e.loadNumber);
  }

  /** The service may have charged what the client itself could not read. */
  private <T> Attempt<T> faulty(WireAnswer answer, Throwable fault) {
    return failed(
        FailureClass.ABANDONED,
        ofFailure(FailureClass.ABANDONED),
        false,
        NextStep.NONE,
        facts -> new UnexpectedFailureException(facts, "the client itself", fault),
        answer,
        null);
  }

  /** The charge of an answer that the service charges for. */
  private Charge charged(@Nullable String loadNumber) {
    if (earlier != null) {
      String before = earlier.loadNumber();
      // The service has forgotten the key, or the answer is of another request.
      boolean another = before != null && loadNumber != null && !before.equals(loadNumber);
      return another ? Charge.UNKNOWN : Charge.NONE;
    }
    if (price == null || price.usd() == null) return Charge.UNKNOWN;
    return Charge.charged(price.usd(), price.readAt());
  }

  private <T> Attempt<T> refused(WireAnswer answer, Refusal refusal) {
    boolean ofALoad = spec.loadNumber() != null;
    ApiError error = ApiError.of(answer.status(), refusal, ofALoad);
    ApiAnswer apiAnswer =
        new ApiAnswer(
            answer.status(), refusal.error(), refusal.code(), answer.headers().toMultimap());
    return failed(
        error.failureClass(),
        ofFailure(error.failureClass()),
        false,
        error.nextStep(),
        facts -> error.exception(facts, apiAnswer, refusal, answer.url()),
        answer,
        null);
  }

  // --- charges ---

  /** Whether an attempt can move money, of the balance or of the card behind it. */
  private boolean canCost() {
    return switch (repeat) {
      case KEYED, PAID_READ, UNREPEATABLE, CARD -> true;
      case OTHER -> spec.mayCost();
      case CONFIRMATION -> price != null && price.usd() != null && price.usd().signum() > 0;
      case FREE -> false;
    };
  }

  private Charge ofFailure(FailureClass failure) {
    if (!canCost() || earlier != null) return Charge.NONE;
    return switch (failure) {
      case NEVER_SENT, UNTRUSTED, NOT_PROCESSED, INSUFFICIENT_FUNDS, REFUSED -> Charge.NONE;
      case UNKNOWN_OUTCOME, STRANGER, UNREADABLE, ABANDONED -> Charge.UNKNOWN;
    };
  }

  private Charge total(Charge charge) {
    if (repeat != RepeatClass.KEYED) return before.plus(charge);
    // One key is one debit at most, so the most certain attempt decides for all: a certain debit
    // counts more than a possible one, and that counts more than none. That the key was charged
    // before settles a lost attempt too.
    return switch (charge.kind()) {
      case CHARGED -> charge;
      case UNKNOWN -> before.kind() == Charge.Kind.CHARGED ? before : charge;
      case NONE -> earlier != null && before.kind() == Charge.Kind.UNKNOWN ? Charge.NONE : before;
    };
  }

  // --- failures ---

  private <T> Failed<T> failed(
      FailureClass failure, NextStep nextStep, Function<FailureFacts, FreightException> exception) {
    return failed(failure, ofFailure(failure), false, nextStep, exception, null, null);
  }

  private <T> Failed<T> failed(
      FailureClass failure,
      Charge charge,
      boolean paid,
      NextStep nextStep,
      Function<FailureFacts, FreightException> exception,
      @Nullable WireAnswer answer,
      @Nullable String loadNumber) {
    Charge total = total(charge);
    String requestId = answer == null ? null : answer.headers().get(REQUEST_ID);
    return new Failed<>(
        failure,
        exception.apply(facts(failure, total, nextStep, requestId)),
        exception,
        charge,
        total,
        paid,
        answer,
        loadNumber);
  }

  private FailureFacts facts(
      FailureClass failure, Charge total, NextStep usual, @Nullable String requestId) {
    boolean keyed = repeat == RepeatClass.KEYED;
    // What is certainly paid for is fetched with its key, whoever has answered since.
    boolean isToFetch = keyed && total.kind() == Charge.Kind.CHARGED;
    boolean retryable =
        failure == FailureClass.ABANDONED
            ? keyed || total.equals(Charge.NONE)
            : (isToFetch && failure == FailureClass.STRANGER)
                || RetryTable.allows(RetryTable.verdict(failure, repeat), policy);
    return spec.failure()
        .charge(total)
        .retryable(retryable)
        .nextStep(nextStep(failure, usual, total, keyed, retryable))
        .attempts(number)
        .callId(callId)
        .requestId(requestId)
        .build();
  }

  private static NextStep nextStep(
      FailureClass failure, NextStep usual, Charge total, boolean keyed, boolean retryable) {
    boolean answered =
        failure == FailureClass.REFUSED || failure == FailureClass.INSUFFICIENT_FUNDS;
    // What answers for the service will answer again, also to a repeat under the key.
    boolean elsewhere = failure == FailureClass.STRANGER && total.kind() != Charge.Kind.CHARGED;
    if (answered || elsewhere) return usual;
    // A load that is, or may be, paid for is requested again with its key.
    if (keyed && (!total.equals(Charge.NONE) || failure == FailureClass.UNREADABLE)) {
      return NextStep.RETRY_WITH_SAME_KEY;
    }
    if (failure == FailureClass.UNTRUSTED) return usual;
    return total.kind() == Charge.Kind.UNKNOWN && !retryable ? NextStep.NONE : usual;
  }
}
