package io.freightsdk.internal.spend;

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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's way to its books: sets money aside for calls under all their limits, and books what
 * became of it. Methods wait for the store where {@link #mayBlock()} says so. Safe for concurrent
 * use.
 */
public final class SpendBooks {
  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());

  /** After its deadline a call is surely over, or its process dead. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  /**
   * What a call is about to pay for.
   *
   * @param idempotencyKey the key under which the service takes the price at most once; null if
   *     every attempt may be charged
   * @param scope the scope of the call; null for the client's own
   * @param atMost how long the call may still take, waits for a top-up included
   */
  public record Purchase(
      Operation operation,
      @Nullable String idempotencyKey,
      @Nullable SpendScope scope,
      Duration atMost) {}

  private final SpendStore store;
  private final List<SpendListener> listeners;
  private final SpendScope client;
  private final Clock clock;

  public SpendBooks(SpendSettings settings, Clock clock) {
    this.store = settings.store();
    this.listeners = settings.listeners();
    this.client = SpendScope.client(settings.limits());
    this.clock = clock;
  }

  /** Whether methods may wait for a disk or a network, so that they need a thread of their own. */
  public boolean mayBlock() {
    return store.mayBlock();
  }

  /** Whether any limit binds a call in this scope, so that its price must be known. */
  public boolean isLimited(@Nullable SpendScope scope) {
    return !limits(scope).isEmpty();
  }

  /** Sets the amount aside under every limit, or refuses and changes nothing. */
  public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
    SpendScope scope = purchase.scope();
    Instant now = clock.instant();
    SpendDecision decision =
        store.reserve(
            new SpendRequest(
                purchase.operation(),
                amountUsd,
                purchase.idempotencyKey(),
                scope == null ? client.paths() : scope.paths(),
                limits(scope),
                now,
                now.plus(purchase.atMost()).plus(GRACE)));
    if (decision instanceof SpendRefusal refusal) tell(heard -> heard.onRefusal(refusal));
    return decision;
  }

  /**
   * Ends a hold and books its attempts, empty if nothing was sent.
   *
   * @return the attempts as booked
   */
  public List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts) {
    List<SpendEntry> booked = store.settle(hold, attempts, clock.instant());
    for (SpendEntry entry : booked) tell(heard -> heard.onEntry(entry));
    return booked;
  }

  /**
   * Ends a hold, books its attempts, and sets money aside for another attempt of the same call, at
   * a price that may have changed. After a refusal the call has no hold.
   */
  public SpendDecision renew(
      SpendHold hold, List<SpendEntry> attempts, Purchase purchase, BigDecimal amountUsd) {
    List<SpendEntry> unused = settle(hold, attempts);
    return reserve(purchase, amountUsd);
  }

  /** The balance was raised by a call of this client. */
  public void toppedUp(BigDecimal amountUsd) {
    store.adjust(amountUsd);
  }

  private List<SpendLimit> limits(@Nullable SpendScope scope) {
    if (scope == null || scope.limits().isEmpty()) return client.limits();
    if (client.limits().isEmpty()) return scope.limits();

    List<SpendLimit> all = new ArrayList<>(scope.limits().size() + client.limits().size());
    all.addAll(scope.limits());
    all.addAll(client.limits());
    return all;
  }

  private void tell(Consumer<SpendListener> event) {
    for (SpendListener listener : listeners) {
      try {
        event.accept(listener);
      } catch (Throwable e) {
        LOG.log(System.Logger.Level.WARNING, "a spend listener failed; the call goes on", e);
      }
    }
  }
}
