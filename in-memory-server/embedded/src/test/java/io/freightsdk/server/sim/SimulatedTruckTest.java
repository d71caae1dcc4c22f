package io.freightsdk.server.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.server.geo.Coordinates;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatedTruckTest {
  private static final Noise QUIET = Noise.NONE;
  private static final Instant START = Instant.parse("2026-01-05T08:00:00Z");
  private static final Coordinates A = new Coordinates(39.1031, -84.5120);
  private static final Coordinates B = new Coordinates(38.0406, -84.5037);
  private static final Itinerary ROUND_TRIP =
      Itinerary.startingAt(START, A)
          .waitFor(Duration.ofMinutes(30))
          .driveTo(B, 60)
          .waitFor(Duration.ofMinutes(20))
          .driveTo(A, 50);

  private static List<SentFix> all(SimulatedTruck truck) {
    return StreamSupport.stream(truck.spliterator(), false).toList();
  }

  @Test
  void aPerfectPhoneTellsWhereTheTruckIsOnceAMinute() {
    List<SentFix> sent = all(SimulatedTruck.on(ROUND_TRIP));

    double miles = A.metersTo(B) / 1_609.344;
    long minutes = (long) (30 + miles + 20 + miles / 50 * 60);
    assertThat(sent).hasSize((int) minutes + 1);
    assertThat(sent).allMatch(fix -> fix.sentAt().equals(fix.fix().time()));
    assertThat(sent.get(30).fix().at()).isEqualTo(A);
    assertThat(A.metersTo(sent.get(60).fix().at())).isCloseTo(30 * 1_609.344, within(1.0));
    assertThat(sent.get(60).fix().speedMph()).isEqualTo(60);
    assertThat(sent.get(60).fix().heading()).isEqualTo(180);
    assertThat(sent.get(10).fix().speedMph()).isZero();
    assertThat(sent.get(10).fix().heading()).isNull();
  }

  @Test
  void theSameSeedGivesTheSameFixesAndAnotherSeedOthers() {
    SimulatedTruck truck = SimulatedTruck.on(ROUND_TRIP).with(Noise.AWFUL, 7);

    assertThat(all(truck)).isEqualTo(all(truck));
    assertThat(all(truck)).isNotEqualTo(all(truck.with(Noise.AWFUL, 8)));
  }

  @ParameterizedTest
  @EnumSource
  void anOfflinePhoneDeliversItsBufferWhenItIsBack(Noise.BufferOrder order) {
    Noise.Offline offline = new Noise.Offline(0.03, Duration.ofMinutes(15), order);
    Noise noise = new Noise(QUIET.jitter(), 0, QUIET.tunnels(), offline, QUIET.teleports(), 0);
    List<SentFix> perfect = all(SimulatedTruck.on(ROUND_TRIP));

    List<SentFix> sent = all(SimulatedTruck.on(ROUND_TRIP).with(noise, 3));

    assertThat(sent).extracting(SentFix::sentAt).isSorted();
    assertThat(sent).allMatch(fix -> !fix.sentAt().isBefore(fix.fix().time()));
    assertThat(sent).anyMatch(fix -> fix.sentAt().isAfter(fix.fix().time()));
    assertThat(sent)
        .extracting(SentFix::fix)
        .containsExactlyInAnyOrderElementsOf(perfect.stream().map(SentFix::fix).toList());
    boolean inOrder = isSortedByFixTime(sent);
    assertThat(inOrder).isEqualTo(order == Noise.BufferOrder.OLDEST_FIRST);
  }

  @Test
  void inATunnelNothingIsMeasured() {
    Noise.Tunnels tunnels = new Noise.Tunnels(0.05, Duration.ofMinutes(10));
    Noise noise = new Noise(QUIET.jitter(), 0, tunnels, QUIET.offline(), QUIET.teleports(), 0);

    List<SentFix> sent = all(SimulatedTruck.on(ROUND_TRIP).with(noise, 1));

    assertThat(sent.size()).isLessThan(all(SimulatedTruck.on(ROUND_TRIP)).size() - 10);
    Duration longest = Duration.ZERO;
    for (int i = 1; i < sent.size(); i++) {
      Duration gap = Duration.between(sent.get(i - 1).sentAt(), sent.get(i).sentAt());
      longest = gap.compareTo(longest) > 0 ? gap : longest;
    }
    assertThat(longest).isGreaterThanOrEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void teleportsAreFarAndRepetitionsEqual() {
    Noise.Teleports far = new Noise.Teleports(0.1, 150_000);
    Noise noise = new Noise(QUIET.jitter(), 0, QUIET.tunnels(), QUIET.offline(), far, 0.2);

    List<SentFix> sent = all(SimulatedTruck.on(ROUND_TRIP).with(noise, 1));

    long jumps =
        sent.stream()
            .filter(s -> s.fix().at().metersTo(ROUND_TRIP.at(s.fix().time())) > 149_000)
            .count();
    assertThat(jumps).isBetween(5L, 60L);
    assertThat(new HashSet<>(sent)).hasSizeLessThan(sent.size());
  }

  @Test
  void jitterStaysAroundTheTruth() {
    Noise.Jitter jitter = new Noise.Jitter(10, 5, 20);
    Noise noise = new Noise(jitter, 0, QUIET.tunnels(), QUIET.offline(), QUIET.teleports(), 0);

    List<SentFix> sent = all(SimulatedTruck.on(ROUND_TRIP).with(noise, 5));

    double mean =
        sent.stream()
            .mapToDouble(s -> s.fix().at().metersTo(ROUND_TRIP.at(s.fix().time())))
            .average()
            .orElseThrow();
    assertThat(mean).isBetween(9.0, 16.0);
    assertThat(sent).allMatch(s -> s.fix().accuracyMeters() >= 5 && s.fix().accuracyMeters() < 20);
  }

  @Test
  void aRouteIsFollowedOverAllItsPoints() {
    Coordinates corner = new Coordinates(39.1031, -84.0);
    Route route = Route.over(A, corner, B);

    assertThat(route.lengthMeters())
        .isCloseTo(A.metersTo(corner) + corner.metersTo(B), within(0.001));
    assertThat(route.at(A.metersTo(corner))).isEqualTo(corner);
    assertThat(route.at(-1)).isEqualTo(A);
    assertThat(route.at(1e9)).isEqualTo(B);
    Itinerary way = Itinerary.startingAt(START, B).driveAlong(route, 60);
    assertThat(way.at(way.end())).isEqualTo(B);
    assertThat(Duration.between(START, way.end()).toMinutes())
        .isEqualTo((long) ((B.metersTo(A) + route.lengthMeters()) / 1_609.344));
  }

  @Test
  void impossibleWishesAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> ROUND_TRIP.driveTo(B, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ROUND_TRIP.waitFor(Duration.ofMinutes(-1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SimulatedTruck.on(ROUND_TRIP).every(Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Noise(
                    QUIET.jitter(), 1.1, QUIET.tunnels(), QUIET.offline(), QUIET.teleports(), 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Noise.Jitter(1, 10, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> Route.over(List.of()));
  }

  private static boolean isSortedByFixTime(List<SentFix> sent) {
    for (int i = 1; i < sent.size(); i++) {
      if (sent.get(i).fix().time().isBefore(sent.get(i - 1).fix().time())) {
        return false;
      }
    }
    return true;
  }
}
