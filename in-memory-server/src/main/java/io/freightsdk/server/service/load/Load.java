package io.freightsdk.server.service.load;

import io.freightsdk.server.domain.fence.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
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

  /** Guards the trip, changes of the stops, and whether the driver has joined. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Trip trip;
  private volatile List<PlacedStop> stops;
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

  /**
   * Changes the radius of the geofence around a stop.
   *
   * @throws IllegalArgumentException when there is no such stop
   * @throws IllegalStateException when the stop has no place on the map, or a fix was judged
   *     already
   */
  public void fenceRadius(int sequence, double meters) {
    withTrip(
        current -> {
          if (sequence < 1 || sequence > stops.size()) {
            throw new IllegalArgumentException(
                "no stop " + sequence + ": the stops of this load are 1 to " + stops.size());
          }
          PlacedStop stop = stops.get(sequence - 1);
          Fence fence = stop.plan().fence();
          if (fence == null) {
            throw new IllegalStateException(
                "stop " + sequence + " has no geofence: its address could not be placed");
          }
          PlannedStop plan = stop.plan().withFence(fence.withRadius(meters));
          current.replan(plan);
          List<PlacedStop> changed = new ArrayList<>(stops);
          changed.set(sequence - 1, stop.withPlan(plan));
          stops = List.copyOf(changed);
          return current;
        });
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
