package io.freightsdk.internal.fleet;

import io.freightsdk.internal.fleet.Stage.Way;
import io.freightsdk.internal.watch.Progress;
import io.freightsdk.model.Eta;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.PositionStop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a load is expected to bring after a reading: an arrival and a departure at every stop ahead.
 * Pure; minutes. The constants were found by a search over simulated loads; the table of the README
 * of freight-watch is of others.
 *
 * @param stages each begins where the one before it ends, the first at the reading
 */
public record Outlook(List<Stage> stages) {
  private static final double DAY = 24 * 60;

  /** Scales of arrivals before and after the time at which a window opens. */
  private static final double WINDOW_EARLY = 10;

  private static final double WINDOW_LATE = 15;

  /** How long a load waits at a stop, and scales of shorter and longer waits. */
  private static final double DWELL = 75;

  private static final double DWELL_EARLY = 18;
  private static final double DWELL_LATE = 28;

  /** What is added to a scale for each minute overdue. */
  private static final double OVERDUE = 0.4;

  /** Scale of arrivals around the estimate, and what is added for each minute to go. */
  private static final double ETA_SCALE = 5;

  private static final double ETA_SHARE = 0.055;

  /** A reading shortly before a pickup tells when the truck will be there. */
  private static final double APPROACH_SCALE = 8;

  private static final double APPROACH_SHARE = 0.3;

  /** How much of the estimated time trucks take to a pickup. */
  private static final double APPROACH = 0.82;

  /** How much of it they take that are at a dock: their latest speed was that of a yard. */
  private static final double FROM_DOCK = 0.84;

  /** What is added to a scale for each minute that the truck has stood, or its phone is silent. */
  private static final double STANDING_LATE = 0.19;

  private static final double SILENT_LATE = 0.26;

  /** How often an estimate moves by half an hour, per hour. */
  private static final double ETA_MOVES = 0.1;

  private static final double ETA_MOVES_AT_STOP = 2.1;
  private static final double ETA_MOVES_STANDING = 1.0;

  /** A drive of which nothing tells. */
  private static final double UNKNOWN_DRIVE = 520;

  private static final double UNKNOWN_SHARE = 0.26;

  /** How long a driver has been on duty who arrives at the first stop. */
  private static final double ON_DUTY_HOURS = 1.5;

  /** After so many hours a driver has rested, and is on duty again since so many. */
  private static final double RESTED_AFTER_HOURS = 13.5;

  private static final double RESTED_HOURS = 18;

  /** A truck that stands for longer does not take a mere break. */
  private static final double BREAK = 50;

  /** A truck that is nearer to the receiver than this may be parked there. */
  private static final double NEAR = 40;

  public static Outlook after(LoadPosition position, Instant readAt) {
    if (Progress.isOver(position)) {
      return new Outlook(List.of());
    }
    return position.stops().isEmpty()
        ? unknown()
        : new Reader(position, new Progress(position, readAt)).outlook();
  }

  /** A load of which nothing is known has a story by now, and goes on in some way. */
  private static Outlook unknown() {
    Stage story = Stage.opaque(new Expected(1, 0.1, 0.1), 0);
    return new Outlook(List.of(story, Stage.opaque(new Expected(DAY / 2, DAY / 8, DAY / 4), 0)));
  }

  /** Whether the load can bring nothing any more. */
  boolean isOver() {
    return stages.isEmpty();
  }

  /** Until when it is worth planning. */
  double horizon() {
    double sum = 0;
    for (Stage stage : stages) {
      sum += stage.median();
    }
    return Math.max(60, Math.min(4 * DAY, sum));
  }

  private static final class Reader {
    private final LoadPosition position;
    private final Progress progress;
    private final List<Stage> stages = new ArrayList<>();
    private double untilThen;

    Reader(LoadPosition position, Progress progress) {
      this.position = position;
      this.progress = progress;
    }

