package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a run that {@link MoneyInvariants} use: the service's ledger, and the results that
 * callers got. Times are nanoseconds since the start of the run.
 */
public interface RunObservations {
  /** A call as its caller saw it. {@code toString} identifies it in messages. */
  interface Call {
    Operation operation();

    /** The idempotency key that its caller passed; null for none. */
    @Nullable String idempotencyKey();

    /** The path of the scope that pays. */
    String scope();

    /** The process that made it, the same object for all calls of one process. */
    Object process();

    /** Whether its process was killed. Calls that had not ended have no result then. */
    boolean processWasKilled();

    long startedAt();

    /** When its caller got the result; negative if never. */
    long endedAt();

    /** The charge that its caller got; null for none. */
    @Nullable Charge reportedCharge();

    boolean succeeded();

    /** Whether its result is the load that an earlier call with its key had paid for. */
    boolean replayed();

    /** The service's id of its request; null if it made no or several requests. */
    @Nullable String requestId();

    /** Whether its guard returned the charge before the call ended. */
    default boolean gotChargeInTime() {
      return true;
    }

    /** Its result as text, or its stage if it has not ended. */
    String resultText();

    default boolean hasEnded() {
      return endedAt() >= 0;
    }

    default boolean isCreation() {
      return operation() == Operation.CREATE_LOAD;
    }

    default boolean isPaid() {
      return isCreation() || operation() == Operation.GET_LOAD_POSITION;
    }
  }

  /**
   * A debit of the service.
   *
   * @param call the call whose request was charged
   * @param sentAt when this request was sent
   * @param key the idempotency key in the service's ledger; null for none
   */
  record Debit(Call call, long sentAt, long at, BigDecimal usd, @Nullable String key) {}

  /** A change of a price. */
  record PriceChange(long at, Operation operation, BigDecimal usd) {}

  /**
   * A limit of a scope.
   *
   * @param period length of a rolling period; null for a total
   */
  record ScopeLimit(String scope, BigDecimal usd, @Nullable Duration period) {}

  /**
   * The configuration of the clients, as far as the rules depend on it.
   *
   * @param hasLedger whether each client has a ledger, which knows the charged keys
   * @param sharesLedger whether processes share one ledger, or each has its own in memory
   * @param retriesUnknownReads whether a read may be charged more than once
   * @param maxPriceAge maximum age of a price at its reservation
   * @param maxPaymentTime maximum time from the price of a call to its charge
   * @param periodTolerance by how much a period may appear shorter, because requests arrive after
   *     their calls have ended
   */
  record ClientSettings(
      List<ScopeLimit> limits,
      boolean hasLedger,
      boolean sharesLedger,
      boolean retriesUnknownReads,
      Duration maxPriceAge,
      Duration maxPaymentTime,
      Duration periodTolerance) {}

  ClientSettings clientSettings();

  /** All calls, in the order of their starts. */
  List<? extends Call> calls();

  /** All debits, oldest first. */
  List<Debit> debits();

  List<PriceChange> prices();

  /** Whether the ledger was unavailable at some time between these. */
  boolean ledgerWasUnavailable(long from, long until);

  /** Adds a violation of a rule. */
  void addViolation(Violation.Rule rule, String fact);
}
