package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.SpendSettings;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The books of a simulated client, with the faults of mutants between them and its calls. */
final class MutantBooks extends SpendBooks {
  private final SimulatedProcess process;
  private final World world;
  private final Map<String, SpendScope> firstScopes = new HashMap<>();
  private PriceReading first;

  MutantBooks(
      SimulatedProcess process,
      World world,
      SpendSettings settings,
      Environment environment,
      Threads threads,
      FreeReads reads) {
    super(settings, environment, threads, reads);
    this.process = process;
    this.world = world;
  }

  private boolean is(Mutant mutant) {
    return world.mutant == mutant;
  }

  @Override
  public PriceReading newest() {
    PriceReading newest = super.newest();
    if (!is(Mutant.SKIPS_REPRICING) || newest == null) return newest;
    if (first == null) first = newest;
    return new PriceReading(first.prices(), newest.asked(), newest.answered());
  }

  @Override
  public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
    SpendDecision decision = super.reserve(asked(purchase), amountUsd);
    if (decision instanceof SpendDecision.KeyTooOld && is(Mutant.FORGETS_THE_AGE_OF_KEYS)) {
      return super.reserve(with(purchase, null, purchase.scope()), amountUsd);
    }
    return told(decision);
  }

  private Purchase with(Purchase purchase, @Nullable String key, SpendScope scope) {
    return new Purchase(
        purchase.operation(),
        key,
        is(Mutant.TAKES_EVERY_KEY_FOR_NEW) ? "" : purchase.digest(),
        scope,
        purchase.atMost(),
        purchase.priced(),
        purchase.young());
  }

  private Purchase asked(Purchase purchase) {
    String key = purchase.idempotencyKey();
    SpendScope scope = purchase.scope();
    if (key == null
        || scope.path().equals(SpendScope.CLIENT)
        || !is(Mutant.COUNTS_A_KEY_WHERE_IT_CAME_FROM)) {
      return with(purchase, key, scope);
    }
    SpendScope earlier = firstScopes.putIfAbsent(key, scope);
    return with(purchase, key, earlier == null ? scope : earlier);
  }

  private SpendDecision told(SpendDecision decision) {
    boolean hides = is(Mutant.TELLS_A_REPLAY_AS_A_CHARGE);
    if (!hides || !(decision instanceof SpendHold hold) || hold.charged() == null) return decision;
    return new SpendHold(
        hold.token(),
        hold.operation(),
        hold.key(),
        hold.scope(),
        hold.since(),
        hold.amountUsd(),
        hold.keyGoodUntil(),
        hold.lostAtAnotherPrice(),
        hold.lostAtUsd(),
        null);
  }

  @Override
  public SpendDecision renew(
      SpendHold hold, List<SpendEntry> attempts, Purchase purchase, BigDecimal amountUsd) {
    return told(super.renew(hold, said(attempts), asked(purchase), amountUsd));
  }

  @Override
  public List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts) {
    if (is(Mutant.FORGETS_TO_SETTLE)) return List.of();
    if (is(Mutant.GIVES_MONEY_BACK_BEFORE_THE_ANSWER) && mayBeOut(attempts)) {
      return super.settle(hold, List.of());
    }
    world.settling = true;
    try {
      List<SpendEntry> booked = super.settle(hold, said(attempts));
      return is(Mutant.TELLS_A_REPLAY_AS_A_CHARGE) ? List.of() : booked;
    } finally {
      world.settling = false;
    }
  }

  private static boolean mayBeOut(List<SpendEntry> attempts) {
    return !attempts.isEmpty()
        && attempts.get(attempts.size() - 1).outcome() == Charge.Kind.UNKNOWN;
  }

  private List<SpendEntry> said(List<SpendEntry> attempts) {
    if (!is(Mutant.TAKES_UNKNOWN_FOR_FREE)) return attempts;
    return attempts.stream()
        .map(entry -> entry.outcome() == Charge.Kind.UNKNOWN ? free(entry) : entry)
        .toList();
  }

  private static SpendEntry free(SpendEntry entry) {
    return new SpendEntry(
        entry.id(),
        entry.at(),
        entry.operation(),
        entry.loadNumber(),
        entry.idempotencyKey(),
        entry.requestId(),
        entry.attempt(),
        Charge.Kind.NONE,
        BigDecimal.ZERO,
        entry.scope(),
        BigDecimal.ZERO);
  }

  /**
   * Who closes waits for no time of the machine: what the store does not take now it never does.
   */
  @Override
  public void close(Duration bound) {
    process.callsHaveEnded();
    super.close(Duration.ZERO);
  }
}
