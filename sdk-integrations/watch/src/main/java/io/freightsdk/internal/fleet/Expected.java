package io.freightsdk.internal.fleet;

/**
 * A piece of news that a load will bring: its time is spread around a median, wider to one side
 * than to the other. Times are minutes from the reading that it follows from; it has not happened
 * at 0.
 *
 * @param median half of all such loads bring it earlier
 * @param early scale of the logistic distribution before the median
 * @param late scale of it after the median
 */
public record Expected(double median, double early, double late) {
  /** Beyond this many scales nothing is left to chance. */
  private static final double SURE = 30;

  /** The chance that it has happened by then, given that it had not at 0. */
  double by(double minutes) {
    if (minutes <= 0) return 0;
    if (scales(minutes) >= SURE) return 1;
    double before = cdf(0);
    return Math.max(0, (cdf(minutes) - before) / (1 - before));
  }

  /** The median of what is left, given that it has not happened at 0. */
  double medianFromNow() {
    double before = cdf(0);
    double half = before + (1 - before) / 2;
    double scales = Math.log(half / (1 - half));
    return Math.max(1, median + (scales < 0 ? early : late) * scales);
  }

  /** After this time it has happened, as good as surely. */
  double surelyBy() {
    return Math.max(median, medianFromNow()) + 5 * late;
  }

  private double cdf(double minutes) {
    double bounded = Math.max(-SURE, Math.min(SURE, scales(minutes)));
    return 1 / (1 + Math.exp(-bounded));
  }

  private double scales(double minutes) {
    return (minutes - median) / (minutes < median ? early : late);
  }
}
