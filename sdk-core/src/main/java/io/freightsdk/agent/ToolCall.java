package io.freightsdk.agent;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who calls a tool, as the host knows it; nothing in here comes from the model. Immutable.
 *
 * <p>What a call may cost, and whether it repeats an earlier one, depends on its arguments and
 * never on {@code callId}: a model that tries again does so under a new id.
 */
public final class ToolCall {
  private static final ToolCall ANONYMOUS = new ToolCall(null, null, null, null, () -> false);

  private final @Nullable String scope;
  private final @Nullable String callId;
  private final @Nullable Approver approver;
  private final @Nullable String approvalToken;
  private final BooleanSupplier cancelled;

  private ToolCall(
      @Nullable String scope,
      @Nullable String callId,
      @Nullable Approver approver,
      @Nullable String approvalToken,
      BooleanSupplier cancelled) {
    this.scope = scope;
    this.callId = callId;
    this.approver = approver;
    this.approvalToken = approvalToken;
    this.cancelled = cancelled;
  }

  /** A call of which nothing is known. */
  public static ToolCall anonymous() {
    return ANONYMOUS;
  }

  /**
   * A call of one conversation, user or run, whose spending is limited by itself.
   *
   * @param scope any text. One of 1 to 64 letters, digits and {@code . _ : @ + -} is the name of
   *     its spending in the ledger; another is named there by its digest
   */
  public static ToolCall in(String scope) {
    return ANONYMOUS.withScope(scope);
  }

  public ToolCall withScope(String scope) {
    return new ToolCall(Objects.requireNonNull(scope), callId, approver, approvalToken, cancelled);
  }

  /** With the framework's name of the call, which events repeat. */
  public ToolCall withCallId(String callId) {
    return new ToolCall(scope, Objects.requireNonNull(callId), approver, approvalToken, cancelled);
  }

  /** With the person or rule to ask for this call, in place of the tools' own approver. */
  public ToolCall withApprover(Approver approver) {
    return new ToolCall(scope, callId, Objects.requireNonNull(approver), approvalToken, cancelled);
  }

  /** With the token of an {@link ApprovalRequest} that was granted after it had been pending. */
  public ToolCall withApprovalToken(String approvalToken) {
    return new ToolCall(scope, callId, approver, Objects.requireNonNull(approvalToken), cancelled);
  }

  /**
   * With what says whether the host still wants the call. It is asked before anything is sent that
   * costs money or changes a load, and after an approval; what has been sent is finished.
   */
  public ToolCall withCancellation(BooleanSupplier cancelled) {
    return new ToolCall(scope, callId, approver, approvalToken, Objects.requireNonNull(cancelled));
  }

  /** Whether the host has cancelled the call. */
  public boolean isCancelled() {
    return cancelled.getAsBoolean();
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
