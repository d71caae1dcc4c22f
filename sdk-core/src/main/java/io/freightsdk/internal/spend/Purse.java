package io.freightsdk.internal.spend;

import io.freightsdk.internal.engine.CallPlan;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendDecision;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendHold;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendRequest;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A client's way to its store: sets money aside for calls under all their limits, and books them.
 */
final class Purse {
  private static final System.Logger LOG = System.getLogger(Purse.class.getName());
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  /** After its deadline a call is surely over, or its process dead. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  private final SpendSettings settings;
  private final SpendStore store;
  private final SpendScope client;
  private final Clock clock;
  private final Executor threads;

  Purse(SpendSettings settings, Clock clock, Executor threads) {
    this.settings = settings;
    this.store = settings.store();
    this.client = SpendScope.client(settings.limits());
    this.clock = clock;
    this.threads = threads;
  }

  /** Whether the store needs a thread on which it may wait. */
  boolean mayBlock() {
    return store.mayBlock();
  }

  boolean isLimited(CallPlan plan) {
    return !limits(plan).isEmpty();
  }

  SpendRequest request(CallPlan plan, BigDecimal amountUsd) {
    SpendScope scope = plan.options().scope();
    Duration deadline = plan.options().deadline();
    Instant now = clock.instant();
    // Only this operation's key is promised to be charged once (API description, section 4.1).
    boolean keyed = plan.operation() == Operation.CREATE_LOAD;
    return new SpendRequest(
        plan.operation(),
        amountUsd,
        keyed ? plan.idempotencyKey() : null,
        scope == null ? client.paths() : scope.paths(),
        limits(plan),
        now,
        now.plus(deadline == null ? settings.deadline() : deadline).plus(GRACE));
  }

  private List<SpendLimit> limits(CallPlan plan) {
    SpendScope scope = plan.options().scope();
    if (scope == null || scope.limits().isEmpty()) return client.limits();
    if (client.limits().isEmpty()) return scope.limits();

    List<SpendLimit> all = new ArrayList<>(scope.limits().size() + client.limits().size());
    all.addAll(scope.limits());
    all.addAll(client.limits());
    return all;
  }

  SpendDecision reserve(SpendRequest request) {
    SpendDecision decision = store.reserve(request);
    if (decision instanceof SpendRefusal refusal) tell(heard -> heard.onRefusal(refusal));
    return decision;
  }

  /** Books the attempts of a call. */
  void settle(SpendHold hold, List<SpendEntry> attempts) {
    List<SpendEntry> booked = store.settle(hold, attempts, clock.instant());
    if (settings.listeners().isEmpty()) return;
    for (SpendEntry entry : booked) tell(heard -> heard.onEntry(entry));
  }

  private void tell(Consumer<SpendListener> event) {
    for (SpendListener listener : settings.listeners()) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "a spend listener failed; the call goes on", e);
      }
    }
  }

  void adjust(BigDecimal amountUsd) {
    store.adjust(amountUsd);
  }

  /** Runs work of the store where it may wait, if it may. */
  CompletableFuture<Void> run(Runnable work) {
    if (store.mayBlock()) return CompletableFuture.runAsync(work, threads);
    try {
      work.run();
      return DONE;
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
