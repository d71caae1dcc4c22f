package io.freightsdk.internal.call;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.Charge;
import io.freightsdk.error.FailedCall;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.internal.call.AttemptResult.Failed;
import io.freightsdk.internal.call.AttemptResult.Succeeded;
import io.freightsdk.internal.error.ErrorBody;
import io.freightsdk.internal.error.ErrorRow;
import io.freightsdk.internal.json.ResponseReader;
import io.freightsdk.internal.json.ResponseReader.Content;
import io.freightsdk.internal.json.ResponseReader.NamedLoad;
import io.freightsdk.internal.json.ResponseReader.UnreadableResponse;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.retry.RetryTable.FailureClass;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.internal.transport.WireResponse;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides the meaning of each attempt of a call: success or the kind of failure, its charge, and
 * the caller's next step. Keeps the charge of the call so far. Waits for nothing and reads no
 * clock. A charge is {@code NONE} or {@code CHARGED} only when that is certain. Not safe for
 * concurrent use.
 *
 * <p>Tests: {@code ChargeTableTest}, and {@code ChargeRulesTest} for responses after a lost
 * attempt.
 */
final class ChargeRules {
  /**
   * A time limit of an attempt or a call, as the message of its timeout names it.
   *
   * @param name of the limit, as a part of a message
   */
  record TimeLimit(String name, Duration time) {}

  static final String GUARD = "the spend guard";

  private CallSpec<?> spec;
  private final RetryPolicy policy;
  private final String callId;
  private final RepeatCost repeatCost;

  /** Whether all attempts together are at most one debit, because they share a key. */
  private final boolean isChargedOncePerKey;

  /** The number of attempts that have started, including attempts that did not connect. */
  private int attempts;

  /** The charge of all attempts. */
  private Charge total = Charge.NONE;

  /** The failure of the last attempt that failed; null before. */
  private @Nullable Failure lastFailure;

  /** The price of an attempt; null if it is not known. */
  private @Nullable Price price;

  /** Whether another server is at this address, by its price list. */
  private boolean isOtherServer;

  ChargeRules(CallSpec<?> spec, RetryPolicy policy, String callId) {
    this.spec = spec;
    this.policy = policy;
    this.callId = callId;
    this.repeatCost = spec.repeatCost();
    this.isChargedOncePerKey = repeatCost.isChargedOncePerKey();
  }

  int attempts() {
    return attempts;
  }

  Charge total() {
    return total;
  }

  @Nullable Price price() {
    return price;
  }

  /** The price of an attempt; null if it is not known. */
  @Nullable BigDecimal priceUsd() {
    return price == null ? null : price.usd();
  }

  // --- before an attempt ---

  /**
   * @param isOtherServer whether the price list is not the service's. Then a response that is not
   *     the service's does not come from a gateway before it, and no repeat can reach the service
   */
  void setPrice(@Nullable Price known, boolean isOtherServer) {
    this.isOtherServer = isOtherServer;
    price = known == null || known.usd() == null ? null : known;
  }

  /** The API description says that a confirmation is free, unless the price list has a price. */
  boolean isFreeConfirmation() {
    BigDecimal usd = priceUsd();
    return repeatCost == RepeatCost.CONFIRMATION && (usd == null || usd.signum() == 0);
  }

  /** The call continues under another key, under which nothing was sent yet. */
  void useNewKey(CallSpec<?> underNewKey) {
    spec = underNewKey;
  }

  void countAttempt() {
    attempts++;
  }

  // --- the meaning of an attempt ---

  /**
   * Adds the result of the current attempt, with its charge, and returns its meaning.
   *
   * @param result of its request, whose body this consumes
   * @param reader reads a successful response
   * @param limit how long it could take
   */
  <T> AttemptResult<T> addResult(
      Exchange.Result result, ResponseReader<T> reader, TimeLimit limit) {
    try {
      return result instanceof WireFailure failure
          ? noResponse(failure, limit)
          : response((WireResponse) result, reader);
    } catch (Throwable fault) {
      boolean isUnsent = result instanceof WireFailure none && none.isUnprocessed();
      return localFault(isUnsent, "the client itself", fault);
    }
  }

