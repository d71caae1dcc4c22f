package io.freightsdk.simulation;

import io.freightsdk.CallOptions;
import io.freightsdk.SpendGuard;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendScope;
import org.jspecify.annotations.Nullable;

/**
 * A call of a user. It can be recognized in all that the client does for it: it is the scope of its
 * reservations, and its number is a header of its requests.
 */
final class UserCall implements SpendGuard.CostCenter {
  static final String HEADER = "X-User-Call";

  final int number;
  final SimulatedProcess process;
  final Operation operation;

  /** The number of its load, or the {@code customerRef} of a creation; null for neither. */
  final @Nullable String loadOrReference;

  /** The options as the user passes them. */
  final CallOptions options;

  /** Index of its action; -1 if no user waits for it. */
  final int actionIndex;

  final long randomSeed;
  final long startedAt;

  /**
   * Whether it may return the position of another call, so that the client may make none for it.
   */
  final boolean isShared;

  /** The call that the client makes for it; null before it is seen. */
  @Nullable RecordedCall call;

  UserCall(
      int number,
      SimulatedProcess process,
      Operation operation,
      @Nullable String subject,
      CallOptions options,
      int actionIndex,
      long randomSeed,
      long startedAt) {
    this.number = number;
    this.process = process;
    this.operation = operation;
    this.loadOrReference = subject;
    this.options = options;
    this.actionIndex = actionIndex;
    this.randomSeed = randomSeed;
    this.startedAt = startedAt;
    this.isShared = options.maxAge() != null || options.staleIfError() != null;
  }

  /** The options that the client gets, with the header and scope of this call. */
  CallOptions clientOptions() {
    CallOptions.Builder marked = options.toBuilder().header(HEADER, Integer.toString(number));
    // A client without a guard accepts no scope.
    if (process.settings().hasLedger()) marked.scope(this);
    return marked.build();
  }

  /** The number of its load; null for none. */
  @Nullable String loadNumber() {
    return operation == Operation.CREATE_LOAD ? null : loadOrReference;
  }

  /** The {@code customerRef} of a creation; null for none. */
  @Nullable String customerRef() {
    return operation == Operation.CREATE_LOAD ? loadOrReference : null;
  }

  /** The scope that pays; null for none. */
  @Nullable SpendScope payingScope() {
    return (SpendScope) options.scope();
  }

  @Override
  public String path() {
    SpendScope payer = payingScope();
    return payer == null ? SpendScope.CLIENT : payer.path();
  }
}
