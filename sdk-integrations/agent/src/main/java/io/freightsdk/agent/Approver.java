package io.freightsdk.agent;

/**
 * Decides whether a call may be made: asks a person or applies a rule.
 *
 * <p>May block while a person decides: the deadline of the call begins with the answer. Its price
 * is not held meanwhile, so another call may use the room of a limit; then this one is refused
 * after its yes. An exception refuses the call. Called on the threads that call tools: for one
 * {@link ToolCallContext#scope()}, and for all calls without one, one question after the other; for
 * several at once.
 */
@FunctionalInterface
public interface Approver {
  /**
   * Whether the call may be made, once, at this price. If its response is lost, the unchanged order
   * may be sent again under its key without another question.
   */
  boolean approve(ApprovalRequest request);
}
