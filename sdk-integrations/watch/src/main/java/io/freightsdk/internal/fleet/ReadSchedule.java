package io.freightsdk.internal.fleet;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When to read a load, for a price of a read in minutes: reading later saves reads and lets news
 * wait. Each read is decided on again by what it will have shown, so a schedule is a rule for every
 * state that the load may be found in; this is what it comes to. Pure: it makes expected minutes of
 * delay, plus reads times their price, the least.
 *
 * @param next minutes after the reading at which to read next
 * @param reads how many reads are to be expected until the load is over
 * @param delay minutes that news is to be expected to wait in all
 */
public record ReadSchedule(double next, double reads, double delay) {
  private static final int KNOTS = 32;

  /** Moments at which the next stages may have ended too: where reads are scarce, one tells all. */
  private static final int FAR_KNOTS = 12;

  /** How many reads such a read comes to: less is known after it, so that others follow sooner. */
  private static final double FAR_READ = 1.6;

  /** Knots lie closer in the near future, which is decided on now; the rest is decided on again. */
  private static final double BEND = 1.6;

  private static final double LONGEST = 4 * 24 * 60;

  /** What a moved estimate is worth against an arrival. */
  private static final double ETA_WEIGHT = 0.2;

  public static ReadSchedule best(Outlook outlook, double minutesPerRead) {
    List<Stage> stages = outlook.stages();
    Table after = null;
    for (int i = stages.size() - 1; i >= 0; i--) {
      after = new Table(stages.get(i), after, minutesPerRead);
    }
    if (after == null) {
      return new ReadSchedule(LONGEST, 0, 0);
    }
    double reads = after.reads[0];
    return new ReadSchedule(after.at[after.next[0]], reads, after.cost[0] - reads * minutesPerRead);
  }

  /**
   * What is to come in one stage, by how long it has lasted. {@code cost} and {@code reads} are
   * those from a reading on that shows that it lasts; {@code missed} and {@code missedReads} those
   * from a reading that comes so long after its beginning, whatever it shows.
   */
  private static final class Table {
    final double[] at;
    final double[] cost;
    final double[] reads;
    final int[] next;
    final double[] missed;
    final double[] missedReads;

    /** What a minute costs in which nobody reads, once everything has happened. */
    final double slope;

    private final int last;

    Table(Stage stage, @Nullable Table after, double price) {
      double over = Math.max(60, Math.min(LONGEST, stage.surelyBy()));
      double beyond = after == null ? 0 : Math.min(LONGEST - over, after.at[after.last]);
      last = beyond > 0 ? KNOTS + FAR_KNOTS : KNOTS;
      at = new double[last + 1];
      cost = new double[last + 1];
      reads = new double[last + 1];
      next = new int[last + 1];
      missed = new double[last + 1];
      missedReads = new double[last + 1];
      slope = 1 + (after == null ? 0 : after.slope);
      for (int k = 0; k <= KNOTS; k++) {
        at[k] = over * Math.pow((double) k / KNOTS, BEND);
      }
      for (int k = KNOTS + 1; k <= last; k++) {
        at[k] = over + beyond * Math.pow((double) (k - KNOTS) / FAR_KNOTS, BEND);
      }
      // What a read at knot j costs if the stage has ended between knots i and i + 1.
      double[][] seen = new double[last + 1][KNOTS];
      double[][] seenReads = new double[last + 1][KNOTS];
      for (int j = 1; j <= last; j++) {
        for (int i = 0; i < Math.min(j, KNOTS); i++) {
          double ago = at[j] - (at[i] + at[i + 1]) / 2;
          seen[j][i] = ago;
          if (after != null) after.addMissed(ago, seen[j], seenReads[j], i);
        }
      }
      for (int k = KNOTS; k <= last; k++) {
        cost[k] = price + (after == null ? 0 : after.cost[0]);
        reads[k] = 1 + (after == null ? 0 : after.reads[0]);
      }
      double moves = stage.etaMovesPerHour() / 60;
      double[] ended = new double[last + 1];
      for (int i = KNOTS - 1; i >= 0; i--) {
        endedAfter(stage.readAt(at[i]), i, ended);
        cost[i] = Double.POSITIVE_INFINITY;
        for (int j = i + 1; j <= last; j++) {
          double wait = at[j] - at[i];
          double moved = moves == 0 ? 0 : wait - (1 - Math.exp(-moves * wait)) / moves;
          double lasts = 1 - ended[j];
          double sum = price * readsMade(j) + ETA_WEIGHT * moved + lasts * cost[j];
          for (int k = i; k < Math.min(j, KNOTS); k++) {
            sum += (ended[k + 1] - ended[k]) * seen[j][k];
          }
          if (sum < cost[i]) {
            cost[i] = sum;
            next[i] = j;
          }
        }
        int best = next[i];
        reads[i] = readsMade(best) + (1 - ended[best]) * reads[best];
        for (int k = i; k < Math.min(best, KNOTS); k++) {
          reads[i] += (ended[k + 1] - ended[k]) * seenReads[best][k];
        }
      }
      endedAfter(stage, 0, ended);
      for (int j = 0; j <= last; j++) {
        missed[j] = (1 - ended[j]) * cost[j];
        missedReads[j] = (1 - ended[j]) * reads[j];
        for (int k = 0; k < Math.min(j, KNOTS); k++) {
          missed[j] += (ended[k + 1] - ended[k]) * seen[j][k];
          missedReads[j] += (ended[k + 1] - ended[k]) * seenReads[j][k];
        }
      }
    }

    private static double readsMade(int knot) {
      return knot > KNOTS ? FAR_READ : 1;
    }

    private void endedAfter(Stage rest, int from, double[] ended) {
      for (int k = from; k < KNOTS; k++) {
        ended[k] = rest.by(at[k] - at[from]);
      }
      for (int k = KNOTS; k <= last; k++) {
        ended[k] = 1;
      }
    }

    /** Adds what a reading comes to by which this stage began so long ago, at {@code i}. */
    void addMissed(double ago, double[] costs, double[] readsOf, int i) {
      if (ago >= at[last]) {
        costs[i] += missed[last] + (ago - at[last]) * slope;
        readsOf[i] += missedReads[last];
        return;
      }
      int found = Arrays.binarySearch(at, ago);
      int low = found >= 0 ? found : -found - 2;
      double part = (ago - at[low]) / (at[low + 1] - at[low]);
      costs[i] += missed[low] + (missed[low + 1] - missed[low]) * part;
      readsOf[i] += missedReads[low] + (missedReads[low + 1] - missedReads[low]) * part;
    }
  }
}
