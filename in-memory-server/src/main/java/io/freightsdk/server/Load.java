package io.freightsdk.server;

import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.StoredLoad;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.LoadView;
import java.util.List;
import java.util.Objects;

/**
 * A load of the server, which you can read ({@link #view}), explain, deliver or cancel. Its methods
 * send no requests and cost nothing. Thread-safe.
 */
public final class Load {
  private final FreightService service;
  private final VirtualClock clock;
  private final String loadNumber;

  Load(FreightService service, VirtualClock clock, String loadNumber) {
    this.service = service;
    this.clock = clock;
    this.loadNumber = loadNumber;
  }

  /** The load number. */
  public String loadNumber() {
    return loadNumber;
  }

  /**
   * Returns the current state of the load.
   *
   * @throws IllegalArgumentException if the load no longer exists
   */
  public LoadView view() {
    clock.runDueTasks();
    return find().view();
  }

  /**
   * Returns the effects of the latest 1,000 fixes and the reasons, in the order of their times.
   * This includes the latest 500 refused fixes, except fixes without valid coordinates. A fix
   * without a valid time has the time at which the server received it. To see why a truck has not
   * arrived:
   *
   * <pre>{@code
   * server.driver(loadNumber).ping(39.30, -84.50);
   * FixExplanation fix = server.load(loadNumber).explain().get(0);
   * System.out.println(fix.fences().get(0).side()); // OUTSIDE
   * }</pre>
   */
  public List<FixExplanation> explain() {
    return find().explain();
  }

  /** Cancels the load. A delivered or cancelled load does not change. */
  public Load cancel() {
    service.closing().cancel(find());
    return this;
  }

  /**
   * Changes the status to DELIVERED, for a load that its fixes cannot deliver, for example because
   * no fix was sent at the pickup. The times of its stops do not change. A delivered or cancelled
   * load does not change.
   */
  public Load deliver() {
    service.closing().deliverByHand(find());
    return this;
  }

  /**
   * Sets the event that completes the load. It replaces the setting of its broker and its server. A
   * delivered or cancelled load does not change.
   */
  public Load deliveryCompletion(DeliveryCompletion completion) {
    Objects.requireNonNull(completion, "completion");
    service.closing().setAwaitsBol(find(), completion == DeliveryCompletion.ON_BOL);
    return this;
  }

  /**
   * Sets the radius of the geofence around one stop, before the first fix of the load.
   *
   * @param stopSequence the number of the stop, from 1 over all stops, pickups first
   * @param meters the radius in meters, above 0 and at most 100,000
   * @throws IllegalArgumentException if there is no such stop, or the radius is out of bounds
   * @throws IllegalStateException if the load already has a fix or is no longer PLANNED, or if the
   *     stop could not be located
   */
  public Load fenceRadius(int stopSequence, double meters) {
    find().change(trip -> trip.changeFenceRadius(stopSequence, meters));
    return this;
  }

  private StoredLoad find() {
    return service.requireLoad(loadNumber);
  }

  @Override
  public String toString() {
    return view().toString();
  }
}
