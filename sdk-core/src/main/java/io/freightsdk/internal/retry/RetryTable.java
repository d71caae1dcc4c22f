package io.freightsdk.internal.retry;

import static io.freightsdk.internal.retry.RetryTable.RetryRule.MAY_COST_AGAIN;
import static io.freightsdk.internal.retry.RetryTable.RetryRule.NEVER;
import static io.freightsdk.internal.retry.RetryTable.RetryRule.RETRY;
import static io.freightsdk.internal.retry.RetryTable.RetryRule.SAME_KEY;
import static io.freightsdk.internal.retry.RetryTable.RetryRule.TOP_UP;

import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;

/**
 * The failures that may be retried: a row for each kind of failure, and a column for each of the
 * four classes of operations that are repeated. Operations of the other two classes are sent again
 * only if nothing was sent. A retry policy says how often and how fast, whether a read that may
 * cost again is repeated, and whether a call waits for a top-up.
 */
public final class RetryTable {
  /** Whether a failed attempt may be repeated, and on which condition: a cell of the table. */
  public enum RetryRule {
    /** Safe to repeat. */
    RETRY,
    /** Safe to repeat with the same {@code Idempotency-Key}: at most one load and one debit. */
    SAME_KEY,
    /** Could be charged twice; repeated only with {@link RetryPolicy#retryUnknownReads()}. */
    MAY_COST_AGAIN,
    /** Repeated only after a top-up, if its policy waits for one. */
    TOP_UP,
    /** Never repeated. */
    NEVER
  }

  /** The rows: the meaning of a failed attempt for the request and its charge. */
  public enum FailureClass {
    // Columns: creation, paid read, free, confirmation.
    /**
     * DNS, connect or TLS failed, the request was not written completely, or the server rejected it
     * unprocessed (REFUSED_STREAM).
     */
    NEVER_SENT(RETRY, RETRY, RETRY, RETRY),
    /** 429, or 503 {@code BILLING_UNAVAILABLE}: nothing was processed or charged. */
    NOT_PROCESSED(SAME_KEY, RETRY, RETRY, RETRY),
    /** Another 5xx, a lost or cut response, a timeout after sending: it may have been charged. */
    UNKNOWN_OUTCOME(SAME_KEY, MAY_COST_AGAIN, RETRY, RETRY),
    /** 402: the balance does not cover the call, and nothing was charged. */
    INSUFFICIENT_FUNDS(TOP_UP, TOP_UP, NEVER, NEVER),
    /** A 4xx of the service, or a 501 with a code: the same request gets the same response. */
    REFUSED(NEVER, NEVER, NEVER, NEVER),
    /**
     * Nothing was sent, and the next attempt would fail too: the server is not trusted or refuses
     * TLS, or code such as an interceptor threw an exception.
     */
    UNSENDABLE(NEVER, NEVER, NEVER, NEVER),
    /**
     * Another server responded, so it is not known what happened to the request. It will respond to
     * the next one, too.
     */
    NOT_THE_SERVICE(NEVER, NEVER, NEVER, NEVER),
    /**
     * A successful response whose body cannot be read. The load of such a creation is paid for, and
     * a repeat with the same key gets the response again.
     */
    UNREADABLE(SAME_KEY, NEVER, NEVER, NEVER),
    /**
     * Ended in this process while the request was in flight: the call was cancelled, or code such
     * as an interceptor threw an exception.
     */
    ENDED_LOCALLY(NEVER, NEVER, NEVER, NEVER);

    private final RetryRule creation;
    private final RetryRule paidRead;
    private final RetryRule free;
    private final RetryRule confirmation;

    FailureClass(RetryRule creation, RetryRule paidRead, RetryRule free, RetryRule confirmation) {
      this.creation = creation;
      this.paidRead = paidRead;
      this.free = free;
      this.confirmation = confirmation;
    }
  }

  /**
   * The cost of sending an operation a second time. Each operation has one of these classes, and
   * the client's handling of its price follows from the class. The first four are the columns.
   */
  public enum RepeatCost {
    /** Its {@code Idempotency-Key} makes any number of attempts one load and one debit. */
    ONCE_PER_KEY(true),
    /** Every read with a response is charged. */
    PAID_READ(true),
    /** Free, and a repeat changes nothing. */
    FREE(false),
    /** Idempotent at the service. It has a price in the list, which is 0. */
    CONFIRMATION(true),
    /**
     * A paid operation of the catalog, for which no published rule makes a repeat safe. Sent once,
     * whatever the response.
     */
    UNREPEATABLE(true),
    /** Takes money from a card and adds it to the balance. Sent once, whatever the response. */
    CARD(false);

    private final boolean drawsOnBalance;

    RepeatCost(boolean drawsOnBalance) {
      this.drawsOnBalance = drawsOnBalance;
    }

    public static RepeatCost of(Operation operation) {
      return switch (operation) {
        case CREATE_LOAD -> ONCE_PER_KEY;
        case GET_LOAD_POSITION -> PAID_READ;
        case CONFIRM_DELIVERY -> CONFIRMATION;
        case GET_PRICING, GET_BALANCE, GET_SERVICE_CATALOG, UPDATE_LOAD_STATUS -> FREE;
        case CREATE_TRACKED_LOAD, GET_TRACKED_LOAD_POSITION -> UNREPEATABLE;
        case TOP_UP_BY_CARD -> CARD;
      };
    }

    /** Whether the balance may pay for an attempt, so that its price is reserved first. */
    public boolean drawsOnBalance() {
      return drawsOnBalance;
    }

    /** Whether the service charges a key once, so that the ledger counts the key once, too. */
    public boolean isChargedOncePerKey() {
      return this == ONCE_PER_KEY;
    }
  }

  private RetryTable() {}

  /** The rule for a failure of an operation of this class. */
  public static RetryRule rule(FailureClass failure, RepeatCost repeatCost) {
    return switch (repeatCost) {
      case ONCE_PER_KEY -> failure.creation;
      case PAID_READ -> failure.paidRead;
      case FREE -> failure.free;
      case CONFIRMATION -> failure.confirmation;
      case UNREPEATABLE, CARD -> failure == FailureClass.NEVER_SENT ? RETRY : NEVER;
    };
  }

  /** Whether a call may be repeated under this policy, by the rule for its failure. */
  public static boolean allows(RetryRule rule, RetryPolicy policy) {
    return switch (rule) {
      case RETRY, SAME_KEY -> true;
      case MAY_COST_AGAIN -> policy.retryUnknownReads();
      case TOP_UP, NEVER -> false;
    };
  }
}
