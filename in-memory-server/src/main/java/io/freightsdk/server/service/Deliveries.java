package io.freightsdk.server.service;

import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ends loads: by a bill of lading, after waiting for one in vain, or by cancelling. */
public final class Deliveries {
  private final ServiceContext context;

  Deliveries(ServiceContext context) {
    this.context = context;
  }

  /**
   * Records the bill of lading (API description, section 4.4).
   *
   * @param bolReceivedAt null for the present time
   * @return the status before it: AT_DELIVERY, or DELIVERED, which only records the time
   * @throws RefusedException when there is no such load, it is another broker's, or its driver has
   *     not arrived
   */
  public Status confirm(Caller caller, String loadNumber, @Nullable Instant bolReceivedAt) {
    Load load = context.ownLoad(caller, loadNumber);
    Instant now = context.now();
    Instant received = bolReceivedAt == null ? now : bolReceivedAt;
    Status before = load.changing(trip -> trip.confirm(received, now));
    if (before == Status.AT_DELIVERY || before == Status.DELIVERED) return before;
    throw new RefusedException(new Refusal.DeliveryNotReady(before.name()));
  }

  /** Cancels a load; a delivered or cancelled load does not change. */
  public void cancel(Load load) {
    Instant now = context.now();
    load.change(trip -> trip.cancel(now));
  }

  /** Delivers a load by hand; a delivered or cancelled load does not change. */
  public void finish(Load load) {
    Instant now = context.now();
    load.change(trip -> trip.finish(now));
  }

  /** Changes whether a load that is not yet delivered waits for its bill of lading. */
  public void awaitBol(Load load, boolean awaits) {
    load.change(trip -> trip.awaitBol(awaits));
    awaitBol(load);
  }

  /** Schedules the end of the wait for a bill of lading. Repeating this does no harm. */
  void awaitBol(Load load) {
    Instant due = load.withTrip(trip -> trip.progress().bolDueAt());
    if (due != null) context.clock().schedule(due, at -> expireBol(load.ids().loadNumber(), at));
  }

  private void expireBol(String loadNumber, Instant at) {
    Load load = context.store().loads().find(loadNumber);
    if (load != null) load.change(trip -> trip.expireBol(at));
  }
}
