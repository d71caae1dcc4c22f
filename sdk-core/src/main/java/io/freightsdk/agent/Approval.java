package io.freightsdk.agent;

/** The answer of an {@link Approver}. */
public enum Approval {
  /** The call is made now, once. */
  APPROVED,
  /** The call is not made, and the model is told not to try again. */
  DENIED,
  /** There is nobody to ask here. The call is not made, and the model is told what to set up. */
  UNAVAILABLE,
  /**
   * Nobody has decided yet. The call is not made; once somebody agrees, the host repeats it with
   * {@link ApprovalRequest#token()} in {@link ToolCall#withApprovalToken}.
   */
  PENDING
}
