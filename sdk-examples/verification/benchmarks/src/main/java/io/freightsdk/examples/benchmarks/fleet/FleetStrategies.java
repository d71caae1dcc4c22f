package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.examples.benchmarks.fleet.FleetReplay.Reader;
import io.freightsdk.examples.benchmarks.fleet.FleetReplay.Strategy;
import io.freightsdk.internal.watch.Progress;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.watch.PollPlan;
import io.freightsdk.watch.ReadBudget;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What the fleet rule is measured against. */
final class FleetStrategies {
  private static final double MINUTES_OF_A_DAY = 24 * 60;

  private FleetStrategies() {}

  /** Reads all loads in turn, as fast as the budget allows. */
  static Strategy evenly(double readsPerDay) {
    return new Strategy() {
      private final List<Integer> turn = new ArrayList<>();
      private double allowed = 1;

      @Override
      public void booked(int load, int place, RecordedLoad known) {
        turn.add(load);
      }

      @Override
      public void tick(int now, Reader reader) {
        allowed += readsPerDay * RecordedLoad.STEP / MINUTES_OF_A_DAY;
        while (allowed >= 1 && !turn.isEmpty()) {
          allowed--;
          int load = turn.remove(0);
          if (!Progress.isOver(reader.read(load))) {
            turn.add(load);
          }
        }
        allowed = Math.min(allowed, 1);
      }
    };
  }

  /** When a load of a place may be read next. */
  private record Turn(int load, int place, Instant at) {}

  /** Every place of the fleet has its share of the budget, and spends it by the adaptive plan. */
  static Strategy equalShares(double readsPerDay, int places) {
    double share = readsPerDay / places * RecordedLoad.STEP / MINUTES_OF_A_DAY;
    return new Strategy() {
      private final Map<Integer, Turn> due = new HashMap<>();
      private final double[] allowed = new double[places];

      @Override
      public void booked(int load, int place, RecordedLoad known) {
        due.put(load, new Turn(load, place, Instant.MIN));
      }

      @Override
      public void tick(int now, Reader reader) {
        for (int place = 0; place < places; place++) {
          allowed[place] += share;
        }
        Instant instant = RecordedLoad.instant(now);
        for (Turn turn : List.copyOf(due.values())) {
          if (allowed[turn.place()] < 1 || turn.at().isAfter(instant)) {
            continue;
          }
          allowed[turn.place()]--;
          int load = turn.load();
          LoadPosition read = reader.read(load);
          Instant next = PollPlan.adaptive().nextRead(read, instant, ReadBudget.UNLIMITED);
          if (next == null) {
            due.remove(load);
          } else {
            due.put(load, new Turn(load, turn.place(), next));
          }
        }
      }
    };
  }

  /**
   * Knows all news of all loads beforehand: reads them so that they wait the least in sum. The
   * price of a read is set so that the week's reads are what the budget pays, and no day has more.
   */
  static Strategy oracle(List<RecordedLoad> loads, double readsPerDay) {
    double low = 0;
    double high = 5e3;
    for (int i = 0; i < 24; i++) {
      double price = (low + high) / 2;
      int reads = 0;
      for (RecordedLoad load : loads) {
        for (int at : bestReads(load, price)) {
          reads += at >= 0 && at < FleetRecorder.WEEK ? 1 : 0;
        }
      }
      if (reads > readsPerDay * 7) {
        low = price;
      } else {
        high = price;
      }
    }
    double price = high;
    return new Strategy() {
      private final Deque<Integer> today = new ArrayDeque<>();
      private final TreeSet<int[]> planned =
          new TreeSet<>(Comparator.<int[]>comparingInt(a -> a[0]).thenComparingInt(a -> a[1]));

      @Override
      public void booked(int load, int place, RecordedLoad known) {
        bestReads(known, price).forEach(at -> planned.add(new int[] {at, load}));
      }

      @Override
      public void tick(int now, Reader reader) {
        while (!today.isEmpty() && today.peek() <= now - MINUTES_OF_A_DAY) {
          today.remove();
        }
        while (!planned.isEmpty() && planned.first()[0] <= now && today.size() < readsPerDay) {
          today.add(now);
          reader.read(planned.pollFirst()[1]);
        }
      }
    };
  }

  /** The reads that cost the least, each counted at a price in minutes of delay. */
  private static List<Integer> bestReads(RecordedLoad load, double price) {
    int last = load.looks().size() - 1;
    double[] cost = new double[last + 1];
    int[] next = new int[last + 1];
    for (int from = last - 1; from >= 0; from--) {
      cost[from] = Double.POSITIVE_INFINITY;
      int fromMinute = load.looks().get(from).minute();
      int visit = 0;
      while (visit < load.visits().size() && load.visits().get(visit) <= fromMinute) {
        visit++;
      }
      double visitsWait = 0;
      int waiting = 0;
      int movedAt = -1;
      int before = fromMinute;
      for (int to = from + 1; to <= last; to++) {
        int minute = load.looks().get(to).minute();
        visitsWait += waiting * (double) (minute - before);
        while (visit < load.visits().size() && load.visits().get(visit) <= minute) {
          visit++;
          waiting++;
        }
        boolean moved = load.hasMoved(from, to);
        movedAt = moved && movedAt < 0 ? minute : movedAt;
        double total = visitsWait + (moved ? minute - movedAt : 0) + price + cost[to];
        if (total < cost[from]) {
          cost[from] = total;
          next[from] = to;
        }
        before = minute;
      }
    }
    List<Integer> reads = new ArrayList<>();
    for (int at = next[0]; at > 0 && reads.size() <= last; at = next[at]) {
      reads.add(load.looks().get(at).minute());
    }
    return reads;
  }
}
