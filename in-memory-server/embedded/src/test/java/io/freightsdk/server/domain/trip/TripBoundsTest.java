package io.freightsdk.server.domain.trip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Heap;
import io.freightsdk.testsupport.Size;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One load with a million fixes. Speed is measured by TripBench. */
class TripBoundsTest {
  static final int FIXES = 1_000_000;

  /** The bytes of a fix are the same from some ten thousand on. */
  private static final int IN_EACH_BUILD = 60_000;

  private static final double MAX_BYTES_PER_FIX = 40;

  /** How the fixes come, and how many. */
  enum Arrival {
    IN_ORDER(Size.of(IN_EACH_BUILD, FIXES)),
    /** Within each hour the newest first. */
    HOURS_REVERSED(Size.of(IN_EACH_BUILD, FIXES) / 10);

    private final int count;

    Arrival(int count) {
      this.count = count;
    }

    int index(int i) {
      return this == HOURS_REVERSED ? i / 50 * 50 + 49 - i % 50 : i;
    }
  }

  /** A truck that goes to and fro north of its pickup, once a minute, for two years. */
  static Fix fix(int i) {
    double meters = 10_000 + 800.0 * Math.abs(i % 200 - 100);
    return new Fix(Loads.minute(i), Loads.offStop(1, meters), 12.5, 29.8, 180);
  }

  @ParameterizedTest
  @EnumSource
  void manyFixesTakeAtMostFortyBytesEachAndAllCount(Arrival arrival) {
    Trip trip = null;
    double bytesPerFix = Double.MAX_VALUE;
    // Threads of tests that are over may keep something meanwhile, but not each time.
    for (int tries = 0; tries < 3 && bytesPerFix >= MAX_BYTES_PER_FIX; tries++) {
      trip = null;
      long before = Heap.usedBytes();
      trip = new Trip(Loads.plan(false, 1, 1));
      for (int i = 0; i < arrival.count; i++) {
        trip.offer(fix(arrival.index(i)), Loads.ANY_TIME);
      }
      bytesPerFix = (double) (Heap.usedBytes() - before) / arrival.count;
    }

    PositionFigures figures = PositionFigures.of(trip.progress(), trip.track());
    List<Fix> latest = trip.track().latest(500);
    assertThat(figures.pingCount()).isEqualTo(arrival.count);
    assertThat(figures.distanceMiles() / arrival.count).isCloseTo(0.4971, within(0.0001));
    assertThat(latest).hasSize(500);
    assertThat(latest.get(499).time()).isEqualTo(Loads.minute(arrival.count - 1));
    assertThat(bytesPerFix).isLessThan(MAX_BYTES_PER_FIX);
  }
}