    Outlook outlook() {
      PositionStop here = progress.waitingAt();
      if (here != null) {
        add(departure(here));
      }
      List<PositionStop> stops = position.stops();
      for (int i = 0; i < stops.size(); i++) {
        PositionStop stop = stops.get(i);
        if (stop.arrivedAt() != null || stop.departedAt() != null) {
          continue;
        }
        boolean isNext = stages.isEmpty();
        boolean followsThisOne = stages.size() == 1 && here != null;
        add(isNext ? arrival(stop) : followsThisOne ? fromHere(stop) : later(stop));
        boolean endsThere = i == stops.size() - 1;
        if (!endsThere) {
          add(Stage.opaque(new Expected(DWELL, DWELL_EARLY, DWELL_LATE), ETA_MOVES_AT_STOP));
        }
      }
      if (stages.isEmpty()) {
        // Every stop is left, and the load is not over: its papers are awaited.
        add(Stage.opaque(new Expected(DWELL, DWELL / 2, DWELL), 0));
      }
      return new Outlook(List.copyOf(stages));
    }

    private void add(Stage stage) {
      stages.add(stage);
      untilThen += stage.median();
    }

    private Stage departure(PositionStop here) {
      Instant arrivedAt = here.arrivedAt();
      double waited = arrivedAt == null ? 0 : minutes(progress.since(arrivedAt));
      double late = DWELL_LATE + Math.max(0, waited - DWELL) * OVERDUE;
      double moves = isEstimated() ? ETA_MOVES_AT_STOP : 0;
      return Stage.opaque(new Expected(DWELL - waited, DWELL_EARLY, late), moves);
    }

    private Stage arrival(PositionStop stop) {
      Duration toStop = progress.toNextStop();
      if (progress.hasNoFix() || toStop == null) {
        return byWindow(stop);
      }
      Double wheel = minutesAtTheWheel();
      return wheel != null && firstArrival() != null ? onTheRoad(wheel) : approach(bounded(toStop));
    }

    private Stage byWindow(PositionStop stop) {
      Instant from = stop.windowFrom();
      if (from == null) {
        double age = minutes(progress.sinceCreated());
        Expected some = new Expected(DAY / 2 - age, DAY / 8, DAY / 4 + age * OVERDUE);
        return new Stage(List.of(new Way(1, some)), APPROACH_SCALE, APPROACH_SHARE, 0);
      }
      double until = bounded(Duration.between(progress.now(), from));
      double late = WINDOW_LATE + Math.max(0, -until) * OVERDUE;
      Expected around = new Expected(until, WINDOW_EARLY, late);
      return new Stage(List.of(new Way(1, around)), APPROACH_SCALE, APPROACH_SHARE, 0);
    }

    /** To the first stop, or where the service tells no more than a time. */
    private Stage approach(double until) {
      double spread = ETA_SCALE + Math.max(0, until) * ETA_SHARE;
      Expected end = new Expected(until * APPROACH, spread, later(spread) + standingLate());
      return new Stage(List.of(new Way(1, end)), ETA_SCALE, ETA_SHARE, etaMoves());
    }

    private double standingLate() {
      return STANDING_LATE * Math.min(600, minutes(progress.standing()));
    }

    private double later(double scale) {
      return scale + SILENT_LATE * Math.min(600, minutes(progress.gpsSilence()));
    }

