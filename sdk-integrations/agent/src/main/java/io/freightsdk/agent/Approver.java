package io.freightsdk.agent;

/**
 * Decides whether a paid call or a confirmation of a delivery is sent: asks a person or applies a
 * rule.
 *
 * <p>An approver may block while a person decides. The deadline of the call starts when it returns.
 * Nothing is reserved before, so another call may use up the limit, and the approved call is then
 * refused. An exception refuses the call.
 *
 * <p>Runs on the thread that calls the tool. Each {@link ToolCallContext#scope()} has one request
 * at a time, and so do all calls without a scope together. A call that waits 45 seconds for an
 * earlier request is refused. Requests of different scopes run concurrently.
 */
@FunctionalInterface
public interface Approver {
  /**
   * Whether the call may be sent once, at most at this price. If its response is lost, the
   * unchanged order may be sent again with the same key, without another request.
   */
  boolean approve(ApprovalRequest request);
}
