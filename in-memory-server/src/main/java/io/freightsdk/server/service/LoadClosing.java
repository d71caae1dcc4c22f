package io.freightsdk.server.service;

import io.freightsdk.server.domain.trip.LoadTrip;
import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.service.AccountManager.Caller;
import io.freightsdk.server.service.refusal.RefusedException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ends loads: by a bill of lading, by its timeout, by hand or by cancellation. */
public final class LoadClosing {
  private final FreightService service;

  LoadClosing(FreightService service) {
    this.service = service;
  }

  /**
   * Records the bill of lading ({@code confirmDelivery}). A further confirmation replaces its time.
   *
   * @param bolReceivedAt null for the current time
   * @return the status before: AT_DELIVERY, or DELIVERED, for which only the time is recorded
   * @throws RefusedException if there is no such load, it belongs to another broker, or its driver
   *     has not arrived
   */
  public Status confirm(Caller caller, String loadNumber, @Nullable Instant bolReceivedAt) {
    StoredLoad load = FreightService.requireOwnLoad(service.store(), caller, loadNumber);
    Instant now = service.now();
    Instant received = bolReceivedAt == null ? now : bolReceivedAt;
    Status before = load.changeAndGet(trip -> trip.confirm(received, now));
    if (before == Status.AT_DELIVERY || before == Status.DELIVERED) return before;
    throw RefusedException.deliveryNotReady(before.name());
  }

  /** Cancels a load. A delivered or cancelled load does not change. */
  public void cancel(StoredLoad load) {
    Instant now = service.now();
    load.change(trip -> trip.cancel(now));
  }

  /** Delivers a load by hand. A delivered or cancelled load does not change. */
  public void deliverByHand(StoredLoad load) {
    Instant now = service.now();
    load.change(trip -> trip.deliverByHand(now));
  }

  /** Sets whether a load that is not yet delivered waits for its bill of lading. */
  public void setAwaitsBol(StoredLoad load, boolean awaits) {
    // The timeout is scheduled when the driver arrives, and no wait starts after that.
    load.change(trip -> trip.setAwaitsBol(awaits));
  }

  /** Schedules the arrival of a truck whose phone may stay silent from now on. */
  void scheduleSilentArrival(StoredLoad load) {
    int fixes = load.read(trip -> trip.arrivesIfSilent() ? trip.track().size() : 0);
    if (fixes == 0) return;
    // From now, not from the time of the fix: a phone without a network sends its fixes later.
    Instant due = service.now().plus(LoadTrip.CLOSED_PAGE);
    service.clock().schedule(due, at -> arriveIfStillSilent(load.ids().loadNumber(), fixes));
  }

  private void arriveIfStillSilent(String loadNumber, int fixes) {
    StoredLoad load = service.store().loads().find(loadNumber);
    if (load == null) return;
    load.change(trip -> trip.arriveIfStillSilent(fixes));
    scheduleBolTimeout(load);
  }

  /** Schedules the timeout of the wait for a bill of lading. Calling this again does no harm. */
  void scheduleBolTimeout(StoredLoad load) {
    Instant due = load.read(trip -> trip.progress().bolDueAt());
    if (due != null) service.clock().schedule(due, at -> expireBol(load.ids().loadNumber(), at));
  }

  private void expireBol(String loadNumber, Instant at) {
    StoredLoad load = service.store().loads().find(loadNumber);
    if (load != null) load.change(trip -> trip.expireBol(at));
  }
}
