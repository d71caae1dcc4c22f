package io.freightsdk.internal.fleet;

/**
 * The best times to read one load, for a price of a read in minutes: reading later saves reads and
 * lets news wait. Pure: the times are those that make expected minutes of delay, plus reads times
 * their price, the least.
 *
 * @param next minutes after the reading at which to read next
 * @param reads how many reads are to be expected until the load is over
 * @param delay minutes that news is to be expected to wait in all
 */
public record ReadSchedule(double next, double reads, double delay) {
  private static final int KNOTS = 96;

  /** Knots lie closer in the near future, which is decided on now; the rest is decided on again. */
  private static final double BEND = 1.6;

  public static ReadSchedule best(Outlook outlook, double weight, double minutesPerRead) {
    double[] at = knots(outlook.horizon());
    double[] news = new double[KNOTS + 1];
    double[] waited = new double[KNOTS + 1];
    double[] over = new double[KNOTS + 1];
    double moves = 0;
    for (int k = 1; k <= KNOTS; k++) {
      double step = at[k] - at[k - 1];
      moves += step / 60 * outlook.etaMovesPerHour((at[k] + at[k - 1]) / 2);
      double moved = outlook.known().etaWeight() * (1 - Math.exp(-moves));
      news[k] = weight * (outlook.newsBy(at[k]) + moved);
      waited[k] = waited[k - 1] + (news[k] + news[k - 1]) / 2 * step;
      over[k] = outlook.overBy(at[k]);
    }
    double[] cost = new double[KNOTS + 1];
    double[] reads = new double[KNOTS + 1];
    int[] choice = new int[KNOTS + 1];
    for (int from = KNOTS - 1; from >= 0; from--) {
      double goesOn = 1 - over[from];
      double best = Double.POSITIVE_INFINITY;
      for (int to = from + 1; to <= KNOTS; to++) {
        double delay = waited[to] - waited[from] - news[from] * (at[to] - at[from]);
        double total = delay + minutesPerRead * goesOn + cost[to];
        if (total < best) {
          best = total;
          choice[from] = to;
        }
      }
      cost[from] = best;
      reads[from] = goesOn + reads[choice[from]];
    }
    return new ReadSchedule(at[choice[0]], reads[0], cost[0] - reads[0] * minutesPerRead);
  }

  private static double[] knots(double horizon) {
    double[] at = new double[KNOTS + 1];
    for (int k = 0; k <= KNOTS; k++) {
      at[k] = horizon * Math.pow((double) k / KNOTS, BEND);
    }
    return at;
  }
}
