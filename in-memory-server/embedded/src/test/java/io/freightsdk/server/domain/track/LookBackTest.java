package io.freightsdk.server.domain.track;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LookBackTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private final Random random = new Random(11);

  @Test
  void itSeesWhatTheTrackItselfHas() {
    Track track = new Track();
    for (int i = 0; i < 3_000; i++) track.add(fix(random.nextInt(10_000)));

    for (int round = 0; round < 20; round++) {
      LookBack back = track.lookBack();
      for (int second = 10_100; second > -200; second -= random.nextInt(1, 400)) {
        Instant time = START.plusSeconds(second);
        Fix expected = track.before(time);

        assertThat(back.to(time.toEpochMilli())).isEqualTo(expected != null);
        if (expected == null) continue;
        assertThat(back.time()).isEqualTo(expected.time().toEpochMilli());
        assertThat(new Coordinates(back.lat(), back.lng())).isEqualTo(expected.at());
      }
    }
  }

  @Test
  void anEmptyTrackHasNothing() {
    assertThat(new Track().lookBack().to(Long.MAX_VALUE)).isFalse();
  }

  @Test
  void placesAreApartAsTheDistanceBetweenThemSays() {
    for (int i = 0; i < 100_000; i++) {
      Coordinates from = new Coordinates(random.nextDouble(-90, 90), random.nextDouble(-180, 180));
      Coordinates to =
          new Coordinates(
              Math.max(-90, Math.min(90, from.lat() + random.nextGaussian() * 0.01)),
              Math.max(-180, Math.min(180, from.lng() + random.nextGaussian() * 0.01)));
      double miles = random.nextDouble(0.01, 2);

      assertThat(Coordinates.areApart(miles, from.lat(), from.lng(), to.lat(), to.lng()))
          .isEqualTo(from.milesTo(to) >= miles);
    }
  }

  private Fix fix(int second) {
    return Fix.of(START.plusSeconds(second), random.nextDouble(39, 41), -84.5, 10);
  }
}
