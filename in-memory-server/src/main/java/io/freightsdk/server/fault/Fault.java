package io.freightsdk.server.fault;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A failure of a call, which a test plans with {@link Faults}. Each factory method defines when the
 * call fails: before the service has processed it, so that nothing is charged, or after its debit
 * and its effect. Immutable.
 *
 * @param kind the kind of failure
 * @param phase when the call fails
 * @param status HTTP status of {@link Kind#STATUS}; otherwise 0
 * @param delay machine time to wait for {@link Kind#DELAY}; otherwise zero
 * @param retryAfter value of the {@code Retry-After} header of {@link Kind#STATUS} or {@link
 *     Kind#BILLING_UNAVAILABLE}; null for none
 * @param body response body of {@link Kind#STATUS}; null for a plain error, and for other kinds
 * @param headers additional headers of {@link Kind#STATUS}, one value for each name; otherwise
 *     empty
 */
public record Fault(
    Kind kind,
    Phase phase,
    int status,
    Duration delay,
    @Nullable String retryAfter,
    @Nullable String body,
    Map<String, String> headers) {

  /** The kind of failure, with the names of {@code POST /__admin/faults}. */
  public enum Kind {
    /** Billing is unavailable: 503 {@code BILLING_UNAVAILABLE}, and nothing is charged. */
    BILLING_UNAVAILABLE,
    /** A response with a given status: a plain error, or the body of {@link #withBody}. */
    STATUS,
    /** The correct response after a delay. */
    DELAY,
    /** The connection closes without a response. */
    CLOSE,
    /** The connection is reset by its peer, without a response. */
    RESET,
    /** The connection closes in the middle of the body; the call was processed and charged. */
    TRUNCATE_BODY,
    /** The correct status with a body that is not JSON; the call was processed and charged. */
    MALFORMED_JSON,
    /** Bytes that are not HTTP, instead of a response; the call was processed and charged. */
    RANDOM_BYTES
  }

  /** When the call fails. */
  public enum Phase {
    /** Before the service has processed or charged anything. */
    BEFORE_PROCESSING,
    /** After the debit and the effect of the call. */
    AFTER_COMMIT
  }

  private static final int MIN_STATUS = 200;
  private static final int MAX_STATUS = 599;
  private static final int FORBIDDEN = 403;
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Headers that define the end of the response. Other kinds of fault break it. */
  private static final Set<String> FRAMING =
      Set.of("content-length", "transfer-encoding", "connection");

  /** Creates a fault whose response has neither a body nor additional headers. */
  public Fault(Kind kind, Phase phase, int status, Duration delay, @Nullable String retryAfter) {
    this(kind, phase, status, delay, retryAfter, null, Map.of());
  }

  /**
   * Creates a fault. Use a factory method instead.
   *
   * @throws IllegalArgumentException if the kind does not allow a member; the message has the name
   *     of the member
   */
  public Fault {
    if (kind == Kind.STATUS && (status < MIN_STATUS || status > MAX_STATUS)) {
      throw new IllegalArgumentException(
          "fault STATUS: status " + status + " is not a final HTTP status (200 to 599)");
    }
    if (delay.isNegative()) {
      throw new IllegalArgumentException("fault DELAY: " + delay + " is negative");
    }
    boolean refuses = kind == Kind.STATUS || kind == Kind.BILLING_UNAVAILABLE;
    rejectMember(kind, "status", kind != Kind.STATUS && status != 0);
    rejectMember(kind, "delay", kind != Kind.DELAY && !delay.isZero());
    rejectMember(kind, "retryAfter", !refuses && retryAfter != null);
    Phase only = requiredPhase(kind);
    if (only != null && phase != only) {
      throw new IllegalArgumentException("fault " + kind + ": phase must be " + only);
    }
    if (retryAfter != null) checkValue("retryAfter", retryAfter);
    if (kind != Kind.STATUS && (body != null || !headers.isEmpty())) {
      throw new IllegalArgumentException(
          "fault " + kind + ": only a STATUS can have a body and headers");
    }
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    headers.forEach(Fault::checkHeader);
    boolean isTwice =
        retryAfter != null && headers.keySet().stream().anyMatch("Retry-After"::equalsIgnoreCase);
    if (isTwice) {
      throw new IllegalArgumentException("fault STATUS: Retry-After is set twice; set it once");
    }
  }

  /** A setting that the kind does not have would have no effect. */
  private static void rejectMember(Kind kind, String member, boolean isGiven) {
    if (isGiven) throw new IllegalArgumentException("fault " + kind + ": has no " + member);
  }

  /** An outage charges nothing. Only the response to a processed call can be corrupted. */
  private static @Nullable Phase requiredPhase(Kind kind) {
    return switch (kind) {
      case BILLING_UNAVAILABLE -> Phase.BEFORE_PROCESSING;
      case TRUNCATE_BODY, MALFORMED_JSON, RANDOM_BYTES -> Phase.AFTER_COMMIT;
      case STATUS, DELAY, CLOSE, RESET -> null;
    };
  }

  private static void checkHeader(String name, String value) {
    if (!HEADER_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("fault STATUS: '" + name + "' is not a header name");
    }
    if (FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "fault STATUS: the server sets " + name + "; use TRUNCATE_BODY for a broken body");
    }
    checkValue(name, value);
  }

  private static void checkValue(String name, String value) {
    if (value.chars().allMatch(c -> c >= ' ' && c < 127)) return;
    throw new IllegalArgumentException(
        "fault: " + name + " contains characters that are invalid in a header");
  }

  /**
   * Responds with 503 {@code BILLING_UNAVAILABLE} if the call would be charged. Calls that are not
   * charged (deduplication, replay, refusal) do not fail. If the fault is planned for a free
   * operation, its calls fail, too.
   */
  public static Fault billingUnavailable() {
    return of(Kind.BILLING_UNAVAILABLE, Phase.BEFORE_PROCESSING);
  }

  /**
   * Responds with this status, from 200 to 599, and processes nothing. The body is a plain error
   * unless {@link #withBody} sets another.
   */
  public static Fault status(int status) {
    return new Fault(Kind.STATUS, Phase.BEFORE_PROCESSING, status, Duration.ZERO, null);
  }

  /**
   * Responds with the HTML page (403) of a firewall in front of the service, and processes nothing.
   * For a missing permission at the service itself, use {@code status(403)}.
   */
  public static Fault firewall() {
    return status(FORBIDDEN)
        .withBody("<html><body><h1>403 Forbidden</h1></body></html>")
        .withHeader("Content-Type", "text/html");
  }

  /** Processes and charges the call, then responds with this status. */
  public static Fault statusAfterCommit(int status) {
    return new Fault(Kind.STATUS, Phase.AFTER_COMMIT, status, Duration.ZERO, null);
  }

  /** Waits {@code delay} of machine time, then processes the call. */
  public static Fault delay(Duration delay) {
    Objects.requireNonNull(delay, "delay");
    return new Fault(Kind.DELAY, Phase.BEFORE_PROCESSING, 0, delay, null);
  }

  /**
   * Processes and charges the call, then waits {@code delay} of machine time before the response.
   */
  public static Fault delayAfterCommit(Duration delay) {
    Objects.requireNonNull(delay, "delay");
    return new Fault(Kind.DELAY, Phase.AFTER_COMMIT, 0, delay, null);
  }

  /** Closes the connection before the call is processed. */
  public static Fault closeBeforeProcessing() {
    return of(Kind.CLOSE, Phase.BEFORE_PROCESSING);
  }

  /** Processes and charges the call, then closes the connection without a response. */
  public static Fault closeAfterCommit() {
    return of(Kind.CLOSE, Phase.AFTER_COMMIT);
  }

  /** Processes and charges the call, then closes the connection in the middle of the body. */
  public static Fault truncateBody() {
    return of(Kind.TRUNCATE_BODY, Phase.AFTER_COMMIT);
  }

  /** Processes and charges the call, then sends its status with a body that is not JSON. */
  public static Fault malformedJson() {
    return of(Kind.MALFORMED_JSON, Phase.AFTER_COMMIT);
  }

  /** Resets the connection before the call is processed. */
  public static Fault reset() {
    return of(Kind.RESET, Phase.BEFORE_PROCESSING);
  }

  /** Processes and charges the call, then resets the connection. */
  public static Fault resetAfterCommit() {
    return of(Kind.RESET, Phase.AFTER_COMMIT);
  }

  /** Processes and charges the call, then sends bytes that are not HTTP. */
  public static Fault randomBytes() {
    return of(Kind.RANDOM_BYTES, Phase.AFTER_COMMIT);
  }

  private static Fault of(Kind kind, Phase phase) {
    return new Fault(kind, phase, 0, Duration.ZERO, null);
  }

  /**
   * Returns a copy whose response has a {@code Retry-After} header: seconds or an HTTP date.
   *
   * @throws IllegalArgumentException unless the kind is {@link Kind#STATUS} or {@link
   *     Kind#BILLING_UNAVAILABLE}
   */
  public Fault withRetryAfter(String value) {
    Objects.requireNonNull(value, "value");
    return new Fault(kind, phase, status, delay, value, body, headers);
  }

  /**
   * Returns a copy with exactly this body; an empty text for no body. Its type is {@code
   * application/json} unless {@link #withHeader} sets another.
   *
   * @throws IllegalArgumentException unless the kind is {@link Kind#STATUS}
   */
  public Fault withBody(String text) {
    Objects.requireNonNull(text, "text");
    return new Fault(kind, phase, status, delay, retryAfter, text, headers);
  }

  /**
   * Returns a copy with this header, instead of the server's header of this name. Names ignore
   * case, and the last value of a name applies.
   *
   * @throws IllegalArgumentException unless the kind is {@link Kind#STATUS}, for invalid names and
   *     values, and for {@code Content-Length}, {@code Transfer-Encoding} and {@code Connection}
   */
  public Fault withHeader(String name, String value) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.keySet().removeIf(name::equalsIgnoreCase);
    more.put(name, value);
    return new Fault(kind, phase, status, delay, retryAfter, body, more);
  }

  /** Returns the factory call, such as {@code statusAfterCommit(500)}, without body and headers. */
  @Override
  public String toString() {
    String afterCommit = phase == Phase.AFTER_COMMIT ? "AfterCommit" : "";
    return switch (kind) {
      case BILLING_UNAVAILABLE -> "billingUnavailable()";
      case STATUS -> "status" + afterCommit + "(" + status + ")";
      case DELAY -> "delay" + afterCommit + "(" + delay + ")";
      case CLOSE -> afterCommit.isEmpty() ? "closeBeforeProcessing()" : "closeAfterCommit()";
      case RESET -> "reset" + afterCommit + "()";
      case TRUNCATE_BODY -> "truncateBody()";
      case MALFORMED_JSON -> "malformedJson()";
      case RANDOM_BYTES -> "randomBytes()";
    };
  }
}
