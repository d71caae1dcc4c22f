package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.internal.call.Spending;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The money side of a client with the faults of mutants between it and its calls. */
final class MutantMoney implements Spending {
  private final Spending real;
  private final World world;
  private final Map<Operation, Price> firstPrices = new EnumMap<>(Operation.class);
  private final Map<String, SpendScope> firstScopes = new HashMap<>();

  MutantMoney(Spending real, World world) {
    this.real = real;
    this.world = world;
  }

  private boolean is(Mutant mutant) {
    return world.mutant == mutant;
  }

  @Override
  public boolean mayBlock() {
    return real.mayBlock();
  }

  @Override
  public boolean isLimited(@Nullable SpendScope scope) {
    return real.isLimited(scope);
  }

  @Override
  public @Nullable Price knownPrice(Operation operation, boolean needed) {
    Price known = is(Mutant.SKIPS_REPRICING) ? firstPrices.get(operation) : null;
    if (known != null) return known;
    known = real.knownPrice(operation, needed);
    if (known != null) firstPrices.put(operation, known);
    return known;
  }

  @Override
  public @Nullable Price newestPrice(Operation operation) {
    Price known = is(Mutant.SKIPS_REPRICING) ? firstPrices.get(operation) : null;
    return known != null ? known : real.newestPrice(operation);
  }

  @Override
  public CompletableFuture<Price> learnPrice(Operation operation, boolean needed) {
    return real.learnPrice(operation, needed);
  }

  @Override
  public Duration pricePatience(Operation operation, boolean needed) {
    return real.pricePatience(operation, needed);
  }

  @Override
  public Price priceWithout(Operation operation, boolean needed) {
    return real.priceWithout(operation, needed);
  }

  @Override
  public void heard(Operation operation, BigDecimal priceUsd) {
    if (!is(Mutant.SKIPS_REPRICING)) real.heard(operation, priceUsd);
  }

  @Override
  public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
    SpendDecision decision = real.reserve(asked(purchase), amountUsd);
    if (decision instanceof SpendDecision.KeyTooOld && is(Mutant.FORGETS_THE_AGE_OF_KEYS)) {
      return real.reserve(
          new Purchase(
              purchase.operation(),
              null,
              purchase.digest(),
              purchase.scope(),
              purchase.atMost(),
              purchase.priced()),
          amountUsd);
    }
    return told(decision);
  }

  private Purchase asked(Purchase purchase) {
    String key = purchase.idempotencyKey();
    SpendScope scope = purchase.scope();
    if (key == null || scope == null || !is(Mutant.COUNTS_A_KEY_WHERE_IT_CAME_FROM)) {
      return purchase;
    }
    SpendScope first = firstScopes.putIfAbsent(key, scope);
    return new Purchase(
        purchase.operation(),
        key,
        purchase.digest(),
        first == null ? scope : first,
        purchase.atMost(),
        purchase.priced());
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
        null);
  }

  @Override
  public SpendDecision renew(
      SpendHold hold, List<SpendEntry> attempts, Purchase purchase, BigDecimal amountUsd) {
    return told(real.renew(hold, said(attempts), asked(purchase), amountUsd));
  }

  @Override
  public List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts) {
    if (is(Mutant.FORGETS_TO_SETTLE)) return List.of();
    if (is(Mutant.GIVES_MONEY_BACK_BEFORE_THE_ANSWER) && mayBeOut(attempts)) {
      return real.settle(hold, List.of());
    }
    world.settling = true;
    try {
      List<SpendEntry> booked = real.settle(hold, said(attempts));
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

  @Override
  public void balanceRaised(BigDecimal amountUsd) {
    real.balanceRaised(amountUsd);
  }

  @Override
  public Duration maxTopUpWait() {
    return real.maxTopUpWait();
  }

  @Override
  public TopUpPlace topUpPlace() {
    return real.topUpPlace();
  }
}
