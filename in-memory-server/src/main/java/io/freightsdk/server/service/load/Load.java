package io.freightsdk.server.service.load;

import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.service.order.LoadOrder;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** One load: who it is, what was ordered, and its trip. Safe for use by several threads. */
public final class Load {
  private final LoadIds ids;
  private final LoadOrder order;
  private final List<PlacedStop> stops;

  /** Guards the trip and whether the driver has joined. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Trip trip;
  private boolean driverJoined;

  /** A load that has just been created. */
  public Load(LoadIds ids, LoadOrder order, List<PlacedStop> stops, Trip trip) {
    this.ids = ids;
    this.order = order;
    this.stops = List.copyOf(stops);
    this.trip = trip;
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
          Load copy = new Load(ids, order, stops, current.copy());
          copy.driverJoined = driverJoined;
          return copy;
        });
  }
}
