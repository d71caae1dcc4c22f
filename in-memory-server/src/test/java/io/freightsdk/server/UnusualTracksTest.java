package io.freightsdk.server;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.LoadView;
import io.freightsdk.server.view.PingResults;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tracks that tracking services often handle wrongly, each with what it must come to. The distances
 * are chosen so that no regular leg is faster than 75 mph.
 */
class UnusualTracksTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final Coordinates CINCINNATI = new Coordinates(39.1031, -84.5120);
  private static final Coordinates SEVIERVILLE = new Coordinates(35.8681, -83.5619);
  private static final Coordinates WEST_OF_DATE_LINE = new Coordinates(51.9, 179.3);
  private static final Coordinates EAST_OF_DATE_LINE = new Coordinates(51.9, -179.3);
  private static final double NORTH = 0;
  private static final double EAST = 90;
  private static final double SOUTH = 180;

  enum UnusualTrack {
    DRIVE_BY_LATER_STOP,
    FLAPPING_AT_FENCE,
    OFFLINE_BUFFER_REVERSED,
    FUTURE_FIX,
    ZERO_ZERO,
    DATE_LINE,
    TELEPORT,
    DUPLICATE_BURST,
    PARKED_IN_GREY_ZONE,
    FAST_PASS_THROUGH,
    NO_ACCURACY
  }

  private static Script script(UnusualTrack track) {
    return switch (track) {
      // On the way to the pickup the truck passes the delivery.
      case DRIVE_BY_LATER_STOP -> {
        List<Step> steps =
            steps(7, i -> Step.live(i, SEVIERVILLE.travel(SOUTH, 5_400 - 1_800 * i)));
        steps.addAll(road(6, 230, SEVIERVILLE.travel(NORTH, 5_400), CINCINNATI));
        steps.add(Step.live(230, CINCINNATI));
        steps.add(Step.live(260, CINCINNATI));
        steps.addAll(road(260, 500, CINCINNATI, SEVIERVILLE));
        steps.add(Step.live(500, SEVIERVILLE));
        yield new Script(LoadStatus.DELIVERED, 230.0, 270.0, 500.0, steps);
      }
      // A phone with poor accuracy at the fence's edge: one arrival, no departure.
      case FLAPPING_AT_FENCE ->
          new Script(
              LoadStatus.AT_PICKUP,
              0.0,
              null,
              null,
              steps(40, i -> atPickup(i, i % 2 == 0 ? 3_150 : 3_400).claiming(90.0)));
      // Offline from the pickup to the delivery; then all is sent at once, the newest first.
      case OFFLINE_BUFFER_REVERSED -> {
        List<Step> steps = new ArrayList<>();
        steps.add(Step.live(0, CINCINNATI.travel(NORTH, 8_000)));
        wholeWay().forEach(step -> steps.add(1, step.sentAt(320)));
        yield delivered(steps);
      }
      // One fix is ten minutes ahead of the server.
      case FUTURE_FIX ->
          wholeWayAnd(Step.live(115, onTheRoad()).sentAt(105).refusedFor("timestamp_future"));
      // Phones send 0, 0 when they do not know their position.
      case ZERO_ZERO -> wholeWayAnd(Step.live(105, new Coordinates(0, 0)).refusedFor("teleport"));
      // One fix is 160 km off.
      case TELEPORT ->
          wholeWayAnd(Step.live(105, onTheRoad().travel(EAST, 160_000)).refusedFor("teleport"));
      case DATE_LINE -> {
        List<Step> steps = new ArrayList<>();
        steps.add(Step.live(0, WEST_OF_DATE_LINE));
        steps.add(Step.live(20, WEST_OF_DATE_LINE));
        steps.addAll(road(20, 120, WEST_OF_DATE_LINE, EAST_OF_DATE_LINE));
        steps.add(Step.live(120, EAST_OF_DATE_LINE));
        yield new Script(LoadStatus.DELIVERED, 0.0, 30.0, 120.0, steps);
      }
      // Every fix is sent three times.
      case DUPLICATE_BURST ->
          delivered(
              wholeWay().stream()
                  .flatMap(
                      step ->
                          Stream.of(
                              step, step.refusedFor("duplicate"), step.refusedFor("duplicate")))
                  .toList());
      // After loading, the truck parks for an hour between the two circles of the fence.
      case PARKED_IN_GREY_ZONE -> {
        List<Step> steps = steps(13, i -> atPickup(30 + 5 * i, 3_800));
        steps.add(0, atPickup(0, 0));
        steps.add(atPickup(95, 7_000));
        steps.add(atPickup(100, 14_000));
        yield new Script(LoadStatus.IN_TRANSIT, 0.0, 95.0, null, steps);
      }
      // The truck passes through the pickup's fence with a single fix inside.
      case FAST_PASS_THROUGH ->
          new Script(
              LoadStatus.IN_TRANSIT,
              12.0,
              16.0,
              null,
              steps(7, i -> atPickup(4 * i, 21_000 - 7_000 * i)));
      case NO_ACCURACY -> delivered(wholeWay().stream().map(step -> step.claiming(null)).toList());
    };
  }

  @ParameterizedTest
  @EnumSource
  void unusualTrackHasTheExpectedResult(UnusualTrack track) {
    Script script = script(track);
    boolean isFar = track == UnusualTrack.DATE_LINE;
    try (Service service =
        Service.of(InMemoryFreightServer.builder().clockStart(START).frozenClock())) {
      String order =
          isFar
              ? Orders.between(WEST_OF_DATE_LINE, EAST_OF_DATE_LINE)
              : Orders.between(CINCINNATI, SEVIERVILLE);
      String loadNumber = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
      PingResults outcomes =
          service.server().send(loadNumber, script.steps.stream().map(Step::sent).toList());

      LoadView load = service.server().load(loadNumber).view();
      assertThat(
              outcomes.refused().stream()
                  .collect(Collectors.toMap(PingResults.Refused::reason, fix -> 1, Integer::sum)))
          .isEqualTo(script.refused());
      assertThat(load).hasStatus(script.status).hasPings(script.kept().size());
      assertThat(load.stop(1).arrivedAt()).isEqualTo(minute(script.arrived));
      assertThat(load.stop(1).departedAt()).isEqualTo(minute(script.departed));
      assertThat(load.stop(2).arrivedAt()).isEqualTo(minute(script.delivered));
      assertThat(load.stop(2).departedAt()).isNull();
      assertThat(load.stops()).noneMatch(LoadView.Stop::missed);
      assertThat(service.read(loadNumber).json().number("distanceMiles").doubleValue())
          .isEqualTo(script.miles());
      assertThat(service.server().load(loadNumber).explain()).isNotEmpty();
      assertThat(LoadStatus.of(load.status().value()).isKnown()).isTrue();
    }
  }

  @Test
  void trackAcrossTheDateLineIsShort() {
    assertThat(script(UnusualTrack.DATE_LINE).miles()).isEqualTo(59.7);
  }

  /** The fixes of a trip and its expected result, in minutes after the start; null for never. */
  private record Script(
      LoadStatus status,
      @Nullable Double arrived,
      @Nullable Double departed,
      @Nullable Double delivered,
      List<Step> steps) {
    List<Step> kept() {
      return steps.stream()
          .filter(step -> step.refusal == null)
          .sorted(Comparator.comparingDouble(Step::minute))
          .toList();
    }

    Map<String, Integer> refused() {
      Map<String, Integer> refused = new TreeMap<>();
      for (Step step : steps) {
        if (step.refusal != null) refused.merge(step.refusal, 1, Integer::sum);
      }
      return refused;
    }

    double miles() {
      double miles = 0;
      for (int i = 1; i < kept().size(); i++)
        miles += kept().get(i - 1).at.milesTo(kept().get(i).at);
      return Math.round(miles * 10) / 10.0;
    }
  }

  /** A fix, the minute in which it is sent, and why it must be refused; null if it must be kept. */
  private record Step(
      double sentAt,
      double minute,
      Coordinates at,
      @Nullable Double accuracy,
      @Nullable String refusal) {
    /** Sent when measured, with 10 m of accuracy, to be kept. */
    static Step live(double minute, Coordinates at) {
      return new Step(minute, minute, at, 10.0, null);
    }

    Step sentAt(double newSentAt) {
      return new Step(newSentAt, minute, at, accuracy, refusal);
    }

    Step claiming(@Nullable Double newAccuracy) {
      return new Step(sentAt, minute, at, newAccuracy, refusal);
    }

    Step refusedFor(String reason) {
      return new Step(sentAt, minute, at, accuracy, reason);
    }

    SentFix sent() {
      return new SentFix(
          UnusualTracksTest.minute(sentAt),
          new Fix(UnusualTracksTest.minute(minute), at, accuracy, null, null));
    }
  }

  private static @Nullable Instant minute(@Nullable Double minute) {
    return minute == null ? null : START.plusMillis(Math.round(minute * 60_000));
  }

  private static List<Step> steps(int count, IntFunction<Step> step) {
    return new ArrayList<>(IntStream.range(0, count).mapToObj(step).toList());
  }

  private static Step atPickup(int minute, double metersEast) {
    return Step.live(minute, CINCINNATI.travel(EAST, metersEast));
  }

  private static Script delivered(List<Step> steps) {
    return new Script(LoadStatus.DELIVERED, 10.0, 50.0, 280.0, steps);
  }

  /** From before the pickup to after the arrival at the delivery: there from 10 to 40, and 280. */
  private static List<Step> wholeWay() {
    List<Step> steps = new ArrayList<>();
    steps.add(Step.live(5, CINCINNATI.travel(NORTH, 6_000)));
    steps.add(Step.live(10, CINCINNATI));
    steps.add(Step.live(25, CINCINNATI));
    steps.add(Step.live(40, CINCINNATI));
    steps.addAll(road(40, 280, CINCINNATI, SEVIERVILLE));
    steps.add(Step.live(280, SEVIERVILLE));
    steps.add(Step.live(290, SEVIERVILLE));
    steps.add(Step.live(300, SEVIERVILLE));
    return steps;
  }

  private static Script wholeWayAnd(Step more) {
    List<Step> steps = wholeWay();
    steps.add((int) steps.stream().filter(step -> step.minute < more.sentAt).count(), more);
    return delivered(steps);
  }

  /** A fix every ten minutes between two places, both ends left out. */
  private static List<Step> road(double from, double to, Coordinates start, Coordinates end) {
    List<Step> steps = new ArrayList<>();
    for (double minute = from + 10; minute < to; minute += 10) {
      steps.add(Step.live(minute, start.towards(end, (minute - from) / (to - from))));
    }
    return steps;
  }

  private static Coordinates onTheRoad() {
    return CINCINNATI.towards(SEVIERVILLE, 0.3);
  }
}
