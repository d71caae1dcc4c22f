package io.freightsdk.server.service;

import io.freightsdk.server.domain.trip.LoadTrip;
import io.freightsdk.server.service.order.OrderReader.LoadOrder;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.LoadView;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/** A load: its identifiers, its order and its trip. Thread-safe. */
public final class StoredLoad {
  private static final int MAX_EXPLAINED_FIXES = 1000;

  private final LoadIds ids;
  private final LoadOrder order;

  /** Protected by this object's monitor, like {@code driverJoined}. */
  private final LoadTrip trip;

  private boolean driverJoined;

  StoredLoad(LoadIds ids, LoadOrder order, LoadTrip trip) {
    this.ids = ids;
    this.order = order;
    this.trip = trip;
  }

  public LoadIds ids() {
    return ids;
  }

  public LoadOrder order() {
    return order;
  }

  /** The present state, for tests. */
  public LoadView view() {
    return LoadViews.of(this);
  }

  /** Explains the latest 1,000 kept fixes, and the refused fixes among them, in time order. */
  public List<FixExplanation> explain() {
    return read(trip -> trip.explain(MAX_EXPLAINED_FIXES));
  }

  /** Reads the trip atomically. {@code work} must not change it or block. */
  public synchronized <T> T read(Function<LoadTrip, T> work) {
    return work.apply(trip);
  }

  /** Changes the trip atomically. */
  public synchronized void change(Consumer<LoadTrip> work) {
    work.accept(trip);
  }

  /** Changes the trip atomically and returns a result. */
  synchronized <T> T changeAndGet(Function<LoadTrip, T> work) {
    return work.apply(trip);
  }

  /** As {@link #changeAndGet}, and marks the driver as joined. */
  synchronized <T> T changeByDriver(Function<LoadTrip, T> work) {
    driverJoined = true;
    return work.apply(trip);
  }

  /** Records that the driver opened the link. */
  public synchronized void markDriverJoined() {
    driverJoined = true;
  }

  /**
   * Whether the driver opened the link, or a valid fix was received, even if the trip refused it.
   */
  public synchronized boolean driverJoined() {
    return driverJoined;
  }

  /**
   * The identifiers of a load. {@code toString} hides the tokens, because they give access.
   *
   * @param loadNumber {@code LD-<year>-<number>}, never used twice
   */
  public record LoadIds(
      String loadNumber,
      String brokerId,
      Instant createdAt,
      UUID loadId,
      String trackingToken,
      String driverToken) {
    @Override
    public String toString() {
      return "LoadIds[" + loadNumber + "]";
    }
  }
}
