package io.freightsdk.server.service;

import io.freightsdk.server.domain.trip.Trip;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One load: its identifiers, its trip, and what its driver needs to know. Safe for use by several
 * threads.
 */
public final class TrackedLoad {
  private final LoadIds ids;
  private final @Nullable String equipmentType;
  private final @Nullable Double weight;

  /**
   * Guarded by its own monitor, which also guards whether the driver has joined: a second lock
   * would take memory in every load.
   */
  private final Trip trip;

  private boolean driverJoined;

  /** Null until the load is kept among others. */
  private volatile @Nullable LoadChanges changes;

  TrackedLoad(LoadIds ids, @Nullable String equipmentType, @Nullable Double weight, Trip trip) {
    this.ids = ids;
    this.equipmentType = equipmentType;
    this.weight = weight;
    this.trip = trip;
  }

  public LoadIds ids() {
    return ids;
  }

  /** From the order; null when the order has none. */
  public @Nullable String equipmentType() {
    return equipmentType;
  }

  /** From the order, in pounds; null when the order has none. */
  public @Nullable Double weight() {
    return weight;
  }

  /** Reads the trip as one step. {@code work} must not call code of other layers. */
  public <T> T withTrip(Function<Trip, T> work) {
    synchronized (trip) {
      return work.apply(trip);
    }
  }

  /** Changes the trip as one step, and says so to whoever watches all loads. */
  public void change(Consumer<Trip> work) {
    synchronized (trip) {
      work.accept(trip);
    }
    noteChange();
  }

  /** As {@link #change}, with a result. */
  <T> T changing(Function<Trip, T> work) {
    T result = withTrip(work);
    noteChange();
    return result;
  }

  /** As {@link #changing}, by the driver, who has joined thereby. */
  <T> T changedByDriver(Function<Trip, T> work) {
    T result;
    synchronized (trip) {
      driverJoined = true;
      result = work.apply(trip);
    }
    noteChange();
    return result;
  }

  private void noteChange() {
    LoadChanges watched = changes;
    if (watched != null) watched.note(this);
  }

  void reportTo(LoadChanges watched) {
    changes = watched;
    watched.note(this);
  }

  /** Records that the driver opened the link. */
  public void joinDriver() {
    if (!driverJoined()) changedByDriver(Trip::progress);
  }

  public boolean driverJoined() {
    return withTrip(unused -> driverJoined);
  }

  TrackedLoad copy() {
    return withTrip(
        current -> {
          TrackedLoad copy = new TrackedLoad(ids, equipmentType, weight, current.copy());
          copy.driverJoined = driverJoined;
          return copy;
        });
  }

  /**
   * The identifiers of a load. {@code toString} hides the tokens, because they give access.
   *
   * @param loadNumber {@code LD-<year>-<number>}, never given twice
   * @param loadId a UUID
   */
  public record LoadIds(
      String loadNumber,
      String loadId,
      String brokerId,
      String trackingToken,
      String driverToken,
      Instant createdAt) {
    @Override
    public String toString() {
      return "LoadIds[" + loadNumber + "]";
    }
  }
}