  /** The call was cancelled while its request was in flight. The service may have received it. */
  <T> Failed<T> cancelledInFlight(String why) {
    return failed(
        FailureClass.ENDED_LOCALLY,
        NextStep.NONE,
        call -> new FreightCancelledException(call, why));
  }

  private <T> Failed<T> noResponse(WireFailure wire, TimeLimit limit) {
    boolean sent = !wire.isUnprocessed();
    FailureClass lost = sent ? FailureClass.UNKNOWN_OUTCOME : FailureClass.NEVER_SENT;
    NextStep step = wire.passes() ? NextStep.RETRY_LATER : NextStep.FIX_CONFIGURATION;
    return switch (wire.kind()) {
      case LOCAL_FAULT -> localFault(!sent, wire.target(), wire.cause());
      case TIMEOUT ->
          failed(
              lost,
              step,
              call ->
                  new FreightTimeoutException(
                      call, limit.name(), limit.time(), !sent, wire.cause()));
      case CERTIFICATE, TLS_REFUSED -> connectionFailed(FailureClass.UNSENDABLE, step, wire);
      default -> connectionFailed(lost, step, wire);
    };
  }

  private <T> Failed<T> connectionFailed(FailureClass failure, NextStep step, WireFailure wire) {
    return failed(
        failure,
        step,
        call ->
            new FreightConnectionException(call, wire.fact(), wire.isUnprocessed(), wire.cause()));
  }

  /** Code in this process failed. A sent request may have been charged. */
  private <T> Failed<T> localFault(boolean isUnsent, String culprit, Throwable thrown) {
    return failed(
        isUnsent ? FailureClass.UNSENDABLE : FailureClass.ENDED_LOCALLY,
        NextStep.NONE,
        call -> new FreightException(call, culprit, thrown));
  }

  private <T> AttemptResult<T> response(WireResponse response, ResponseReader<T> reader) {
    boolean isError = response.status() < 200 || response.status() >= 300;
    if (isError) return errorResponse(response, ErrorBody.read(response.body()));
    try {
      return succeeded(response, reader.read(response));
    } catch (UnreadableResponse damaged) {
      return unreadableResponse(response, damaged);
    }
  }

  private <T> Succeeded<T> succeeded(WireResponse response, Content<T> content) {
    // A confirmation is free, unless the price list has a price.
    boolean chargesCard = repeatCost == RepeatCost.CARD;
    boolean wasCharged =
        content.wasCharged()
            || chargesCard
            || (repeatCost == RepeatCost.CONFIRMATION && canMoveMoney());
    Charge charge = wasCharged ? charged() : Charge.NONE;
    Charge increment = increment(charge);
    total = totalWith(charge);
    return new Succeeded<>(content, increment, wasCharged, response);
  }

  private <T> Failed<T> errorResponse(WireResponse response, ErrorBody body) {
    boolean namesLoad = spec.loadNumber() != null;
    ErrorRow error = ErrorRow.of(response.status(), body, namesLoad, isChargedOncePerKey);
    // A gateway before the service may have responded. A load that may be paid for is requested
    // again with its key.
    boolean mayBePaid = totalWith(chargeOf(error.failureClass())).kind() == Charge.Kind.UNKNOWN;
    boolean fromGateway =
        !isOtherServer
            && response.status() / 100 == 4
            && error.nextStep() == NextStep.FIX_CONFIGURATION;
    boolean repeatWithKey = isChargedOncePerKey && mayBePaid && fromGateway;
    return failed(
        error.failureClass(),
        false,
        repeatWithKey ? NextStep.RETRY_WITH_SAME_KEY : error.nextStep(),
        call -> error.exception(call, response, body, spec.request().body()),
        response,
        null);
  }

  private <T> Failed<T> unreadableResponse(WireResponse response, UnreadableResponse e) {
    String number = e.load == null ? null : e.load.number();
    // A body that is only damaged may still be the service's, and a repeat with the key is free.
    boolean isWholeJson = e.getCause() instanceof JsonDataException;
    boolean fromOtherServer = e.fromOtherServer || (isOtherServer && isWholeJson && number == null);
    FailureClass failure = fromOtherServer ? FailureClass.NOT_THE_SERVICE : FailureClass.UNREADABLE;
    String fact =
        fromOtherServer && !e.fromOtherServer ? e.fact + UnreadableResponse.WRONG_URL : e.fact;
    return failed(
        failure,
        e.wasCharged,
        fromOtherServer ? NextStep.FIX_CONFIGURATION : NextStep.NONE,
        call ->
            new FreightDecodingException(
                call, response.status(), fact, e.path, e.excerpt, number, e.getCause()),
        response,
        e.load);
  }

