package io.freightsdk.server.sim;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.server.sim.NastyScripts.NastyScript.Address;
import io.freightsdk.server.sim.NastyScripts.NastyScript.Step;
import io.freightsdk.server.sim.NastyScripts.NastyScript.Visit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of the nasty tracks. The distances are chosen so that no regular leg is faster than
 * 75 mph.
 */
final class NastyScripts {
  private static final Coordinates CINCINNATI = new Coordinates(39.1031, -84.5120);
  private static final Coordinates SEVIERVILLE = new Coordinates(35.8681, -83.5619);
  private static final Coordinates WEST_OF_DATE_LINE = new Coordinates(51.9, 179.3);
  private static final Coordinates EAST_OF_DATE_LINE = new Coordinates(51.9, -179.3);
  private static final Address OHIO = new Address("1 Fountain Sq", "Cincinnati", "OH", "45202");
  private static final Address TENNESSEE =
      new Address("125 Court Ave", "Sevierville", "TN", "37862");
  private static final Address ALASKA = new Address("1 Airport Rd", "Adak", "AK", "99546");
  private static final double NORTH = 0;
  private static final double EAST = 90;
  private static final double SOUTH = 180;

  private NastyScripts() {}

  static NastyScript driveByLaterStop() {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i <= 6; i++) {
      steps.add(Step.live(i, SEVIERVILLE.travel(SOUTH, 5_400 - 1_800 * i)));
    }
    Coordinates past = SEVIERVILLE.travel(NORTH, 5_400);
    steps.addAll(road(6, 230, past, CINCINNATI));
    steps.add(Step.live(230, CINCINNATI));
    steps.add(Step.live(260, CINCINNATI));
    steps.addAll(road(260, 500, CINCINNATI, SEVIERVILLE));
    steps.add(Step.live(500, SEVIERVILLE));
    return delivered(steps, new Visit(230.0, 270.0), new Visit(500.0, null));
  }

  static NastyScript flappingAtFence() {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      double meters = i % 2 == 0 ? 3_150 : 3_400;
      steps.add(Step.live(i, CINCINNATI.travel(EAST, meters)).claiming(90.0));
    }
    return ohioToTennessee(
        steps, LoadStatus.AT_PICKUP, new Visit(0.0, null), new Visit(null, null));
  }

  static NastyScript offlineBufferReversed() {
    List<Step> steps = new ArrayList<>();
    steps.add(Step.live(0, CINCINNATI.travel(NORTH, 8_000)));
    wholeWay().forEach(step -> steps.add(1, step.sentAt(320)));
    return delivered(steps, new Visit(10.0, 50.0), new Visit(280.0, null));
  }

  static NastyScript futureFix() {
    List<Step> steps = wholeWay();
    Step ahead = Step.live(115, onTheRoad(0.3)).sentAt(105).refusedFor("timestamp_future");
    steps.add(indexAfter(steps, 105), ahead);
    return delivered(steps, new Visit(10.0, 50.0), new Visit(280.0, null));
  }

  static NastyScript zeroZero() {
    List<Step> steps = wholeWay();
    steps.add(indexAfter(steps, 105), Step.live(105, new Coordinates(0, 0)).refusedFor("teleport"));
    return delivered(steps, new Visit(10.0, 50.0), new Visit(280.0, null));
  }

  static NastyScript teleport() {
    List<Step> steps = wholeWay();
    Coordinates off = onTheRoad(0.3).travel(EAST, 160_000);
    steps.add(indexAfter(steps, 105), Step.live(105, off).refusedFor("teleport"));
    return delivered(steps, new Visit(10.0, 50.0), new Visit(280.0, null));
  }

  static NastyScript dateLine() {
    List<Step> steps = new ArrayList<>();
    steps.add(Step.live(0, WEST_OF_DATE_LINE));
    steps.add(Step.live(20, WEST_OF_DATE_LINE));
    steps.addAll(road(20, 120, WEST_OF_DATE_LINE, EAST_OF_DATE_LINE));
    steps.add(Step.live(120, EAST_OF_DATE_LINE));
    return new NastyScript(
        WEST_OF_DATE_LINE,
        ALASKA,
        EAST_OF_DATE_LINE,
        ALASKA,
        steps,
        LoadStatus.DELIVERED,
        new Visit(0.0, 30.0),
        new Visit(120.0, null));
  }

  static NastyScript duplicateBurst() {
    List<Step> steps = new ArrayList<>();
    for (Step step : wholeWay()) {
      steps.add(step);
      steps.add(step.refusedFor("duplicate"));
      steps.add(step.refusedFor("duplicate"));
    }
    return delivered(steps, new Visit(10.0, 50.0), new Visit(280.0, null));
  }

  static NastyScript parkedInGreyZone() {
    List<Step> steps = new ArrayList<>();
    steps.add(Step.live(0, CINCINNATI));
    for (int minute = 30; minute <= 90; minute += 5) {
      steps.add(Step.live(minute, CINCINNATI.travel(EAST, 3_800)));
    }
    steps.add(Step.live(95, CINCINNATI.travel(EAST, 7_000)));
    steps.add(Step.live(100, CINCINNATI.travel(EAST, 14_000)));
    return ohioToTennessee(
        steps, LoadStatus.IN_TRANSIT, new Visit(0.0, 95.0), new Visit(null, null));
  }

  static NastyScript fastPassThrough() {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i <= 6; i++) {
      steps.add(Step.live(4 * i, CINCINNATI.travel(EAST, 21_000 - 7_000 * i)));
    }
    return ohioToTennessee(
        steps, LoadStatus.IN_TRANSIT, new Visit(12.0, 16.0), new Visit(null, null));
  }

  static NastyScript noAccuracy() {
    List<Step> steps = wholeWay().stream().map(step -> step.claiming(null)).toList();
    return delivered(steps, new Visit(10.0, 50.0), new Visit(280.0, null));
  }

  /**
   * Ten minutes before the pickup until twenty after the arrival at the delivery: 10, 40, 280, 300.
   */
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

  /** A fix every ten minutes between two places, both ends left out. */
  private static List<Step> road(double from, double to, Coordinates start, Coordinates end) {
    List<Step> steps = new ArrayList<>();
    for (double minute = from + 10; minute < to; minute += 10) {
      steps.add(Step.live(minute, start.towards(end, (minute - from) / (to - from))));
    }
    return steps;
  }

  private static Coordinates onTheRoad(double share) {
    return CINCINNATI.towards(SEVIERVILLE, share);
  }

  private static int indexAfter(List<Step> steps, double minute) {
    int i = 0;
    while (i < steps.size() && steps.get(i).minute() < minute) {
      i++;
    }
    return i;
  }

  private static NastyScript delivered(List<Step> steps, Visit pickup, Visit delivery) {
    return ohioToTennessee(steps, LoadStatus.DELIVERED, pickup, delivery);
  }

  private static NastyScript ohioToTennessee(
      List<Step> steps, LoadStatus status, Visit pickup, Visit delivery) {
    return new NastyScript(
        CINCINNATI, OHIO, SEVIERVILLE, TENNESSEE, steps, status, pickup, delivery);
  }

  /** A nasty track, told in minutes after its start. */
  record NastyScript(
      Coordinates pickup,
      Address pickupAddress,
      Coordinates delivery,
      Address deliveryAddress,
      List<Step> steps,
      LoadStatus status,
      Visit pickupVisit,
      Visit deliveryVisit) {
    private static final double MILLIS_PER_MINUTE = 60_000;

    /** The expected times of one stop; null for none. */
    record Visit(@Nullable Double arrived, @Nullable Double departed) {
      NastyTrack.Expected.Visit from(Instant start) {
        return new NastyTrack.Expected.Visit(instant(start, arrived), instant(start, departed));
      }

      private static @Nullable Instant instant(Instant start, @Nullable Double minute) {
        return minute == null ? null : after(start, minute);
      }
    }

    record Address(String street, String city, String state, String zip) {}

    /**
     * One sending.
     *
     * @param sent minute in which it is sent
     * @param minute minute in which it was measured
     * @param refusal reason for which it must be refused; null when it must be kept
     */
    record Step(
        double sent,
        double minute,
        Coordinates at,
        @Nullable Double accuracy,
        @Nullable String refusal) {
      /** Sent when measured, with 10 m of accuracy, to be kept. */
      static Step live(double minute, Coordinates at) {
        return new Step(minute, minute, at, 10.0, null);
      }

      Step sentAt(double newSent) {
        return new Step(newSent, minute, at, accuracy, refusal);
      }

      Step claiming(@Nullable Double newAccuracy) {
        return new Step(sent, minute, at, newAccuracy, refusal);
      }

      Step refusedFor(String reason) {
        return new Step(sent, minute, at, accuracy, reason);
      }

      SentFix sentFrom(Instant start) {
        Fix fix = new Fix(after(start, minute), at, accuracy, null, null);
        return new SentFix(after(start, sent), fix);
      }
    }

    private static Instant after(Instant start, double minutes) {
      return start.plusMillis(Math.round(minutes * MILLIS_PER_MINUTE));
    }
  }
}
