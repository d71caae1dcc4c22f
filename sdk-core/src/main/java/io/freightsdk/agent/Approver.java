package io.freightsdk.agent;

/**
 * Decides, for a person or by a rule, whether a call may cost what it costs.
 *
 * <p>May block while a person thinks. Whatever goes wrong refuses the call: an exception, a null,
 * an answer after {@link ApprovalRequest#expiresAt()}, a price that has changed meanwhile. Called
 * from the threads that call tools, several at a time.
 */
@FunctionalInterface
public interface Approver {
  Approval approve(ApprovalRequest request);
}
