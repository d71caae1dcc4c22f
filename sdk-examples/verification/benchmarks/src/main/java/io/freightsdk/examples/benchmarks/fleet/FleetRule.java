package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.examples.benchmarks.fleet.FleetReplay.Reader;
import io.freightsdk.examples.benchmarks.fleet.FleetReplay.Strategy;
import io.freightsdk.internal.fleet.Outlook;
import io.freightsdk.internal.fleet.Pace;
import io.freightsdk.internal.fleet.ReadSchedule;
import io.freightsdk.internal.watch.Progress;
import io.freightsdk.model.LoadPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rule of {@code FreightWatches.watchFleet}: the same pure functions, under the same limit of a
 * sliding day. Before the first read of a load it knows only the input of its creation.
 */
final class FleetRule implements Strategy {
  private static final int DAY = 24 * 60;
  private static final double CHANGED = 1.15;

  /**
   * What is known of a load, from when, and when it is due at a price of a read.
   *
   * @param ahead minutes from the booking to the first window, before the first read; 0 after it
   */
  private record Known(
      int load, LoadPosition position, int at, double due, double minutesPerRead, double ahead) {}

  private final double readsPerDay;
  private final Map<Integer, Known> loads = new HashMap<>();
  private final Deque<Integer> today = new ArrayDeque<>();
  private Pace pace;

  FleetRule(double readsPerDay) {
    this.readsPerDay = readsPerDay;
    this.pace = new Pace(0, -FleetRecorder.WARM_UP, readsPerDay, DAY);
  }

  @Override
  public void booked(int load, int place, RecordedLoad known) {
    LoadPosition planned = known.planned();
    Instant opens = planned.stops().get(0).windowFrom();
    Instant booked = RecordedLoad.instant(known.bookedAt());
    double ahead = opens == null ? 0 : Math.max(0, Duration.between(booked, opens).toMinutes());
    plan(load, planned, known.bookedAt(), ahead);
  }

  private void plan(int load, LoadPosition position, int at, double ahead) {
    double price = pace.minutesPerRead();
    Outlook outlook = Outlook.after(position, RecordedLoad.instant(at));
    double wait = Math.max(RecordedLoad.STEP, ReadSchedule.best(outlook, 1, price).next());
    double longest = ahead + Math.max(DAY, pace.longestAffordable(loads.size()));
    loads.put(load, new Known(load, position, at, at + Math.min(longest, wait), price, ahead));
  }

  @Override
  public void tick(int now, Reader reader) {
    pace = pace.at(now);
    while (!today.isEmpty() && today.peek() <= now - DAY) {
      today.remove();
    }
    double price = pace.minutesPerRead();
    for (Known known : List.copyOf(loads.values())) {
      boolean changed =
          known.minutesPerRead() > price * CHANGED || price > known.minutesPerRead() * CHANGED;
      if (changed) {
        plan(known.load(), known.position(), known.at(), known.ahead());
      }
    }
    List<Known> due =
        loads.values().stream()
            .filter(known -> known.due() <= now + RecordedLoad.STEP / 2.0)
            .sorted(Comparator.comparingDouble(Known::due))
            .toList();
    for (Known known : due) {
      int load = known.load();
      if (today.size() >= readsPerDay) {
        return;
      }
      today.add(now);
      pace = pace.spent(1);
      LoadPosition position = reader.read(load);
      if (Progress.isOver(position)) {
        loads.remove(load);
      } else {
        plan(load, position, now, 0);
      }
    }
  }
}
