package io.freightsdk.internal.retry;

/** What a failed attempt tells about the wire and the money: the rows of {@link RetryTable}. */
public enum FailureClass {
  /**
   * DNS, connect or TLS failed, or the request was not written whole: the service has no request.
   */
  NEVER_SENT,
  /** 503 {@code BILLING_UNAVAILABLE}: answered, and nothing was charged. */
  BILLING_UNAVAILABLE,
  /** 429, another 5xx, a lost or cut answer, a timeout after sending: it may have been charged. */
  UNKNOWN_OUTCOME,
  /** 402: the balance does not cover the call; nothing was charged. */
  INSUFFICIENT_FUNDS,
  /** Another 4xx, or a redirect: the same request gets the same answer. */
  REFUSED,
  /** The certificate of the other side is not trusted, and will not be next time. */
  UNTRUSTED,
  /** Answered by something that is not the service: what it did with the request is open. */
  STRANGER,
  /** Answered with success in a body that cannot be read. */
  UNREADABLE,
  /** Not a matter of the wire: cancelled, or code of the caller threw. */
  ABANDONED
}
