package io.freightsdk.internal.fleet;

/**
 * What a read must save, in minutes of delay, so that a budget lasts: little while money is left
 * over, much while it is short. Pure; times are minutes.
 *
 * @param level reads that the budget has paid for and that were not made; negative when more were
 * @param at when that was
 * @param readsPerWindow what the budget pays for
 * @param window how long that is
 */
public record Pace(double level, double at, double readsPerWindow, double window) {
  /** What a read must save while as much is spent as comes in. */
  private static final double USUAL_MINUTES = 360;

  /** A fourteenth of the budget left over makes a read cheaper by a factor of e. */
  private static final double SENSITIVITY = 14;

  private static final double LEAST_MINUTES = 1;
  private static final double MOST_MINUTES = 30 * 24 * 60;

  public Pace at(double now) {
    double earned = Math.max(0, now - at) * readsPerWindow / window;
    return bounded(level + earned, Math.max(at, now));
  }

  public Pace spent(double reads) {
    return bounded(level - reads, at);
  }

  /** The same as if so much had been saved up that a read has to save this much. */
  public Pace startingAt(double minutesPerRead) {
    double level = Math.log(USUAL_MINUTES / minutesPerRead) * readsPerWindow / SENSITIVITY;
    return bounded(level, at);
  }

  Pace with(double newReadsPerWindow) {
    double share = newReadsPerWindow / readsPerWindow;
    return new Pace(level * share, at, newReadsPerWindow, window);
  }

  public double minutesPerRead() {
    return USUAL_MINUTES * Math.exp(-SENSITIVITY * level / readsPerWindow);
  }

  /** How often half of the budget reads so many loads in turn. */
  public double longestAffordable(int loads) {
    return 2 * loads * window / readsPerWindow;
  }

  /** What could not be spent for long is forgotten, and so is what was spent too much. */
  private Pace bounded(double newLevel, double now) {
    double scale = readsPerWindow / SENSITIVITY;
    double most = Math.log(USUAL_MINUTES / LEAST_MINUTES) * scale;
    double least = Math.log(USUAL_MINUTES / MOST_MINUTES) * scale;
    return new Pace(Math.max(least, Math.min(most, newLevel)), now, readsPerWindow, window);
  }
}
