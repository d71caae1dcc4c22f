package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.engine.AttemptReport;
import io.freightsdk.internal.engine.CallAccount;
import io.freightsdk.internal.engine.CallPlan;
import io.freightsdk.internal.engine.CallReport;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendOutcome;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The account of one call that may cost something. The engine calls it from one thread at a time.
 */
final class PaidCall implements CallAccount {
  private static final CompletableFuture<Void> SETTLED = CompletableFuture.completedFuture(null);
  private static final CompletableFuture<Boolean> YES = CompletableFuture.completedFuture(true);

  private final SpendControl control;
  private final CallPlan plan;
  private final @Nullable BigDecimal priceUsd;
  private final boolean keyed;

  /** Taken out by whoever settles it; an ending call and a late store may meet here. */
  private final AtomicReference<@Nullable SpendHold> hold;

  private List<SpendEntry> attempts = new ArrayList<>(1);

  /** An attempt may have been charged that no later attempt makes up for: the hold is used up. */
  private boolean lost;

  private long place;
  private long firstRefusalNanos;

  PaidCall(SpendControl control, CallPlan plan, @Nullable BigDecimal priceUsd, SpendHold hold) {
    this.control = control;
    this.plan = plan;
    this.priceUsd = priceUsd;
    this.keyed = hold.key() != null;
    this.hold = new AtomicReference<>(hold);
  }

  /** The price that was set aside; one that was not known then may have become known. */
  @Override
  public @Nullable BigDecimal priceUsd() {
    return priceUsd != null ? priceUsd : control.priceCache().lastKnown(plan.operation());
  }

  @Override
  public void attempted(AttemptReport report) {
    attempts.add(entry(report));
    lost |= !keyed && report.charge().kind() == Charge.Kind.UNKNOWN;
  }

  private SpendEntry entry(AttemptReport report) {
    BigDecimal known = priceUsd();
    BigDecimal price = known == null ? BigDecimal.ZERO : known;
    BigDecimal exact = report.charge().amountUsd();
    SpendOutcome outcome =
        switch (report.charge().kind()) {
          case NONE -> SpendOutcome.NOT_CHARGED;
          case EXACT -> SpendOutcome.CHARGED;
          case UNKNOWN -> SpendOutcome.UNKNOWN;
        };
    return new SpendEntry(
        0,
        report.at(),
        report.operation(),
        report.loadNumber(),
        report.idempotencyKey(),
        report.requestId(),
        report.attempt(),
        outcome,
        exact == null ? price : exact,
        scope());
  }

  @Override
  public CompletableFuture<Boolean> insufficientFunds(
      InsufficientFundsException refusal, Duration timeLeft) {
    BigDecimal stated = refusal.priceUsd();
    if (stated != null) control.priceCache().heard(plan.operation(), stated);
    TopUps topUps = control.topUps();
    if (!topUps.waits()) return CompletableFuture.completedFuture(false);

    long now = control.environment().nanoTime().getAsLong();
    if (place == 0) {
      place = topUps.desk().place();
      firstRefusalNanos = now;
    }
    topUps.desk().returned(place);
    BigDecimal known = stated != null ? stated : priceUsd();
    BigDecimal need = known == null ? BigDecimal.ZERO : known;
    return topUps.decide(refusal, place, need, Duration.ofNanos(now - firstRefusalNanos));
  }

  /** A read that may have been charged needs its price a second time. */
  @Override
  public CompletableFuture<Boolean> mayRepeat() {
    SpendHold usedUp = lost ? hold.getAndSet(null) : null;
    if (usedUp == null) return YES;

    List<SpendEntry> booked = attempts;
    attempts = new ArrayList<>(1);
    lost = false;
    BigDecimal amount = priceUsd == null ? BigDecimal.ZERO : priceUsd;
    CompletableFuture<Boolean> allowed = new CompletableFuture<>();
    CompletableFuture<Void> unused =
        control
            .run(
                () -> {
                  SpendDecision again =
                      control.books().renew(usedUp, booked, control.purchase(plan), amount);
                  if (again instanceof SpendHold next) hold.set(next);
                })
            .whenComplete((done, failure) -> answer(allowed, failure));
    return allowed;
  }

  private void answer(CompletableFuture<Boolean> allowed, @Nullable Throwable failure) {
    boolean heard =
        failure == null
            ? allowed.complete(hold.get() != null)
            : allowed.completeExceptionally(failure);
    SpendHold late = heard ? null : hold.getAndSet(null);
    if (late != null) control.books().settle(late, List.of());
  }

  @Override
  public CompletableFuture<Void> close(CallReport report) {
    if (place != 0) control.topUps().desk().returned(place);
    SpendHold held = hold.getAndSet(null);
    return held == null ? SETTLED : control.run(() -> control.books().settle(held, attempts));
  }

  private String scope() {
    SpendScope scope = plan.options().scope();
    return scope == null ? SpendScope.CLIENT : scope.path();
  }
}
