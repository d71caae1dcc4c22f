package io.freightsdk.agent;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who calls a tool, as the host knows it; nothing in here comes from the model. Immutable.
 *
 * <p>What a call may cost, and whether it repeats an earlier one, depends on its arguments and
 * never on {@code callId}: a model that tries again does so under a new id.
 */
public final class ToolCall {
  private static final ToolCall ANONYMOUS = new ToolCall(null, null, null, null);

  private final @Nullable String scope;
  private final @Nullable String callId;
  private final @Nullable Approver approver;
  private final @Nullable String approvalToken;

  private ToolCall(
      @Nullable String scope,
      @Nullable String callId,
      @Nullable Approver approver,
      @Nullable String approvalToken) {
    this.scope = scope;
    this.callId = callId;
    this.approver = approver;
    this.approvalToken = approvalToken;
  }

  /** A call of which nothing is known. */
  public static ToolCall anonymous() {
    return ANONYMOUS;
  }

  /**
   * A call of one conversation, user or run, whose spending is limited by itself.
   *
   * @param scope 1 to 64 letters, digits and {@code . _ : @ + -}
   */
  public static ToolCall in(String scope) {
    return ANONYMOUS.withScope(scope);
  }

  public ToolCall withScope(String scope) {
    return new ToolCall(Objects.requireNonNull(scope), callId, approver, approvalToken);
  }

  /** With the framework's name of the call, which events repeat. */
  public ToolCall withCallId(String callId) {
    return new ToolCall(scope, Objects.requireNonNull(callId), approver, approvalToken);
  }

  /** With the person or rule to ask for this call, in place of the tools' own approver. */
  public ToolCall withApprover(Approver approver) {
    return new ToolCall(scope, callId, Objects.requireNonNull(approver), approvalToken);
  }

  /** With the token of an {@link ApprovalRequest} that was granted after it had been pending. */
  public ToolCall withApprovalToken(String approvalToken) {
    return new ToolCall(scope, callId, approver, Objects.requireNonNull(approvalToken));
  }

  /** Name of the spend scope; null for none. */
  public @Nullable String scope() {
    return scope;
  }

  /** The framework's name of the call; null when unknown. */
  public @Nullable String callId() {
    return callId;
  }

  /** Who is asked for this call; null for the tools' own approver. */
  public @Nullable Approver approver() {
    return approver;
  }

  /** Token of a granted request; null for none. */
  public @Nullable String approvalToken() {
    return approvalToken;
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "ToolCall[scope=" + scope + ", callId=" + callId + "]";
  }
}
