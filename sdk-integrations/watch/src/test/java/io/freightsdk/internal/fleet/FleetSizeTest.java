package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopType;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.WatchOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a fleet takes of a machine; printed. With {@code -Dfreight.fleet.loads=10000} a large one:
 * half a minute of processor time.
 */
@Tag("slow") // measures a thousand loads
class FleetSizeTest {
  private static final int LOADS = Integer.getInteger("freight.fleet.loads", 1_000);
  private static final String FIRST = "LD-2026-00001";

  private final JsonAdapter<LoadPosition> json = FreightJson.adapter(LoadPosition.class);
  private final String onTheRoad = json.toJson(onTheRoad());

  @Test
  void aLoadTakesAtMostThreeKilobytesAndAnIdleFleetNoHundredthOfACore() {
    ScriptedFleet service = new ScriptedFleet();
    service.answers = this::answer;
    long before = heap();
    FleetOptions options =
        FleetOptions.builder()
            // Two reads a day for each load.
            .budgetPerDay(BigDecimal.valueOf(LOADS * 4L, 2))
            .watch(
                WatchOptions.builder()
                    .floor(Duration.ofMinutes(2))
                    .deliverOn(Runnable::run)
                    .build())
            .build();
    FleetWatch fleet = service.fleet(options);
    fleet.listen(event -> {});
    for (int i = 1; i <= LOADS; i++) {
      fleet.add("LD-2026-%05d".formatted(i));
    }
    long began = processorNanos();
    service.time.advance(Duration.ofHours(36));
    double working = (processorNanos() - began) / (36 * 3600e9);
    int read = service.reads.size();
    service.reads.clear();
    long bytes = (heap() - before) / LOADS;

    // All money of the day is spent, as far as the fleet can tell: it waits.
    service.failures = load -> service.refusal(options);
    long started = processorNanos();
    service.time.advance(Duration.ofHours(6));
    double share = (processorNanos() - started) / (6 * 3600e9);

    System.out.printf(
        "%,d loads after %,d reads: %,d bytes of heap each; %.3f %% of a core while it reads,"
            + " %.3f %% while idle%n",
        LOADS, read, bytes, working * 100, share * 100);
    assertThat(read).isGreaterThan(LOADS);
    assertThat(bytes).isLessThanOrEqualTo(3 * 1024);
    assertThat(share).isLessThan(0.01);
    assertThat(fleet.loads()).hasSize(LOADS);
  }

  /** Decoded for each load, as from the wire: nothing is shared by chance. */
  private LoadPosition answer(String load) {
    try {
      return json.fromJson(onTheRoad.replace(FIRST, load));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LoadPosition onTheRoad() {
    List<GpsPoint> track = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      track.add(
          GpsPoint.builder()
              .lat(39.1 - i / 200.0)
              .lng(-84.5)
              .speed(55.0)
              .ts(ScriptedFleet.START.minusSeconds(60L * (500 - i)))
              .build());
    }
    Instant eta = ScriptedFleet.START.plus(Duration.ofDays(5));
    return LoadPosition.builder()
        .loadNumber(FIRST)
        .pingpointLoadId("00000000-0000-0000-0000-000000000001")
        .status(LoadStatus.IN_TRANSIT)
        .createdAt(ScriptedFleet.START.minus(Duration.ofDays(1)))
        .distanceMiles(212.4)
        .stops(
            stop(StopType.PICKUP, 1)
                .arrivedAt(ScriptedFleet.START.minusSeconds(36_000))
                .departedAt(ScriptedFleet.START.minusSeconds(30_000))
                .build(),
            stop(StopType.DELIVERY, 2).build())
        .gpsTrack(track)
        .pingCount(500)
        .eta(
            Eta.builder()
                .put("nextStopSequence", 2)
                .put("nextStopEta", eta.toString())
                .put("etaAt", eta.toString())
                .put("remainingMiles", 4_212.3)
                .put("remainingMinutes", 7_200)
                .put("speedMph", 54.2)
                .put("basis", "recent_speed")
                .put("stale", false)
                .build())
        .build();
  }

  private static PositionStop.Builder stop(StopType type, int sequence) {
    return PositionStop.builder()
        .type(type)
        .sequence(sequence)
        .city("Cincinnati")
        .state("OH")
        .windowFrom(ScriptedFleet.START)
        .windowTo(ScriptedFleet.START.plusSeconds(7_200));
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long heap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
