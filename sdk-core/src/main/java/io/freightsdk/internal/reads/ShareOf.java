package io.freightsdk.internal.reads;

import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.ApiAnswer;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** The results of a caller that shares another caller's read: no attempt, no charge. */
final class ShareOf {
  private static final String OTHERS = "the read of another caller, which this one waited for, ";

  private ShareOf() {}

  static FreightResponse<LoadPosition> reading(PositionReading reading) {
    return new FreightResponse<>(
        reading.position(),
        200,
        Map.of(),
        0,
        Charge.NONE,
        Duration.ZERO,
        null,
        reading.readAt(),
        null);
  }

  static FreightResponse<LoadPosition> answer(FreightResponse<LoadPosition> paid) {
    return new FreightResponse<>(
        paid.value(),
        paid.status(),
        paid.headers(),
        0,
        Charge.NONE,
        Duration.ZERO,
        null,
        paid.readAt(),
        null);
  }

  /**
   * The same kind of failure, for a call that sent nothing itself; the cause is the other caller's
   * failure.
   */
  static Throwable failure(Throwable theirs) {
    if (!(theirs instanceof FreightException failure) || failure.charge().equals(Charge.NONE)) {
      return theirs;
    }
    FailureFacts facts = failure.facts().toBuilder().charge(Charge.NONE).attempts(0).build();
    if (failure instanceof FreightDecodingException bad) {
      return new FreightDecodingException(
          facts,
          bad.status(),
          OTHERS + "got it",
          bad.path(),
          bad.bodyExcerpt(),
          bad.loadNumber(),
          bad);
    }
    if (failure instanceof FreightTimeoutException late) {
      return new FreightTimeoutException(
          facts, "time limit of another caller's read", late.limit(), true, late);
    }
    if (failure instanceof FreightConnectionException) {
      return new FreightConnectionException(
          facts, OTHERS + "broke", true, new IOException(failure));
    }
    if (failure instanceof FreightApiException refused) {
      FreightException copy = refusal(facts, refused, refused.answer());
      copy.addSuppressed(refused);
      return copy;
    }
    // Other failures are shared as they are.
    return failure instanceof UnexpectedFailureException
        ? new UnexpectedFailureException(facts, "the read of another caller", failure)
        : failure;
  }

  /** Of the refusals that a read can have. */
  private static FreightException refusal(
      FailureFacts facts, FreightApiException theirs, ApiAnswer answer) {
    if (theirs instanceof RateLimitedException) return new RateLimitedException(facts, answer);
    if (theirs instanceof BillingUnavailableException) {
      return new BillingUnavailableException(facts, answer);
    }
    if (theirs instanceof InsufficientFundsException funds) {
      return new InsufficientFundsException(
          facts, answer, funds.balanceUsd(), funds.priceUsd(), funds.billingUrl());
    }
    if (theirs instanceof AuthenticationException) {
      return new AuthenticationException(facts, answer);
    }
    if (theirs instanceof PermissionDeniedException) {
      return new PermissionDeniedException(facts, answer);
    }
    if (theirs instanceof LoadNotFoundException) return new LoadNotFoundException(facts, answer);
    if (theirs instanceof UnknownBrokerException unknown) {
      return new UnknownBrokerException(facts, answer, unknown.brokerEmail());
    }
    return new UnexpectedStatusException(facts, answer, "");
  }
}
