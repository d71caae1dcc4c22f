package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.util.HashMap;
import java.util.Map;

/** The guard of a simulated client: hears all that calls ask it and tell it. */
final class RecordingGuard implements SpendGuard {
  private final SimulatedWorld world;
  private final SimulatedProcess process;
  private final SpendGuard real;

  /** All that was asked for, by the id of the reservation. */
  private final Map<String, ReservationLog> held = new HashMap<>();

  RecordingGuard(SimulatedWorld world, SimulatedProcess process, SpendGuard real) {
    this.world = world;
    this.process = process;
    this.real = real;
  }

  /** Whether every reservation has ended. */
  boolean isIdle() {
    return held.values().stream().noneMatch(ReservationLog::isOpen);
  }

  @Override
  public Decision reserve(Purchase purchase) {
    process.lives();
    ReservationLog asked = world.asked(process, purchase);
    held.put(purchase.id(), asked);
    Decision decision = real.reserve(asked.purchase);
    process.lives();
    world.decided(asked, decision);
    return decision;
  }

  @Override
  public Charge complete(Purchase purchase, Outcome outcome) {
    process.lives();
    ReservationLog ended = held.get(purchase.id());
    world.completed(ended, outcome);
    Charge charge = real.complete(ended.purchase, outcome);
    world.told(ended, charge);
    return charge;
  }
}
