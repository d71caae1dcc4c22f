package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import java.time.Instant;
import java.util.List;

/**
 * What the service showed of one load, every {@link #STEP} minutes from its first fix to its end.
 * Minutes count from {@link #START}.
 *
 * @param bookedAt when it was created
 * @param looks from the first fix on; the first of all is of the creation
 * @param visits the minutes at which arrivals and departures were first shown
 */
record RecordedLoad(CreateLoadInput input, int bookedAt, List<Look> looks, List<Integer> visits) {
  static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  static final int STEP = 5;
  private static final long ETA_NEWS_SECONDS = 30 * 60;

  /**
   * One answer of the service, reduced to what a plan uses. Times are epoch seconds, 0 for none.
   *
   * @param shape the answer without track and estimate
   * @param standsSince the first of the latest fixes that are all at one place
   */
  record Look(
      int minute,
      LoadPosition shape,
      long nextStopEta,
      long etaAt,
      float miles,
      float mph,
      long fixAt,
      long standsSince) {

    LoadPosition position() {
      LoadPosition.Builder position = shape.toBuilder();
      if (standsSince != 0 && standsSince != fixAt) {
        position.addGpsTrack(fix(standsSince));
      }
      if (fixAt != 0) {
        position.addGpsTrack(fix(fixAt));
      }
      if (etaAt != 0) {
        position.eta(
            Eta.builder()
                .put("nextStopEta", Instant.ofEpochSecond(nextStopEta).toString())
                .put("etaAt", Instant.ofEpochSecond(etaAt).toString())
                .put("remainingMiles", (double) miles)
                .put("speedMph", (double) mph)
                .put("remainingMinutes", (int) ((etaAt - START.getEpochSecond()) / 60 - minute))
                .build());
      }
      return position.build();
    }

    private static GpsPoint fix(long at) {
      return GpsPoint.builder().lat(0.0).lng(0.0).ts(Instant.ofEpochSecond(at)).build();
    }
  }

  /** What the creation says: stops with their windows. */
  LoadPosition planned() {
    return looks.get(0).position();
  }

  int endsAt() {
    return looks.get(looks.size() - 1).minute();
  }

  /** The look that a read at this minute is answered with. */
  int lookAt(int minute) {
    int low = 0;
    int high = looks.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (looks.get(middle).minute() > minute) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return low;
  }

  /**
   * The first look after one at which the estimate was more than half an hour away from it, if it
   * still is at the later look; -1 if there is no such news.
   */
  int estimateMoved(int from, int to) {
    if (!hasMoved(from, to)) {
      return -1;
    }
    for (int look = from + 1; look < to; look++) {
      if (hasMoved(from, look)) {
        return look;
      }
    }
    return to;
  }

  boolean hasMoved(int from, int to) {
    long before = looks.get(from).etaAt();
    long after = looks.get(to).etaAt();
    return before != 0 && after != 0 && Math.abs(after - before) > ETA_NEWS_SECONDS;
  }

  static Instant instant(int minute) {
    return START.plusSeconds(minute * 60L);
  }
}