    private Stage onTheRoad(double wheel) {
      double stood = minutes(progress.standing());
      List<Way> ways = new ArrayList<>();
      boolean rests = stood > BREAK;
      boolean stands = stood > 8;
      boolean near = wheel < NEAR;
      double leftOfRest = Math.max(5, Drive.REST - stood);
      double parked = Math.max(30, 540 - stood) / 2;
      Drive rested = new Drive(wheel, 0.5);
      Drive onDuty = new Drive(wheel, onDutyHours());
      if (rests) {
        double sleeps = near ? 0.2 : 0.9;
        add(ways, sleeps, rested.ways(leftOfRest));
        ways.add(new Way(1 - sleeps, new Expected(wheel + parked, parked / 2, parked / 2)));
      } else if (stands) {
        double sleeps = (near ? 0.05 : onDuty.rests()) * (onDuty.onDutyHours() > 7 ? 0.7 : 0.2);
        double parks = near ? 0.6 : 0.03;
        add(ways, Math.max(0.05, 1 - sleeps - parks), onDuty.ways(15));
        add(ways, sleeps, rested.ways(leftOfRest));
        ways.add(new Way(parks, new Expected(wheel + parked, parked / 3, parked / 3)));
      } else {
        ways.addAll(onDuty.ways(0));
      }
      List<Way> heard = new ArrayList<>();
      for (Way way : Drive.weighed(ways)) {
        Expected end = way.end();
        heard.add(
            new Way(way.weight(), new Expected(end.median(), end.early(), later(end.late()))));
      }
      return new Stage(heard, ETA_SCALE, ETA_SHARE, etaMoves());
    }

    private static void add(List<Way> ways, double weight, List<Way> more) {
      more.forEach(way -> ways.add(new Way(weight * way.weight(), way.end())));
    }

    /** On from the stop where the load is. */
    private Stage fromHere(PositionStop stop) {
      Double wheel = minutesAtTheWheel();
      if (wheel == null) {
        return later(stop);
      }
      Drive drive = new Drive(wheel * FROM_DOCK, onDutyHours() + untilThen / 60);
      return new Stage(drive.ways(0), ETA_SCALE, ETA_SHARE, ETA_MOVES);
    }

    /** A drive that nobody has estimated yet. */
    private Stage later(PositionStop stop) {
      Instant window = stop.windowFrom();
      double drive = UNKNOWN_DRIVE;
      double spread = UNKNOWN_DRIVE * UNKNOWN_SHARE;
      if (window != null) {
        drive = Math.max(30, bounded(Duration.between(progress.now(), window)) - untilThen);
        spread = 30 + drive * UNKNOWN_SHARE / 3;
      }
      Way way = new Way(1, new Expected(drive, spread, spread));
      return new Stage(List.of(way), ETA_SCALE, ETA_SHARE, ETA_MOVES);
    }

    private double onDutyHours() {
      Instant first = firstArrival();
      if (first == null) {
        return ON_DUTY_HOURS;
      }
      double hours = minutes(progress.since(first)) / 60;
      return hours <= RESTED_AFTER_HOURS
          ? ON_DUTY_HOURS + hours
          : Math.max(0.5, hours - RESTED_HOURS);
    }

    private @Nullable Instant firstArrival() {
      for (PositionStop stop : position.stops()) {
        if (stop.arrivedAt() != null) {
          return stop.arrivedAt();
        }
      }
      return null;
    }

    private boolean isEstimated() {
      return position.eta() != null && position.eta().etaAt() != null;
    }

    private double etaMoves() {
      double stood = minutes(progress.standing());
      boolean rests = stood > 120;
      boolean stands = stood > 10 || minutes(progress.gpsSilence()) > 15;
      return !isEstimated() ? 0 : stands && !rests ? ETA_MOVES_STANDING : ETA_MOVES;
    }

    private @Nullable Double minutesAtTheWheel() {
      Eta eta = position.eta();
      Double miles = eta == null ? null : eta.remainingMiles();
      Double mph = eta == null ? null : eta.speedMph();
      if (miles == null || miles < 0 || mph == null || mph <= 0) {
        return null;
      }
      return Math.min(4 * DAY, miles / mph * 60);
    }

    private static double minutes(Duration duration) {
      return duration.toSeconds() / 60.0;
    }

    /** The service may estimate an arrival in the year 900000000. */
    private static double bounded(Duration duration) {
      return Math.max(-30 * DAY, Math.min(30 * DAY, minutes(duration)));
    }
  }
}
