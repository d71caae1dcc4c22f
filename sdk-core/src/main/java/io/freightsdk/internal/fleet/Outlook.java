package io.freightsdk.internal.fleet;

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
 * What a load is expected to bring after a reading: an arrival and a departure at every stop ahead,
 * and changes of the estimate while it drives. Pure; times are minutes after the reading.
 *
 * @param news arrivals and departures, in the order in which they should happen
 * @param waits whether the load waits at a stop, so that its first news is a departure
 * @param estimated whether there is an estimate that can move
 * @param etaNow how often it moves at first, per hour on the road
 * @param known what is taken for granted
 */
public record Outlook(
    List<Expected> news, boolean waits, boolean estimated, double etaNow, Constants known) {
  private static final double DAY = 24 * 60;

  /**
   * What the rule takes for granted about trucks: minutes, and shares of minutes. Found by a search
   * over simulated loads; the table of docs/watching.md is of others.
   *
   * @param windowEarly scale of arrivals before the window opens
   * @param windowLate scale of arrivals after it has
   * @param dwell how long a load waits at a stop
   * @param dwellEarly scale of shorter waits
   * @param dwellLate scale of longer ones
   * @param etaScale scale of arrivals around the estimate
   * @param etaShare what is added to it for each minute to go
   * @param overdueShare what is added to a scale for each minute overdue
   * @param etaMoves how often the estimate moves by half an hour, per hour on the road
   * @param etaMovesAtStop the same at a stop, where the estimate slides with time
   * @param etaMovesStanding the same for a truck that has just stopped on its way
   * @param etaWeight what a moved estimate is worth against an arrival
   * @param unknownDrive a drive that nothing tells of
   * @param unknownShare scale of a drive that only windows tell of
   * @param etaFactor how much of the estimated time trucks take
   * @param standLate what is added for each minute that the truck has stood
   * @param silentLate what is added for each minute that its phone is silent
   * @param driveLate scale of late arrivals against early ones after a stop
   * @param standingLasts how long a truck that stands keeps standing
   */
  public record Constants(
      double windowEarly,
      double windowLate,
      double dwell,
      double dwellEarly,
      double dwellLate,
      double etaScale,
      double etaShare,
      double overdueShare,
      double etaMoves,
      double etaMovesAtStop,
      double etaMovesStanding,
      double etaWeight,
      double unknownDrive,
      double unknownShare,
      double etaFactor,
      double standLate,
      double silentLate,
      double driveLate,
      double standingLasts) {
    public static final Constants FOUND =
        new Constants(
            10, 15, 40, 20, 30, 5, 0.055, 0.4, 0.1, 2.1, 1.0, 0.45, 520, 0.26, 0.82, 0.19, 0.26,
            0.93, 23);
  }

  public static Outlook after(LoadPosition position, Instant readAt) {
    return after(position, readAt, Constants.FOUND);
  }

  public static Outlook after(LoadPosition position, Instant readAt, Constants known) {
    if (Progress.isOver(position)) {
      return new Outlook(List.of(), false, false, 0, known);
    }
    return position.stops().isEmpty()
        ? unknown(known)
        : new Reader(position, new Progress(position, readAt), known).outlook();
  }

  /** A load of which nothing is known has a story by now, and goes on in some way. */
  private static Outlook unknown(Constants known) {
    Expected story = new Expected(1, 0.1, 0.1);
    Expected arrival = new Expected(DAY / 2, DAY / 8, DAY / 4);
    return new Outlook(List.of(story, arrival), false, false, 0, known);
  }

  /** Expected pieces of news between the reading and then. */
  double newsBy(double minutes) {
    double sum = 0;
    for (Expected each : news) {
      sum += each.by(minutes);
    }
    return sum;
  }

  /** How often the estimate moves by more than half an hour, per hour, at that time. */
  double etaMovesPerHour(double minutes) {
    if (!estimated) {
      return 0;
    }
    double atStop = 0;
    double left = waits ? 1 : 0;
    double reached = waits ? 1 : 0;
    for (int i = 0; i < news.size(); i++) {
      double by = news.get(i).by(minutes);
      boolean isArrival = (i % 2 == 0) != waits;
      if (isArrival) {
        reached = by;
      } else {
        atStop += Math.max(0, reached - by);
      }
      left = by;
    }
    double drives = Math.max(0, 1 - atStop - left);
    double usual = atStop * known.etaMovesAtStop + drives * known.etaMoves;
    return usual + (etaNow - known.etaMoves) * drives * Math.exp(-minutes / known.standingLasts);
  }

  /** The chance that the load is over by then. */
  double overBy(double minutes) {
    return news.isEmpty() ? 1 : news.get(news.size() - 1).by(minutes);
  }

  /** Until when it is worth planning. */
  double horizon() {
    double last = news.isEmpty() ? 0 : news.get(news.size() - 1).surelyBy();
    return Math.max(60, Math.min(4 * DAY, last));
  }

  private static final class Reader {
    private final LoadPosition position;
    private final Progress progress;
    private final Constants known;
    private final List<Expected> news = new ArrayList<>();

    Reader(LoadPosition position, Progress progress, Constants known) {
      this.position = position;
      this.progress = progress;
      this.known = known;
    }

    Outlook outlook() {
      PositionStop here = progress.waitingAt();
      Expected latest = here == null ? null : addDeparture(here);
      List<PositionStop> stops = position.stops();
      boolean first = true;
      for (int i = 0; i < stops.size(); i++) {
        PositionStop stop = stops.get(i);
        if (stop.arrivedAt() != null || stop.departedAt() != null) {
          continue;
        }
        Expected arrival =
            latest != null
                ? onward(latest, stop, first)
                : progress.hasNoFix() ? byWindow(stop) : byEstimate(stop);
        first = false;
        news.add(arrival);
        latest = arrival;
        boolean endsThere = i == stops.size() - 1;
        if (!endsThere) {
          latest = arrival.then(known.dwell, known.dwellEarly, known.dwellLate);
          news.add(latest);
        }
      }
      if (news.isEmpty()) {
        // Every stop is left, and the load is not over: its papers are awaited.
        news.add(new Expected(known.dwell, known.dwell / 2, known.dwell));
      }
      boolean estimated = position.eta() != null && position.eta().etaAt() != null;
      return new Outlook(List.copyOf(news), here != null, estimated, etaMovesNow(here), known);
    }

    private Expected addDeparture(PositionStop here) {
      Instant arrivedAt = here.arrivedAt();
      double waited = arrivedAt == null ? 0 : minutes(progress.since(arrivedAt));
      double overdue = Math.max(0, waited - known.dwell);
      Expected departure =
          new Expected(
              known.dwell - waited,
              known.dwellEarly,
              known.dwellLate + overdue * known.overdueShare);
      news.add(departure);
      return departure;
    }

    /** On from a stop where the load is, or will be: nobody has estimated that drive yet. */
    private Expected onward(Expected departure, PositionStop stop, boolean first) {
      Eta eta = position.eta();
      Double estimated = eta == null || !first ? null : driveMinutes(eta);
      if (estimated != null) {
        double spread = known.etaScale + estimated * known.etaShare;
        return departure.then(estimated, spread, spread * known.driveLate);
      }
      Instant window = stop.windowFrom();
      if (window != null) {
        double until = minutes(Duration.between(progress.now(), window));
        double drive = Math.max(30, until - departure.medianFromNow());
        double spread = 30 + drive * known.unknownShare / 3;
        return departure.then(drive, spread, spread);
      }
      double spread = known.unknownDrive * known.unknownShare;
      return departure.then(known.unknownDrive, spread, spread);
    }

    private static @Nullable Double driveMinutes(Eta eta) {
      Double miles = eta.remainingMiles();
      Double mph = eta.speedMph();
      Integer estimated = eta.remainingMinutes();
      if (estimated != null && estimated >= 0) {
        return Math.min(4 * DAY, estimated);
      }
      return miles == null || mph == null || mph <= 0 ? null : Math.min(4 * DAY, miles / mph * 60);
    }

    private Expected byWindow(PositionStop stop) {
      Instant from = stop.windowFrom();
      if (from == null) {
        double age = minutes(progress.since(position.createdAt()));
        return new Expected(DAY / 2 - age, DAY / 8, DAY / 4 + age * known.overdueShare);
      }
      double until = bounded(Duration.between(progress.now(), from));
      double overdue = Math.max(0, -until);
      return new Expected(
          until, known.windowEarly, known.windowLate + overdue * known.overdueShare);
    }

    private Expected byEstimate(PositionStop stop) {
      Duration toStop = progress.toNextStop();
      if (toStop == null) {
        return byWindow(stop);
      }
      double until = bounded(toStop);
      double silent = minutes(progress.gpsSilence());
      double standing = minutes(progress.standing());
      double spread = known.etaScale + Math.max(0, until) * known.etaShare;
      double late =
          spread
              + known.standLate * Math.min(600, standing)
              + known.silentLate * Math.min(600, silent);
      return new Expected(until * known.etaFactor, spread, late);
    }

    private double etaMovesNow(@Nullable PositionStop here) {
      if (here != null) {
        return known.etaMoves;
      }
      double standing = minutes(progress.standing());
      boolean rests = standing > 120;
      boolean stands = standing > 10 || minutes(progress.gpsSilence()) > 15;
      return stands && !rests ? known.etaMovesStanding : known.etaMoves;
    }

    private static double minutes(Duration duration) {
      return duration.toSeconds() / 60.0;
    }

    /** The service may estimate an arrival in the year 900000000. */
    private static double bounded(Duration duration) {
      return Math.max(-30 * DAY, Math.min(30 * DAY, minutes(duration)));
    }
  }

  /** Whether the load can bring nothing any more. */
  boolean isOver() {
    return news.isEmpty();
  }

  /** Pieces of news that are still to come. */
  int allNews() {
    return news.size();
  }
}
