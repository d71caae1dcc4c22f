package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Accounts.AccountKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The agent key of the attempts of one call, and the account that pays for them. */
final class CallAccount {
  private final Accounts accounts;

  /** Of the reservation, or of the last attempt without one; null before both. */
  private @Nullable AccountKey key;

  /** Whether one account pays for all attempts, because other callers share their result. */
  private boolean isFixed;

  CallAccount(Accounts accounts) {
    this.accounts = accounts;
  }

  /**
   * Takes a key from the supplier for the next reservation, or for the next attempt without one.
   * Keeps the key for the first attempt, and if another key could be of another account. Throws the
   * exceptions of the supplier.
   *
   * @param isFirstAttempt whether the key is for the first attempt
   * @param mayHaveLoad whether the account of an earlier attempt may have the load of the call
   */
  void takeKey(boolean isFirstAttempt, boolean mayHaveLoad) {
    boolean isTaken = key != null && isFirstAttempt;
    boolean stays = (isFixed || mayHaveLoad) && !accounts.isNamed();
    if (isTaken || stays) return;
    key = accounts.key();
  }

  /**
   * Lets the account of this key pay for all attempts, even if the supplier returns another key
   * later.
   */
  void fix(AccountKey paying) {
    key = paying;
    isFixed = true;
  }

  AccountKey key() {
    return Objects.requireNonNull(key, "taken before each attempt");
  }

  String id() {
    return key().accountId();
  }
}
