package io.freightsdk.agent;

/**
 * Decides whether a call is sent: asks a person or applies a rule.
 *
 * <p>May block while a person decides; the deadline of the call starts with the answer. Nothing is
 * reserved until then. So another call may use what a limit has left, and the approved call is then
 * refused. An exception refuses the call. Runs on the thread that calls the tool. Each {@link
 * ToolCallContext#scope()} has one question at a time, and so have all calls without a scope
 * together. Questions of several scopes are concurrent.
 */
@FunctionalInterface
public interface Approver {
  /**
   * Whether the call may be sent once, at most at this price. If its response is lost, the
   * unchanged order may be sent again under its key without another question.
   */
  boolean approve(ApprovalRequest request);
}
