package io.freightsdk.agent;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the host knows about the caller of a tool; nothing in it comes from the model. Immutable.
 *
 * <p>It has no id of a call: whether one repeats an earlier one depends on its order, because a
 * model that tries again has a new id.
 */
public final class ToolCallContext {
  private static final ToolCallContext ANONYMOUS = new ToolCallContext(null, null, () -> false);

  private final @Nullable String scope;
  private final @Nullable Approver approver;
  private final BooleanSupplier cancelled;

  private ToolCallContext(
      @Nullable String scope, @Nullable Approver approver, BooleanSupplier cancelled) {
    this.scope = scope;
    this.approver = approver;
    this.cancelled = cancelled;
  }

  /** A call without scope, approver and cancellation. */
  public static ToolCallContext anonymous() {
    return ANONYMOUS;
  }

  /**
   * A call in its own spend scope: of one conversation, user or run. See {@link
   * FreightTools.Builder#limitsPerScope}.
   *
   * @param scope any text, from which {@link io.freightsdk.spend.SpendScope#of} makes the name of
   *     the scope in the ledger
   */
  public static ToolCallContext ofScope(String scope) {
    return ANONYMOUS.withScope(scope);
  }

  public ToolCallContext withScope(String scope) {
    return new ToolCallContext(Objects.requireNonNull(scope, "scope"), approver, cancelled);
  }

  /** With the approver of this call, instead of the tools' own. */
  public ToolCallContext withApprover(Approver approver) {
    return new ToolCallContext(scope, Objects.requireNonNull(approver, "approver"), cancelled);
  }

  /**
   * With a function that says whether the host has cancelled the call. It is asked before anything
   * is sent that costs money or changes a load, and after an approval; a request that was sent is
   * finished. If it throws, the call is cancelled.
   */
  public ToolCallContext withCancellation(BooleanSupplier cancelled) {
    return new ToolCallContext(scope, approver, Objects.requireNonNull(cancelled, "cancelled"));
  }

  /** Whether the host has cancelled the call. */
  public boolean isCancelled() {
    return cancelled.getAsBoolean();
  }

  /** Name of the spend scope; null for none. */
  public @Nullable String scope() {
    return scope;
  }

  /** The approver of this call; null for the tools' own. */
  public @Nullable Approver approver() {
    return approver;
  }

  @Override
  public String toString() {
    return "ToolCallContext[scope=" + scope + "]";
  }
}
