package io.freightsdk.watch;

import io.freightsdk.internal.watch.EventsBetween;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Derives events from two successive positions. Pure: the same two positions give the same events,
 * in any process.
 *
 * <p>However seldom a load is read, no change of status and no arrival or departure is lost, and
 * none is told twice: the stop times of the later position prove what happened in between. Applied
 * to the earlier position, the events give the later one.
 */
public final class LoadEvents {
  private LoadEvents() {}

  /**
   * What happened between two readings of one load, in the order it happened; empty when nothing
   * did. Steps of the estimate and silences count as {@link WatchOptions} counts them by default.
   *
   * @param before the earlier reading; null stands for the load as it was created, so that a watch
   *     which starts late is told the story so far
   * @throws IllegalArgumentException when the two are of different loads
   */
  public static List<LoadEvent> between(@Nullable PositionReading before, PositionReading after) {
    return EventsBetween.derive(before, after, WatchOptions.DEFAULT);
  }
}
