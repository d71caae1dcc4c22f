package io.freightsdk.server.fault;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One way in which a call can fail. The factory methods say when: before the service did anything
 * (no money moved), or after the debit and its effect were committed.
 *
 * @param kind what goes wrong
 * @param phase when it happens
 * @param status HTTP status of {@link Kind#STATUS}; otherwise 0
 * @param delay machine time to hold the answer back for {@link Kind#DELAY}; otherwise zero
 * @param retryAfter value of the {@code Retry-After} header; null for none
 */
public record Fault(
    Kind kind, Phase phase, int status, Duration delay, @Nullable String retryAfter) {

  /** What goes wrong. The names are those of {@code POST /__admin/faults}. */
  public enum Kind {
    /** The billing backend is down: 503 {@code BILLING_UNAVAILABLE}, nothing charged. */
    BILLING_UNAVAILABLE,
    /** An answer with a given status and a plain error body. */
    STATUS,
    /** The right answer, late. */
    DELAY,
    /** The connection closes; the service never saw the call. */
    CLOSE_BEFORE_PROCESSING,
    /** The connection closes without an answer; the call was processed and charged. */
    CLOSE_AFTER_COMMIT,
    /** The connection closes in the middle of the body; the call was processed and charged. */
    TRUNCATE_BODY,
    /** The right status with a body that is not JSON; the call was processed and charged. */
    MALFORMED_JSON
  }

  /** When a fault happens. */
  public enum Phase {
    /** Nothing has been decided or charged. */
    BEFORE_PROCESSING,
    /** Debit and effect are done; nothing of the answer has been sent. */
    AFTER_COMMIT,
    /** Part of the answer has been sent. */
    MID_BODY
  }

  private static final int MIN_STATUS = 200;
  private static final int MAX_STATUS = 599;

  /** Checks that the members match the kind. */
  public Fault {
    if (kind == Kind.STATUS && (status < MIN_STATUS || status > MAX_STATUS)) {
      throw new IllegalArgumentException(
          "fault STATUS: status " + status + " is not a final HTTP status (200 to 599)");
    }
    if (delay.isNegative()) {
      throw new IllegalArgumentException("fault DELAY: " + delay + " is negative");
    }
    boolean unprintable =
        retryAfter != null && !retryAfter.chars().allMatch(c -> c >= ' ' && c < 127);
    if (unprintable) {
      throw new IllegalArgumentException(
          "fault: retryAfter contains characters that a header cannot have");
    }
  }

  /**
   * 503 {@code BILLING_UNAVAILABLE} when a call would be charged. Calls that are not charged
   * (dedup, replay, refusal) do not fail, except calls of a free operation for which this fault was
   * planned by name.
   */
  public static Fault billingUnavailable() {
    return new Fault(Kind.BILLING_UNAVAILABLE, Phase.BEFORE_PROCESSING, 0, Duration.ZERO, null);
  }

  /** An answer with {@code status}; nothing processed. */
  public static Fault status(int status) {
    return new Fault(Kind.STATUS, Phase.BEFORE_PROCESSING, status, Duration.ZERO, null);
  }

  /** An answer with {@code status} although the call was processed and charged. */
  public static Fault statusAfterCommit(int status) {
    return new Fault(Kind.STATUS, Phase.AFTER_COMMIT, status, Duration.ZERO, null);
  }

  /** Waits {@code delay} of machine time, then processes the call. */
  public static Fault delay(Duration delay) {
    return new Fault(Kind.DELAY, Phase.BEFORE_PROCESSING, 0, delay, null);
  }

  /** Processes and charges the call, then waits {@code delay} of machine time before the answer. */
  public static Fault delayAfterCommit(Duration delay) {
    return new Fault(Kind.DELAY, Phase.AFTER_COMMIT, 0, delay, null);
  }

  /** Closes the connection before the call is processed. */
  public static Fault closeBeforeProcessing() {
    return new Fault(Kind.CLOSE_BEFORE_PROCESSING, Phase.BEFORE_PROCESSING, 0, Duration.ZERO, null);
  }

  /** Processes and charges the call, then closes the connection without an answer. */
  public static Fault closeAfterCommit() {
    return new Fault(Kind.CLOSE_AFTER_COMMIT, Phase.AFTER_COMMIT, 0, Duration.ZERO, null);
  }

  /** Processes and charges the call, then closes the connection half way through the body. */
  public static Fault truncateBody() {
    return new Fault(Kind.TRUNCATE_BODY, Phase.MID_BODY, 0, Duration.ZERO, null);
  }

  /** Processes and charges the call, then sends its status with a body that is not JSON. */
  public static Fault malformedJson() {
    return new Fault(Kind.MALFORMED_JSON, Phase.MID_BODY, 0, Duration.ZERO, null);
  }

  /** The same fault, its answer carrying {@code Retry-After}: seconds or an HTTP date. */
  public Fault withRetryAfter(String value) {
    return new Fault(kind, phase, status, delay, value);
  }
}
