package io.freightsdk.server.service;

import io.freightsdk.server.domain.trip.Trip;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One load: who it is, its trip, and what its driver is told. Safe for use by several threads. */
public final class Load {
  private final LoadIds ids;
  private final @Nullable String equipmentType;
  private final @Nullable Double weight;

  /** Its own lock guards it, and whether the driver has joined: a load has no room for another. */
  private final Trip trip;

  private boolean driverJoined;

  /** A load that has just been created. */
  Load(LoadIds ids, @Nullable String equipmentType, @Nullable Double weight, Trip trip) {
    this.ids = ids;
    this.equipmentType = equipmentType;
    this.weight = weight;
    this.trip = trip;
  }

  /** Who it is. */
  public LoadIds ids() {
    return ids;
  }

  /** As ordered; null when the order did not say. */
  public @Nullable String equipmentType() {
    return equipmentType;
  }

  /** In pounds; null when the order did not say. */
  public @Nullable Double weight() {
    return weight;
  }

  /**
   * Reads or changes the trip as one step. {@code work} must not call out of this package's layer.
   */
  public <T> T withTrip(Function<Trip, T> work) {
    synchronized (trip) {
      return work.apply(trip);
    }
  }

  /** As {@link #withTrip}, for what gives nothing back. */
  public void change(Consumer<Trip> work) {
    withTrip(
        current -> {
          work.accept(current);
          return current;
        });
  }

  /** Notes that the driver opened the link or sent a fix. */
  public void joinDriver() {
    change(unused -> driverJoined = true);
  }

  /** Whether the driver opened the link or sent a fix. */
  public boolean driverJoined() {
    return withTrip(unused -> driverJoined);
  }

  /** The same load at this moment, apart from this one from now on. */
  Load copy() {
    return withTrip(
        current -> {
          Load copy = new Load(ids, equipmentType, weight, current.copy());
          copy.driverJoined = driverJoined;
          return copy;
        });
  }

  /**
   * Who a load is. {@code toString} hides the tokens: they are capabilities.
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
