package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.util.HashMap;
import java.util.Map;

/** The guard of a simulated client. It records all requests of its calls. */
final class RecordingGuard implements SpendGuard {
  private final SimulatedWorld world;
  private final SimulatedProcess process;
  private final SpendGuard delegate;

  /** All reservation requests, by their ids. */
  private final Map<String, RecordedReservation> reservations = new HashMap<>();

  RecordingGuard(SimulatedWorld world, SimulatedProcess process, SpendGuard delegate) {
    this.world = world;
    this.process = process;
    this.delegate = delegate;
  }

  /** Whether every reservation has ended. */
  boolean isIdle() {
    return reservations.values().stream().noneMatch(RecordedReservation::isOpen);
  }

  @Override
  public Decision reserve(Purchase purchase) {
    process.requireAlive();
    RecordedReservation reservation = world.startReservation(process, purchase);
    reservations.put(purchase.id(), reservation);
    Decision decision = delegate.reserve(reservation.purchase);
    process.requireAlive();
    world.addDecision(reservation, decision);
    return decision;
  }

  @Override
  public Charge complete(Purchase purchase, Outcome outcome) {
    process.requireAlive();
    RecordedReservation reservation = reservations.get(purchase.id());
    world.completeReservation(reservation, outcome);
    Charge charge = delegate.complete(reservation.purchase, outcome);
    world.addReportedCharge(reservation, charge);
    return charge;
  }
}
