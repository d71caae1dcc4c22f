package io.freightsdk.agent;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a tool, as the host knows the caller: its spend scope, its approver and a
 * cancellation. Nothing in it comes from the model. Immutable.
 *
 * <p>It has no call id, because a model that repeats a call uses a new id. The order decides
 * whether a call is a repeat.
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

  /** Returns a context without scope, approver and cancellation. */
  public static ToolCallContext anonymous() {
    return ANONYMOUS;
  }

  /**
   * Creates the context of a call in the spend scope of a user, a conversation or a run. See {@link
   * FreightTools.Builder#limitsPerScope}.
   *
   * @param scope any text, from which {@link io.freightsdk.spend.SpendScope#of} creates a name
   */
  public static ToolCallContext ofScope(String scope) {
    return ANONYMOUS.withScope(scope);
  }

  public ToolCallContext withScope(String scope) {
    return new ToolCallContext(Objects.requireNonNull(scope, "scope"), approver, cancelled);
  }

  /** Returns a copy with an approver for this call, instead of the approver of the tools. */
  public ToolCallContext withApprover(Approver approver) {
    return new ToolCallContext(scope, Objects.requireNonNull(approver, "approver"), cancelled);
  }

  /**
   * Returns a copy with a function that returns whether the host has cancelled the call. The tools
   * call it before they send a request that costs money or changes a load, and after an approval. A
   * request that is already sent is not cancelled. If the function throws, the call is cancelled.
   */
  public ToolCallContext withCancellation(BooleanSupplier cancelled) {
    return new ToolCallContext(scope, approver, Objects.requireNonNull(cancelled, "cancelled"));
  }

  /** Whether the host has cancelled the call. */
  public boolean isCancelled() {
    return cancelled.getAsBoolean();
  }

  /** The name of the spend scope; null if there is none. */
  public @Nullable String scope() {
    return scope;
  }

  /** The approver of this call; null for the approver of the tools. */
  public @Nullable Approver approver() {
    return approver;
  }

  @Override
  public String toString() {
    return "ToolCallContext[scope=" + scope + "]";
  }
}
