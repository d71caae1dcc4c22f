package io.freightsdk.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a world's service has in its ledger, and what its callers were told. */
final class WorldEvidence implements Evidence {
  /** A price that was read before this may still be told. */
  private static final Duration BOOKING = Duration.ofMinutes(6);

  /** So long after the books are back, all that they had missed is stored. */
  private static final Duration STORED_AGAIN = Duration.ofSeconds(30);

  private final World world;
  private final List<Debit> debits = new ArrayList<>();

  WorldEvidence(World world) {
    this.world = world;
    for (Service.Taken taken : world.service.taken()) {
      CallLog.Attempt attempt = taken.attempt();
      long at = Duration.between(World.START, taken.at()).toNanos();
      debits.add(new Debit(attempt.call, attempt.cameAt, at, taken.usd(), taken.key()));
    }
  }

  @Override
  public Terms terms() {
    Settings settings = world.settings;
    return new Terms(
        settings.caps(),
        settings.database(),
        settings.lateClocks(),
        settings.retriesReads(),
        settings.priceLife(),
        BOOKING,
        Network.LATEST.multipliedBy(2),
        Network.LATEST);
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
    return world.troubles.stream()
        .anyMatch(one -> one.from() <= until && one.until() + STORED_AGAIN.toNanos() >= from);
  }

  @Override
  public boolean misledByBalance() {
    return world.misledByBalance;
  }

  @Override
  public void violated(Violation.Rule rule, String fact) {
    world.violate(rule, fact, null);
  }
}
