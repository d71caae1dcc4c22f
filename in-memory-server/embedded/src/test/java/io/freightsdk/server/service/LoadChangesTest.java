package io.freightsdk.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.domain.trip.TripPlan;
import io.freightsdk.server.service.TrackedLoad.LoadIds;
import io.freightsdk.server.service.order.OrderReader.Freight;
import io.freightsdk.server.service.order.OrderReader.LoadOrder;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoadChangesTest {
  private final Loads loads = new Loads();

  private TrackedLoad load(int number) {
    PlannedStop stop = new PlannedStop(1, StopType.PICKUP, null, null, null);
    Trip trip = new Trip(new TripPlan(List.of(stop), false));
    Freight none = new Freight(null, null, null, null, Double.NaN, Double.NaN, Double.NaN);
    return loads.add(
        2026,
        name ->
            new TrackedLoad(
                new LoadIds(name, "brk", Instant.EPOCH, 0, 0, number, -number, number),
                new LoadOrder("+13125550142", List.of(stop), null, none),
                trip));
  }

  @Test
  void whoeverWatchesLearnsWhichLoadsChangedEachOnce() {
    TrackedLoad one = load(1);
    TrackedLoad two = load(2);
    LoadChanges changes = loads.changes();
    long seen = changes.count();
    assertThat(changes.between(seen, changes.count())).isEmpty();

    two.joinDriver();
    two.change(trip -> trip.cancel(Instant.EPOCH));
    one.joinDriver();
    assertThat(changes.between(seen, changes.count())).containsExactly(two, one);
    one.joinDriver();
    assertThat(changes.between(changes.count(), changes.count())).isEmpty();
  }

  @Test
  void tooManyChangesAreNotNamed() {
    for (int i = 1; i <= 256; i++) load(i);
    assertThat(loads.changes().between(0, 256)).isNull();
    assertThat(loads.changes().between(1, 256)).hasSize(255);
    assertThat(loads.newest(1, 2))
        .extracting(load -> load.ids().loadNumber())
        .containsExactly("LD-2026-0255", "LD-2026-0254");
  }

  @Test
  void aRepeatableRandomDrawsAsTheJdksAndGoesOnFromItsState() {
    RepeatableRandom own = RepeatableRandom.seeded(42);
    Random jdk = new Random(42);
    for (int i = 0; i < 100; i++) {
      assertThat(own.nextLong()).isEqualTo(jdk.nextLong());
      assertThat(own.nextDouble()).isEqualTo(jdk.nextDouble());
    }
    RepeatableRandom again = RepeatableRandom.from(own.state());
    byte[] first = new byte[37];
    byte[] second = new byte[37];
    own.nextBytes(first);
    again.nextBytes(second);
    assertThat(second).isEqualTo(first);
  }
}
