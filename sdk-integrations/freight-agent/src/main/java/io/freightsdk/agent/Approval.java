package io.freightsdk.agent;

/** The answer of an {@link Approver}. */
public enum Approval {
  /** The call is made now, once. */
  APPROVED,
  /**
   * The call is not made, and the model is told not to try again. For ten minutes nobody is asked
   * about the same order again, however it is written.
   */
  DENIED,
  /**
   * The person closed the question, or did not answer it in time. The call is not made; it may be
   * asked about again, which counts: after three questions without an approval none is asked for
   * ten minutes.
   */
  UNANSWERED,
  /** The host cannot ask anybody. The call is not made, and the model is told what to configure. */
  UNAVAILABLE,
  /**
   * Nobody has decided yet. The call is not made; after an approval, the host repeats it with
   * {@link ApprovalRequest#token()} in {@link ToolCall#withApprovalToken}. Counts like a question
   * that was closed, but is the same question until it expires.
   */
  PENDING
}
