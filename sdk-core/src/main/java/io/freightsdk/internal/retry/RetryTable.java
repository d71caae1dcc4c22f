package io.freightsdk.internal.retry;

import static io.freightsdk.internal.retry.FailureClass.ABANDONED;
import static io.freightsdk.internal.retry.FailureClass.BILLING_UNAVAILABLE;
import static io.freightsdk.internal.retry.FailureClass.INSUFFICIENT_FUNDS;
import static io.freightsdk.internal.retry.FailureClass.NEVER_SENT;
import static io.freightsdk.internal.retry.FailureClass.REFUSED;
import static io.freightsdk.internal.retry.FailureClass.STRANGER;
import static io.freightsdk.internal.retry.FailureClass.UNKNOWN_OUTCOME;
import static io.freightsdk.internal.retry.FailureClass.UNREADABLE;
import static io.freightsdk.internal.retry.FailureClass.UNTRUSTED;
import static io.freightsdk.internal.retry.RetryTable.Verdict.MAY_COST_AGAIN;
import static io.freightsdk.internal.retry.RetryTable.Verdict.NEVER;
import static io.freightsdk.internal.retry.RetryTable.Verdict.RETRY;
import static io.freightsdk.internal.retry.RetryTable.Verdict.SAME_KEY;
import static io.freightsdk.internal.retry.RetryTable.Verdict.TOP_UP;

import io.freightsdk.retry.RetryPolicy;
import java.util.EnumMap;
import java.util.Map;

/**
 * What may be retried: one row for each kind of failure, one column for what repeating can cost.
 * The table is the whole rule; a policy only says how often and how fast.
 */
public final class RetryTable {
  /** What a cell of the table says. */
  public enum Verdict {
    /** Safe to repeat. */
    RETRY,
    /** Safe to repeat with the same {@code Idempotency-Key}: at most one load and one debit. */
    SAME_KEY,
    /** Could be charged twice; repeated only with {@link RetryPolicy#retryUnknownReads()}. */
    MAY_COST_AGAIN,
    /** Repeated only after a top-up, as the client's top-up policy decides. */
    TOP_UP,
    /** Never repeated. */
    NEVER
  }

  private static final Map<FailureClass, Row> ROWS = new EnumMap<>(FailureClass.class);

  static {
    // Columns:                 keyed     paid read       free read confirmation unrepeatable
    ROWS.put(NEVER_SENT, /*  */ row(RETRY, RETRY, RETRY, RETRY, RETRY));
    ROWS.put(BILLING_UNAVAILABLE, row(SAME_KEY, RETRY, RETRY, RETRY, RETRY));
    ROWS.put(UNKNOWN_OUTCOME, row(SAME_KEY, MAY_COST_AGAIN, RETRY, RETRY, NEVER));
    ROWS.put(INSUFFICIENT_FUNDS, row(TOP_UP, TOP_UP, NEVER, NEVER, TOP_UP));
    ROWS.put(REFUSED, row(NEVER, NEVER, NEVER, NEVER, NEVER));
    ROWS.put(UNTRUSTED, row(NEVER, NEVER, NEVER, NEVER, NEVER));
    // What a gateway said instead of the service is fetched again; a wrong base URL stays wrong.
    ROWS.put(STRANGER, row(SAME_KEY, NEVER, NEVER, NEVER, NEVER));
    // The load of an unreadable creation is paid for: the same key fetches its answer again.
    ROWS.put(UNREADABLE, row(SAME_KEY, NEVER, NEVER, NEVER, NEVER));
    ROWS.put(ABANDONED, row(NEVER, NEVER, NEVER, NEVER, NEVER));
  }

  private RetryTable() {}

  /** What the table says about a failure of an operation of this class. */
  public static Verdict verdict(FailureClass failure, RepeatClass repeat) {
    Row row = ROWS.get(failure);
    if (row == null) {
      throw new IllegalStateException("no row for " + failure);
    }
    return switch (repeat) {
      case KEYED -> row.keyed;
      case PAID_READ -> row.paidRead;
      case FREE_READ -> row.freeRead;
      case CONFIRMATION -> row.confirmation;
      case UNREPEATABLE -> row.unrepeatable;
    };
  }

  /** Whether a call may be repeated under this policy, by the verdict on its failure. */
  public static boolean allows(Verdict verdict, RetryPolicy policy) {
    return switch (verdict) {
      case RETRY, SAME_KEY -> true;
      case MAY_COST_AGAIN -> policy.retryUnknownReads();
      case TOP_UP, NEVER -> false;
    };
  }

  private record Row(
      Verdict keyed,
      Verdict paidRead,
      Verdict freeRead,
      Verdict confirmation,
      Verdict unrepeatable) {}

  private static Row row(
      Verdict keyed,
      Verdict paidRead,
      Verdict freeRead,
      Verdict confirmation,
      Verdict unrepeatable) {
    return new Row(keyed, paidRead, freeRead, confirmation, unrepeatable);
  }
}
