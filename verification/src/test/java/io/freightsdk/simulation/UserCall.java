package io.freightsdk.simulation;

import io.freightsdk.CallOptions;
import io.freightsdk.SpendGuard;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendScope;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks a client for. Its mark is on all that the client does for it: it is the scope
 * that the guard is asked in, and its number is a header of each request.
 */
final class UserCall implements SpendGuard.CostCenter {
  static final String HEADER = "X-User-Call";

  final int number;
  final SimulatedProcess process;
  final Operation operation;

  /** The load that it is about, or the reference that a creation brings; null for neither. */
  final @Nullable String subject;

  /** As its user gives them, but for its mark. */
  final CallOptions options;

  /** Whose act it is; -1 for what nobody waits for. */
  final int act;

  final long dice;
  final long askedAt;

  /** Whether other callers may have the same answer, so that there need not be a call for it. */
  final boolean isShared;

  /** The call that the client makes for it; null while none shows. */
  @Nullable CallLog call;

  UserCall(
      int number,
      SimulatedProcess process,
      Operation operation,
      @Nullable String subject,
      CallOptions options,
      int act,
      long dice,
      long askedAt) {
    this.number = number;
    this.process = process;
    this.operation = operation;
    this.subject = subject;
    this.options = options;
    this.act = act;
    this.dice = dice;
    this.askedAt = askedAt;
    this.isShared = options.maxAge() != null || options.staleIfError() != null;
  }

  /** What the client is given. */
  CallOptions marked() {
    CallOptions.Builder marked = options.toBuilder().header(HEADER, Integer.toString(number));
    // A client without a guard knows no scope.
    if (process.settings().hasLedger()) marked.scope(this);
    return marked.build();
  }

  /** The load that it is about; null for none. */
  @Nullable String loadNumber() {
    return operation == Operation.CREATE_LOAD ? null : subject;
  }

  /** The customer's reference of a creation; null without one. */
  @Nullable String customerRef() {
    return operation == Operation.CREATE_LOAD ? subject : null;
  }

  /** The scope that pays; null for none. */
  @Nullable SpendScope payer() {
    return (SpendScope) options.scope();
  }

  @Override
  public String path() {
    SpendScope payer = payer();
    return payer == null ? SpendScope.CLIENT : payer.path();
  }
}
