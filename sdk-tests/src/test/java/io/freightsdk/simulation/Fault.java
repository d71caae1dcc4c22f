package io.freightsdk.simulation;

import io.freightsdk.model.Operation;
import java.util.EnumSet;
import java.util.Set;

/**
 * What can go wrong, and where it can be met. To add one: name it here, let {@link Network} or
 * {@link World} make it, and the coverage asks for it by itself.
 */
enum Fault {
  // --- an attempt, before the service has it ---
  CONNECT_REFUSED(Where.ATTEMPT),
  TLS_FAILED(Where.ATTEMPT),
  /** The name of the service is looked up for ever, by all requests of the process at once. */
  NAMES_HANG(Where.ATTEMPT),
  BROKEN_WHILE_WRITING(Where.ATTEMPT_WITH_BODY),
  REQUEST_LOST(Where.ATTEMPT),
  REQUEST_RESET(Where.ATTEMPT),
  /** It arrives late, perhaps when nobody waits any more. */
  REQUEST_LATE(Where.ATTEMPT),
  /** A proxy loses its connection and sends the request again: the service does it twice. */
  REQUEST_TWICE(Where.CREATION_ATTEMPT),
  GATEWAY_REFUSES(Where.ATTEMPT),
  GATEWAY_BUSY(Where.ATTEMPT),
  /** 429, with the time after which the client may come again. */
  ASKED_TO_WAIT(Where.ATTEMPT),
  SERVICE_FAILS_BEFORE(Where.ATTEMPT),
  // --- after the service has done it ---
  ANSWER_LOST(Where.ATTEMPT),
  ANSWER_RESET(Where.ATTEMPT),
  ANSWER_CUT(Where.ATTEMPT),
  ANSWER_LATE(Where.ATTEMPT),
  ANSWER_GARBLED(Where.ATTEMPT),
  ANSWER_IS_A_PAGE(Where.ATTEMPT),
  /** A gateway's word instead of the service's, which has done its work. */
  GATEWAY_FORBIDS(Where.ATTEMPT),
  SERVICE_FAILS_AFTER(Where.ATTEMPT),
  /** The position of another load: bytes that belong to somebody else. */
  ANSWER_OF_ANOTHER(Where.READ_ATTEMPT),
  /** A creation is answered with a load that its key has not made. */
  LOAD_OF_ANOTHER(Where.CREATION_ATTEMPT),
  // --- code around a call ---
  KEY_SUPPLIER_THROWS(Where.ATTEMPT),
  // --- what strikes a call that is under way ---
  CANCELLED(Where.CALL),
  PROCESS_KILLED(Where.CALL),
  CLIENT_CLOSED(Where.CALL),
  CLOCK_SET(Where.CALL),
  MACHINE_SLEEPS(Where.CALL),
  PRICE_CHANGED(Where.PAID_CALL),
  BILLING_DOWN(Where.PAID_CALL),
  DATABASE_AWAY(Where.PAID_CALL_IN_DATABASE),
  COMMIT_UNANSWERED(Where.PAID_CALL_IN_DATABASE),
  DATABASE_SLOW(Where.PAID_CALL_IN_DATABASE),
  /** The guard decides, and its answer comes late. */
  GUARD_SLOW(Where.PAID_CALL),
  BALANCE_RAISED(Where.PAID_CALL);

  /** Where a fault can be met. */
  private enum Where {
    ATTEMPT,
    ATTEMPT_WITH_BODY,
    CREATION_ATTEMPT,
    READ_ATTEMPT,
    CALL,
    PAID_CALL,
    PAID_CALL_IN_DATABASE
  }

  /** How far a call is when a fault strikes it. */
  enum Phase {
    /** The fault is one of the wire; the attempt is the first. */
    FIRST_ATTEMPT,
    /** The fault is one of the wire; the attempt is a repetition. */
    REPEATED,
    PRICING,
    QUEUED,
    UNSENT,
    UNDER_WAY,
    PROCESSED,
    PAUSED,
    AWAITING_TOP_UP;

    static final Set<Phase> OF_ATTEMPTS = EnumSet.of(FIRST_ATTEMPT, REPEATED);
    static final Set<Phase> OF_CALLS = EnumSet.complementOf(EnumSet.of(FIRST_ATTEMPT, REPEATED));
  }

  static final Set<Operation> OPERATIONS =
      EnumSet.of(
          Operation.CREATE_LOAD,
          Operation.GET_LOAD_POSITION,
          Operation.CREATE_TRACKED_LOAD,
          Operation.GET_TRACKED_LOAD_POSITION,
          Operation.OTHER,
          Operation.CONFIRM_DELIVERY,
          Operation.TOP_UP_BY_CARD,
          Operation.GET_PRICING,
          Operation.GET_BALANCE);

  /** What is reserved in every world. */
  static final Set<Operation> PAID =
      EnumSet.of(
          Operation.CREATE_LOAD,
          Operation.GET_LOAD_POSITION,
          Operation.CREATE_TRACKED_LOAD,
          Operation.GET_TRACKED_LOAD_POSITION,
          Operation.OTHER);

  private static final Set<Operation> WITH_BODY =
      EnumSet.of(
          Operation.CREATE_LOAD,
          Operation.CREATE_TRACKED_LOAD,
          Operation.GET_TRACKED_LOAD_POSITION,
          Operation.CONFIRM_DELIVERY,
          Operation.TOP_UP_BY_CARD);

  private final Where where;

  Fault(Where where) {
    this.where = where;
  }

  boolean strikesAttempts() {
    return where.ordinal() <= Where.READ_ATTEMPT.ordinal();
  }

  /** Whether an attempt of the operation can meet it. */
  boolean fits(Operation operation) {
    // Any text is an answer to a call by its path.
    if (this == ANSWER_IS_A_PAGE && operation == Operation.OTHER) return false;
    return switch (where) {
      case ATTEMPT, CALL -> true;
      case ATTEMPT_WITH_BODY -> WITH_BODY.contains(operation);
      case CREATION_ATTEMPT -> operation == Operation.CREATE_LOAD;
      case READ_ATTEMPT -> operation == Operation.GET_LOAD_POSITION;
      case PAID_CALL, PAID_CALL_IN_DATABASE -> PAID.contains(operation);
    };
  }

  /** Whether there is a world in which it is met there. */
  boolean reachable(Operation operation, Phase phase, boolean database, boolean limited) {
    boolean fitsPhase =
        strikesAttempts() ? Phase.OF_ATTEMPTS.contains(phase) : Phase.OF_CALLS.contains(phase);
    if (!fitsPhase || !fits(operation)) return false;
    if (where == Where.PAID_CALL_IN_DATABASE && !database) return false;
    if (this == CLOCK_SET && !Settings.clocksMayBeSet(database, limited)) return false;
    if (phase == Phase.PRICING && !PAID.contains(operation)) return false;
    boolean waitsForMoney = PAID.contains(operation) && operation != Operation.OTHER;
    if (phase == Phase.AWAITING_TOP_UP && !waitsForMoney) return false;
    // The guard is asked before anything else.
    boolean isOfTheGuard = this == GUARD_SLOW || this == DATABASE_SLOW;
    if (isOfTheGuard && phase != Phase.PRICING) return false;
    // The money side's own free reads end with their client, and nobody else can cancel them.
    boolean ofMoney = operation == Operation.GET_PRICING;
    return !(ofMoney && this == CANCELLED);
  }
}
