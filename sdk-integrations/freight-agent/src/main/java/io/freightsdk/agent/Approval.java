package io.freightsdk.agent;

/** The answer of an {@link Approver}. */
public enum Approval {
  /** The call is made now, once. */
  APPROVED,
  /** The call is not made, and the model is told not to try again. */
  DENIED,
  /** The host cannot ask anybody. The call is not made, and the model is told what to configure. */
  UNAVAILABLE,
  /**
   * Nobody has decided yet. The call is not made; after an approval, the host repeats it with
   * {@link ApprovalRequest#token()} in {@link ToolCall#withApprovalToken}.
   */
  PENDING
}
