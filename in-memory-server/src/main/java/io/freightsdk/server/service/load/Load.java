package io.freightsdk.server.service.load;

import io.freightsdk.server.domain.trip.PingVerdict;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.service.order.LoadOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** One load: who it is, what was ordered, and its trip. Safe for use by several threads. */
public final class Load {
  private final LoadIds ids;
  private final LoadOrder order;
  private final List<PlacedStop> stops;

  /** Guards the trip, the verdicts and whether the driver has joined. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Trip trip;
  private final Verdicts verdicts;
  private boolean driverJoined;

  /** A load that has just been created. */
  public Load(LoadIds ids, LoadOrder order, List<PlacedStop> stops, Trip trip) {
    this(ids, order, List.copyOf(stops), trip, new Verdicts());
  }

  private Load(LoadIds ids, LoadOrder order, List<PlacedStop> stops, Trip trip, Verdicts verdicts) {
    this.ids = ids;
    this.order = order;
    this.stops = stops;
    this.trip = trip;
    this.verdicts = verdicts;
  }

  /** Who it is. */
  public LoadIds ids() {
    return ids;
  }

  /** What was ordered. */
  public LoadOrder order() {
    return order;
  }

  /** Its stops in order, pickups first. */
  public List<PlacedStop> stops() {
    return stops;
  }

  /**
   * Reads or changes the trip as one step. {@code work} must not call out of this package's layer.
   */
  public <T> T withTrip(Function<Trip, T> work) {
    lock.lock();
    try {
      return work.apply(trip);
    } finally {
      lock.unlock();
    }
  }

  /** Keeps what became of a fix, for {@code explain}. To be called within {@link #withTrip}. */
  public void remember(PingVerdict verdict) {
    verdicts.add(verdict);
  }

  /** What became of the latest fixes, oldest first. */
  public List<PingVerdict> verdicts() {
    return withTrip(unused -> new ArrayList<>(verdicts.all()));
  }

  /** Notes that the driver opened the link or sent a fix; false when that was known. */
  public boolean joinDriver() {
    return withTrip(
        unused -> {
          boolean first = !driverJoined;
          driverJoined = true;
          return first;
        });
  }

  /** Whether the driver opened the link or sent a fix. */
  public boolean driverJoined() {
    return withTrip(unused -> driverJoined);
  }

  /** The same load at this moment, apart from this one from now on. */
  public Load copy() {
    return withTrip(
        current -> {
          Load copy = new Load(ids, order, stops, current.copy(), verdicts.copy());
          copy.driverJoined = driverJoined;
          return copy;
        });
  }
}
