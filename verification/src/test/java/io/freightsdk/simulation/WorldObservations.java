package io.freightsdk.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The observations of a simulated world. */
final class WorldObservations implements RunObservations {
  /** Maximum extension of a call by a wait for a top-up. */
  private static final Duration MAX_TOP_UP_EXTENSION = Duration.ofMinutes(4);

  private final SimulatedWorld world;
  private final List<Debit> debits = new ArrayList<>();

  WorldObservations(SimulatedWorld world) {
    this.world = world;
    for (SimulatedService.AttemptDebit debit : world.service.debits()) {
      RecordedCall.Attempt attempt = debit.attempt();
      long at = Duration.between(SimulatedWorld.START, debit.at()).toNanos();
      debits.add(new Debit(attempt.call, attempt.sentAt, at, debit.usd(), debit.key()));
    }
  }

  @Override
  public ClientSettings clientSettings() {
    WorldSettings settings = world.settings;
    return new ClientSettings(
        settings.limits(),
        settings.hasLedger(),
        settings.hasSharedLedger(),
        settings.retriesUnknownReads(),
        WorldSettings.MAX_PRICE_AGE,
        settings.deadline().plus(MAX_TOP_UP_EXTENSION),
        Network.MAX_DELAY.multipliedBy(2));
  }

  @Override
  public List<RecordedCall> calls() {
    return world.calls;
  }

  @Override
  public List<Debit> debits() {
    return debits;
  }

  @Override
  public List<PriceChange> prices() {
    return world.prices;
  }

  @Override
  public boolean ledgerWasUnavailable(long from, long until) {
    return world.ledgerWasUnavailable(from, until);
  }

  @Override
  public void addViolation(Violation.Rule rule, String fact) {
    world.violate(rule, fact, null);
  }
}
