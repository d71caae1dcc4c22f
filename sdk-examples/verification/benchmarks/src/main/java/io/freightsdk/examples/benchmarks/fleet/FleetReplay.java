package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.model.LoadPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Replays recorded loads for one strategy, minute by minute, and measures how late it notices each
 * event.
 */
final class FleetReplay {
  /** Decides which loads to read. Loads are known by their number in the list of all. */
  interface Strategy {
    /** A load was booked: its number, and the place in the fleet that it takes. */
    void booked(int load, int place, RecordedLoad known);

    /** Reads what is due. */
    void tick(int now, Reader reader);
  }

  /** What a strategy may do. */
  interface Reader {
    LoadPosition read(int load);
  }

  /**
   * The result of the week: delays in minutes from the moment the service showed something to the
   * read that saw it.
   *
   * @param visits delays of arrivals and departures: the same for every strategy
   * @param estimates delays of estimates that moved by more than half an hour from the one that was
   *     read last
   */
  record Outcome(int reads, List<Integer> visits, List<Integer> estimates) {
    static double mean(List<Integer> delays) {
      return delays.stream().mapToInt(Integer::intValue).average().orElse(Double.NaN);
    }

    static double p90(List<Integer> delays) {
      List<Integer> sorted = delays.stream().sorted().toList();
      return sorted.isEmpty() ? Double.NaN : sorted.get((int) Math.ceil(sorted.size() * 0.9) - 1);
    }

    List<Integer> all() {
      return Stream.concat(visits.stream(), estimates.stream()).toList();
    }
  }

  private final List<RecordedLoad> loads = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();
  private final List<Integer> visits = new ArrayList<>();
  private final List<Integer> estimates = new ArrayList<>();
  private int[] lastLook = new int[0];
  private int[] told = new int[0];
  private int reads;

  FleetReplay(List<List<RecordedLoad>> lanes) {
    for (int place = 0; place < lanes.size(); place++) {
      for (RecordedLoad load : lanes.get(place)) {
        loads.add(load);
        places.add(place);
      }
    }
  }

  List<RecordedLoad> loads() {
    return loads;
  }

  Outcome run(Strategy strategy) {
    told = new int[loads.size()];
    lastLook = new int[loads.size()];
    reads = 0;
    visits.clear();
    estimates.clear();
    boolean[] booked = new boolean[loads.size()];
    int first = -FleetRecorder.WARM_UP;
    for (int now = first;
        now < FleetRecorder.WEEK + FleetRecorder.AFTER;
        now += RecordedLoad.STEP) {
      for (int load = 0; load < booked.length; load++) {
        if (!booked[load] && loads.get(load).bookedAt() <= now) {
          booked[load] = true;
          if (loads.get(load).endsAt() > first) {
            strategy.booked(load, places.get(load), loads.get(load));
          }
        }
      }
      int minute = now;
      strategy.tick(now, load -> read(load, minute));
    }
    int end = FleetRecorder.WEEK + FleetRecorder.AFTER;
    for (int load = 0; load < loads.size(); load++) {
      if (loads.get(load).bookedAt() < end) {
        see(load, end); // What was never read counts as read at the end.
      }
    }
    return new Outcome(reads, List.copyOf(visits), List.copyOf(estimates));
  }

  private LoadPosition read(int load, int now) {
    if (counts(now)) {
      reads++;
    }
    return loads.get(load).looks().get(see(load, now)).position();
  }

  private int see(int load, int now) {
    RecordedLoad recorded = loads.get(load);
    List<Integer> happened = recorded.visits();
    while (told[load] < happened.size() && happened.get(told[load]) <= now) {
      int at = happened.get(told[load]++);
      if (counts(at)) {
        visits.add(now - at);
      }
    }
    int look = recorded.lookAt(now);
    int movedAt = recorded.estimateMoved(lastLook[load], look);
    if (movedAt >= 0 && counts(recorded.looks().get(movedAt).minute())) {
      estimates.add(now - recorded.looks().get(movedAt).minute());
    }
    lastLook[load] = look;
    return look;
  }

  private static boolean counts(int minute) {
    return minute >= 0 && minute < FleetRecorder.WEEK;
  }
}
