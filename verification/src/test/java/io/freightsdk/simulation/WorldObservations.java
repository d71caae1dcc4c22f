package io.freightsdk.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a world's service has in its ledger, and what its callers were told. */
final class WorldObservations implements RunObservations {
  /** So much longer than its deadline a call may take that waits for a top-up. */
  private static final Duration TOP_UP = Duration.ofMinutes(4);

  private final SimulatedWorld world;
  private final List<Debit> debits = new ArrayList<>();

  WorldObservations(SimulatedWorld world) {
    this.world = world;
    for (SimulatedService.TakenDebit taken : world.service.taken()) {
      CallLog.Attempt attempt = taken.attempt();
      long at = Duration.between(SimulatedWorld.START, taken.at()).toNanos();
      debits.add(new Debit(attempt.call, attempt.sentAt, at, taken.usd(), taken.key()));
    }
  }

  @Override
  public Terms terms() {
    WorldSettings settings = world.settings;
    return new Terms(
        settings.caps(),
        settings.hasLedger(),
        settings.database(),
        settings.retriesReads(),
        WorldSettings.MAX_PRICE_AGE,
        settings.deadline().plus(TOP_UP),
        Network.LATEST.multipliedBy(2));
  }

  @Override
  public List<CallLog> calls() {
    return world.calls;
  }

  @Override
  public List<Debit> debits() {
    return debits;
  }

  @Override
  public List<PriceFrom> prices() {
    return world.prices;
  }

  @Override
  public boolean booksWereAway(long from, long until) {
    return world.booksWereAway(from, until);
  }

  @Override
  public void violated(Violation.Rule rule, String fact) {
    world.violate(rule, fact, null);
  }
}
