package io.freightsdk.internal.ledger.rules;

/**
 * What entries add up to, in billionths of a USD.
 *
 * @param charged the most that the charged ones cost
 * @param unknown the most that the unknown ones may have cost
 * @param reserved what is set aside for calls on their way
 */
public record Totals(long charged, long unknown, long reserved) {
  public static final Totals NOTHING = new Totals(0, 0, 0);

  /** With one more entry. */
  public Totals plus(Entry entry, long now) {
    if (entry.outcome() == ChargeState.CHARGED) return plusCharged(entry.amount());
    return entry.isUnknown(now)
        ? new Totals(charged, unknown + entry.amount(), reserved)
        : new Totals(charged, unknown, reserved + entry.amount());
  }

  /** With more that was charged. */
  public Totals plusCharged(long more) {
    return new Totals(Math.addExact(charged, more), unknown, reserved);
  }
}
