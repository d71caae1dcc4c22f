package io.freightsdk.agent;

/**
 * Decides whether a call may be made: asks a person or applies a rule.
 *
 * <p>May block while a person decides: meanwhile the price of the call is held under its limits,
 * and its deadline begins with the answer. An exception refuses the call. Called on the threads
 * that call tools: for one {@link ToolCall#scope()}, and for all calls without one, one question
 * after the other; for several at once.
 */
@FunctionalInterface
public interface Approver {
  /** Whether the call may be made, once, at this price. */
  boolean approve(ApprovalRequest request);
}
