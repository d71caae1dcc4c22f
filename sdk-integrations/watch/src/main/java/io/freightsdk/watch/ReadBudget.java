package io.freightsdk.watch;

/**
 * How many paid reads a watch may still make.
 *
 * @param readsLeft zero or more; {@link Integer#MAX_VALUE} means that there is no limit
 */
public record ReadBudget(int readsLeft) {
  /** A budget without a limit. */
  public static final ReadBudget UNLIMITED = new ReadBudget(Integer.MAX_VALUE);

  /**
   * @throws IllegalArgumentException when {@code readsLeft} is negative
   */
  public ReadBudget {
    if (readsLeft < 0) {
      throw new IllegalArgumentException("readsLeft must not be negative, but was " + readsLeft);
    }
  }

  /** Whether no paid read is left. */
  public boolean isSpent() {
    return readsLeft == 0;
  }

  /** Whether there is no limit. */
  public boolean isUnlimited() {
    return readsLeft == Integer.MAX_VALUE;
  }
}