  private <T> Failed<T> failed(
      FailureClass failure, NextStep step, Function<FailedCall, FreightException> constructor) {
    return failed(failure, false, step, constructor, null, null);
  }

  private <T> Failed<T> failed(
      FailureClass failure,
      boolean wasCharged,
      NextStep step,
      Function<FailedCall, FreightException> constructor,
      @Nullable WireResponse response,
      @Nullable NamedLoad load) {
    Charge charge = wasCharged ? charged() : chargeOf(failure);
    Charge increment = increment(charge);
    Charge newTotal = totalWith(charge);
    String requestId = response == null ? null : response.requestId();
    NextStep next = nextStep(failure, step, newTotal);
    Failure made = new Failure(failedCall(newTotal, next, requestId), constructor);
    total = newTotal;
    lastFailure = made;
    return new Failed<>(failure, made, increment, wasCharged, response, load);
  }

  // --- charges ---

  /** The charge of a response that the service charges for. */
  private Charge charged() {
    if (price == null || price.usd() == null) return Charge.UNKNOWN;
    return Charge.charged(price.usd(), price.readAt());
  }

  private Charge chargeOf(FailureClass failure) {
    if (!canMoveMoney()) return Charge.NONE;
    return switch (failure) {
      case NEVER_SENT, UNSENDABLE, NOT_PROCESSED, INSUFFICIENT_FUNDS, REFUSED -> Charge.NONE;
      case UNKNOWN_OUTCOME, NOT_THE_SERVICE, UNREADABLE, ENDED_LOCALLY -> Charge.UNKNOWN;
    };
  }

  /** Whether an attempt can move money, of the balance or of the card behind it. */
  private boolean canMoveMoney() {
    return switch (repeatCost) {
      case ONCE_PER_KEY, PAID_READ, UNREPEATABLE, CARD -> true;
      case CONFIRMATION -> !isFreeConfirmation();
      case FREE -> false;
    };
  }

  /** The charge that an attempt adds to earlier attempts: nothing if its key is paid for. */
  private Charge increment(Charge charge) {
    boolean isPaidFor = isChargedOncePerKey && total.kind() == Charge.Kind.CHARGED;
    return isPaidFor ? Charge.NONE : charge;
  }

  private Charge totalWith(Charge charge) {
    if (!isChargedOncePerKey) return total.plus(charge);
    // One key is at most one debit, so the most certain attempt decides for all: a certain debit
    // outweighs a possible debit, and a possible debit outweighs none. A response that the load
    // exists proves that it was paid for. It does not prove that no lost attempt of this call paid.
    return switch (charge.kind()) {
      case CHARGED -> charge;
      case UNKNOWN -> total.kind() == Charge.Kind.CHARGED ? total : charge;
      case NONE -> total;
    };
  }

  // --- the next step of the caller ---

  private NextStep nextStep(FailureClass failure, NextStep defaultStep, Charge newTotal) {
    boolean isRefused =
        failure == FailureClass.REFUSED || failure == FailureClass.INSUFFICIENT_FUNDS;
    // The other server will respond to a repeat under the key, too.
    boolean otherServerResponded =
        failure == FailureClass.NOT_THE_SERVICE && newTotal.kind() != Charge.Kind.CHARGED;
    if (isRefused || otherServerResponded) return defaultStep;
    // A load that is, or may be, paid for is requested again with its key.
    if (isChargedOncePerKey
        && (!newTotal.equals(Charge.NONE) || failure == FailureClass.UNREADABLE)) {
      return NextStep.RETRY_WITH_SAME_KEY;
    }
    if (failure == FailureClass.UNSENDABLE) return defaultStep;
    // A repeat may be charged again, so the policy decides.
    boolean mayRepeat =
        newTotal.kind() != Charge.Kind.UNKNOWN
            || RetryTable.allows(RetryTable.rule(failure, repeatCost), policy);
    return mayRepeat ? defaultStep : NextStep.NONE;
  }

