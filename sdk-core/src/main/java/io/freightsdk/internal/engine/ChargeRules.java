package io.freightsdk.internal.engine;

import io.freightsdk.Charge;
import io.freightsdk.internal.retry.FailureClass;
import io.freightsdk.internal.retry.RepeatClass;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What an attempt did to the balance, by how it ended. Pure; {@code NONE} only when certain. */
final class ChargeRules {
  private ChargeRules() {}

  /** Whether an attempt can move money: by the live price, or by the operation without one. */
  static boolean canCost(Operation operation, @Nullable BigDecimal priceUsd) {
    if (operation == Operation.TOP_UP_BY_CARD) {
      return true; // Not the balance, but the card behind it.
    }
    if (priceUsd != null) {
      return priceUsd.signum() > 0;
    }
    return switch (RepeatClass.of(operation)) {
      case KEYED, PAID_READ, UNREPEATABLE -> true;
      case FREE_READ, CONFIRMATION -> false;
    };
  }

  /** The charge of an answer that the service charges for, or does not. */
  static Charge ofAnswer(boolean paid, @Nullable BigDecimal priceUsd) {
    if (!paid) {
      return Charge.NONE;
    }
    return priceUsd == null ? Charge.UNKNOWN : Charge.exact(priceUsd);
  }

  /**
   * The charge of a failed attempt of an operation that can cost; status null without an answer.
   */
  static Charge ofFailure(FailureClass failure, @Nullable Integer status) {
    return switch (failure) {
      case NEVER_SENT, BILLING_UNAVAILABLE, INSUFFICIENT_FUNDS -> Charge.NONE;
      case UNKNOWN_OUTCOME, UNREADABLE, ABANDONED -> Charge.UNKNOWN;
      case REFUSED -> {
        // A 408 or a redirect is the word of a proxy: what the service did behind it is open.
        boolean fromTheService = status != null && status >= 400 && status != 408;
        yield fromTheService ? Charge.NONE : Charge.UNKNOWN;
      }
    };
  }

  /** What all attempts came to after one more. */
  static Charge total(Operation operation, Charge before, Charge attempt) {
    if (RepeatClass.of(operation) != RepeatClass.KEYED) {
      return before.plus(attempt);
    }
    // One key is one debit at most: the attempt that knows most speaks for all.
    return weight(attempt) >= weight(before) ? attempt : before;
  }

  /** A debit that is certain outweighs one that is possible, and that outweighs none. */
  private static int weight(Charge charge) {
    return switch (charge.kind()) {
      case NONE -> 0;
      case UNKNOWN -> 1;
      case EXACT -> 2;
    };
  }
}
