package io.freightsdk.simulation;

import io.freightsdk.model.Operation;
import java.util.EnumSet;
import java.util.Set;

/**
 * A fault of the network or the database. {@link Network} and {@link SimulatedDatabase} implement
 * them.
 */
enum Fault {
  // --- before the service gets the request ---
  CONNECT_REFUSED(Scope.ATTEMPT),
  /** DNS does not respond to any request of the process. */
  DNS_HANGS(Scope.ATTEMPT),
  BROKEN_WHILE_WRITING(Scope.ATTEMPT_WITH_BODY),
  REQUEST_LOST(Scope.ATTEMPT),
  REQUEST_RESET(Scope.ATTEMPT),
  /** The request arrives late, perhaps after its call has ended. */
  REQUEST_DELAYED(Scope.ATTEMPT),
  /** A proxy sends the request twice. */
  REQUEST_DUPLICATED(Scope.CREATION_ATTEMPT),
  GATEWAY_REFUSES(Scope.ATTEMPT),
  GATEWAY_BUSY(Scope.ATTEMPT),
  /** 429 or 503 {@code BILLING_UNAVAILABLE} with {@code Retry-After}. */
  RETRY_AFTER(Scope.ATTEMPT),
  SERVICE_FAILS_BEFORE(Scope.ATTEMPT),
  // --- after the service processed the request ---
  RESPONSE_LOST(Scope.ATTEMPT),
  RESPONSE_RESET(Scope.ATTEMPT),
  RESPONSE_CUT(Scope.ATTEMPT),
  RESPONSE_DELAYED(Scope.ATTEMPT),
  RESPONSE_BODY_TRUNCATED(Scope.ATTEMPT),
  RESPONSE_IS_HTML(Scope.ATTEMPT),
  /** A gateway replaces the response of the service. */
  GATEWAY_FORBIDS(Scope.ATTEMPT),
  SERVICE_FAILS_AFTER(Scope.ATTEMPT),
  // --- the database of the ledger ---
  DATABASE_UNAVAILABLE(Scope.PAID_CALL),
  COMMIT_RESPONSE_LOST(Scope.PAID_CALL),
  DATABASE_SLOW(Scope.PAID_CALL);

  /** The attempts or calls that a fault can affect. */
  private enum Scope {
    ATTEMPT,
    ATTEMPT_WITH_BODY,
    CREATION_ATTEMPT,
    PAID_CALL
  }

  /** The paid operations. */
  static final Set<Operation> PAID = EnumSet.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION);

  private static final Set<Operation> WITH_BODY =
      EnumSet.of(Operation.CREATE_LOAD, Operation.CONFIRM_DELIVERY);

  private final Scope scope;

  Fault(Scope scope) {
    this.scope = scope;
  }

  boolean affectsAttempts() {
    return scope != Scope.PAID_CALL;
  }

  /** Whether it can affect a call of the operation. */
  boolean affects(Operation operation) {
    return switch (scope) {
      case ATTEMPT -> true;
      case ATTEMPT_WITH_BODY -> WITH_BODY.contains(operation);
      case CREATION_ATTEMPT -> operation == Operation.CREATE_LOAD;
      case PAID_CALL -> PAID.contains(operation);
    };
  }
}
