package io.freightsdk.server.service;

import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.service.order.OrderReader.Freight;
import io.freightsdk.server.service.order.OrderReader.LoadOrder;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One load: its identifiers, what its order says, and its trip. Safe for use by several threads.
 */
public final class TrackedLoad {
  private final LoadIds ids;
  private final Freight freight;
  private final @Nullable String customerRef;

  /** The digits of the driver's number: a text would take five times the memory. */
  private final long phoneDigits;

  /** Guarded by this object's monitor, as the next: a lock would take memory in every load. */
  private final Trip trip;

  private boolean driverJoined;

  TrackedLoad(LoadIds ids, LoadOrder order, Trip trip) {
    this.ids = ids;
    this.freight = order.freight();
    this.customerRef = order.customerRef();
    this.phoneDigits = Long.parseLong(order.driverPhone().substring(1));
    this.trip = trip;
  }

  public LoadIds ids() {
    return ids;
  }

  public Freight freight() {
    return freight;
  }

  /** From the order; null when the order has none. */
  public @Nullable String equipmentType() {
    return freight.equipmentType();
  }

  /** From the order, in pounds; null when the order has none. */
  public @Nullable Double weight() {
    return freight.weight();
  }

  /** The customer's reference in the order; null when the order has none. */
  public @Nullable String customerRef() {
    return customerRef;
  }

  /** In E.164. */
  public String driverPhone() {
    return "+" + phoneDigits;
  }

  /** Reads the trip as one step. {@code work} changes nothing and calls no code of other layers. */
  public synchronized <T> T withTrip(Function<Trip, T> work) {
    return work.apply(trip);
  }

  /** Changes the trip as one step. */
  public void change(Consumer<Trip> work) {
    changing(
        own -> {
          work.accept(own);
          return own;
        });
  }

  /** As {@link #change}, with a result. */
  <T> T changing(Function<Trip, T> work) {
    return changing(work, false);
  }

  /** As {@link #changing}, by the driver, who has joined with it. */
  <T> T changedByDriver(Function<Trip, T> work) {
    return changing(work, true);
  }

  private synchronized <T> T changing(Function<Trip, T> work, boolean byDriver) {
    driverJoined |= byDriver;
    return work.apply(trip);
  }

  /** Records that the driver opened the link. */
  public void joinDriver() {
    if (!driverJoined()) changedByDriver(Trip::progress);
  }

  public synchronized boolean driverJoined() {
    return driverJoined;
  }

  /**
   * The identifiers of a load: numbers, because texts would be a third of its memory. {@code
   * toString} hides the tokens, because they give access.
   *
   * @param loadNumber {@code LD-<year>-<number>}, never given twice
   * @param idHigh the first half of a UUID
   * @param trackingBits the first 64 of the 96 bits of the token
   * @param lastBits of the tracking token, and then of the driver token
   */
  public record LoadIds(
      String loadNumber,
      String brokerId,
      Instant createdAt,
      long idHigh,
      long idLow,
      long trackingBits,
      long driverBits,
      long lastBits) {
    /** A UUID. */
    public String loadId() {
      return new UUID(idHigh, idLow).toString();
    }

    public String trackingToken() {
      return Ids.token("trk_", trackingBits, (int) (lastBits >>> Integer.SIZE));
    }

    public String driverToken() {
      return Ids.token("drv_", driverBits, (int) lastBits);
    }

    @Override
    public String toString() {
      return "LoadIds[" + loadNumber + "]";
    }
  }
}