  /** The failure of a call that ends between two attempts, or before the first. */
  private Failure betweenAttempts(
      NextStep step, Function<FailedCall, FreightException> constructor) {
    return betweenAttempts(step, null, constructor);
  }

  private Failure betweenAttempts(
      NextStep step,
      @Nullable String requestId,
      Function<FailedCall, FreightException> constructor) {
    boolean fetchWithKey = isChargedOncePerKey && !total.equals(Charge.NONE);
    NextStep next = fetchWithKey ? NextStep.RETRY_WITH_SAME_KEY : step;
    return new Failure(failedCall(total, next, requestId), constructor);
  }

  private FailedCall failedCall(Charge charge, NextStep step, @Nullable String requestId) {
    return spec.failedCall(charge, step, attempts, requestId, callId);
  }

  // --- how a call ends without a response ---

  /**
   * A refusal by the client or its guard; if the charge so far is unknown, the failure of the last
   * attempt instead.
   */
  Failure refusalUnlessChargeUnknown(
      NextStep step, Function<FailedCall, FreightException> constructor) {
    return unlessChargeUnknown(betweenAttempts(step, constructor));
  }

  private Failure unlessChargeUnknown(Failure refusal) {
    Failure before = lastFailure;
    if (before == null || total.kind() != Charge.Kind.UNKNOWN) return refusal;
    before.exception().addSuppressed(refusal.exception());
    return before;
  }

  /**
   * A refusal because the price list cannot be read. If the call would fail in the same way as the
   * read of the list, it is that failure.
   *
   * @param cause the failure of the read; null if no response came in time
   */
  Failure priceUnavailable(@Nullable Throwable cause) {
    if (cause instanceof Failure read && failsTheCallToo(read)) return asOwnFailure(read);
    FreightException shown = cause instanceof Failure read ? read.exception() : null;
    String because = shown == null ? "" : " (" + shown.getMessage() + ")";
    return refusalUnlessChargeUnknown(
        NextStep.RETRY_LATER,
        call ->
            new PriceUnavailableException(
                call,
                "the price list cannot be read" + because + "; repeat later",
                shown == null ? cause : shown));
  }

  private Failure asOwnFailure(Failure read) {
    // A load that an earlier attempt was charged for is still requested again with its key.
    boolean isFree = total.equals(Charge.NONE);
    NextStep step = isFree ? read.call().nextStep() : NextStep.RETRY_LATER;
    Failure own = betweenAttempts(step, read.call().requestId(), read.constructor());
    own.exception().addSuppressed(read.exception());
    return unlessChargeUnknown(own);
  }

  /** The key was refused, the configuration is wrong, or the service cannot be reached. */
  private static boolean failsTheCallToo(Failure read) {
    FreightException failure = read.exception();
    return switch (read.call().nextStep()) {
      case FIX_KEY, FIX_CONFIGURATION -> true;
      default ->
          failure.getClass() == FreightException.class
              || (failure instanceof FreightConnectionException lost && lost.notProcessed());
    };
  }

  /** The failure of the last attempt; a timeout by this limit if there was none. */
  Failure lastFailureOrTimeout(TimeLimit limit) {
    if (lastFailure != null) return lastFailure;
    return betweenAttempts(
        NextStep.RETRY_LATER,
        call -> new FreightTimeoutException(call, limit.name(), limit.time(), true, null));
  }

  /** The call was cancelled while no request was in flight. */
  Failure cancelledBeforeSending(String why) {
    return betweenAttempts(NextStep.NONE, call -> new FreightCancelledException(call, why));
  }

  /** Code around the call threw an exception; {@code what} is the name of that code. */
  Failure codeThrew(String what, Throwable thrown) {
    // A FreightException thrown there belongs to another call: its charge and key do not apply.
    return betweenAttempts(NextStep.NONE, call -> new FreightException(call, what, thrown));
  }

  /** The guard could not decide whether an attempt may be sent; it may be able to later. */
  Failure guardThrew(Throwable thrown) {
    return betweenAttempts(NextStep.RETRY_LATER, call -> new FreightException(call, GUARD, thrown));
  }
}
