package io.freightsdk.internal.guard;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the newest keys of this process, so that a key is not sent with another body, a repeat
 * of what was charged is told as such, and none is sent that the service may have forgotten. Sets
 * no limit. Safe for concurrent use.
 */
public final class RememberedKeys implements SpendGuard {
  /**
   * The service keeps a key for 24 hours, as far as is known; an attempt may be on its way for five
   * minutes.
   */
  static final Duration KEY_LIFE = Duration.ofHours(24).minusMinutes(5);

  static final int MOST_KEYS = 10_000;

  private static final System.Logger LOG = System.getLogger("io.freightsdk.calls");

  /** What is known of a key; its lock is that of the map. */
  private static final class Known {
    final Instant firstSent;
    @Nullable String digest;

    /** Calls that may be sending it now. */
    int running;

    /** Whether an attempt may have been charged. */
    boolean mayBePaid;

    @Nullable Charge charged;
    @Nullable String loadNumber;
    boolean ofAnotherLoad;

    Known(Instant firstSent, @Nullable String digest) {
      this.firstSent = firstSent;
      this.digest = digest;
    }

    /** All its attempts surely cost nothing: it is as good as new. */
    boolean isBlank() {
      return running == 0 && !mayBePaid && charged == null && loadNumber == null;
    }
  }

  private final Clock clock;

  /** By account and key, in the order of their coming; guarded by itself. */
  private final Map<String, Known> keys =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
          return size() > MOST_KEYS;
        }
      };

  public RememberedKeys(Clock clock) {
    this.clock = clock;
  }

  @Override
  public boolean needsPrice(@Nullable Scope scope) {
    if (scope == null) return false;
    throw new IllegalArgumentException(
        "scope "
            + scope.path()
            + ": this client has no limits and knows no scope; give it the guard that made the scope"
            + " with FreightClient.builder().spendGuard(...)");
  }

  @Override
  public CompletionStage<Decision> reserve(Purchase purchase) {
    try {
      return CompletableFuture.completedFuture(decide(purchase));
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  private Decision decide(Purchase purchase) {
    boolean unused = needsPrice(purchase.scope());
    String key = name(purchase);
    if (key == null) return new Reservation(purchase, null);
    Instant now = clock.instant();
    synchronized (keys) {
      Known known = keys.get(key);
      if (known == null || known.isBlank()) {
        known = new Known(now, purchase.digest());
        keys.remove(key);
        keys.put(key, known);
      }
      if (known.ofAnotherLoad) return KeyRefused.OTHER_LOAD;
      boolean tooOld = Duration.between(known.firstSent, now).compareTo(KEY_LIFE) >= 0;
      if (tooOld) return KeyRefused.TOO_OLD;
      if (isOther(known.digest, purchase.digest())) return KeyRefused.OTHER_BODY;
      if (known.digest == null) known.digest = purchase.digest();
      if (known.charged != null) {
        return new Reservation(purchase, new Earlier(known.charged, known.loadNumber));
      }
      known.running++;
      return new Reservation(purchase, null);
    }
  }

  /** A random key has no digest: whoever repeats it by hand says no more than its first use did. */
  private static boolean isOther(@Nullable String before, @Nullable String now) {
    return before != null && now != null && !before.equals(now);
  }

  @Override
  public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
    Purchase purchase = reservation.purchase();
    Charge price = charge(purchase.quote(), outcome.kind());
    String key = name(purchase);
    Charge told = key == null ? price : told(key, reservation, outcome, price);
    return CompletableFuture.completedFuture(told);
  }

  private Charge told(String key, Reservation reservation, Outcome outcome, Charge price) {
    String bought;
    synchronized (keys) {
      Known known = keys.get(key);
      if (known == null) return reservation.earlier() != null ? Charge.NONE : price;
      if (reservation.earlier() == null && known.running > 0) known.running--;
      bought = known.loadNumber;
      boolean another =
          bought != null && outcome.loadNumber() != null && !bought.equals(outcome.loadNumber());
      if (!another) return told(known, reservation, outcome, price);
      known.ofAnotherLoad = true;
    }
    LOG.log(
        Level.ERROR,
        "{0}: an answer names load {1}, and its key has bought load {2}; the key is refused from"
            + " now on, compare the balance",
        reservation.purchase().callId(),
        outcome.loadNumber(),
        bought);
    return Charge.UNKNOWN;
  }

  /** The answer, if there is one, is that of the key. */
  private static Charge told(Known known, Reservation reservation, Outcome outcome, Charge price) {
    if (outcome.kind() == Charge.Kind.NONE) return Charge.NONE;
    if (outcome.loadNumber() != null) known.loadNumber = outcome.loadNumber();
    if (reservation.earlier() != null) return Charge.NONE;
    if (outcome.kind() == Charge.Kind.UNKNOWN) {
      known.mayBePaid = true;
      return Charge.UNKNOWN;
    }
    // Another call of the key has told its charge.
    if (known.charged != null) return Charge.NONE;
    known.charged = price;
    return price;
  }

  private static Charge charge(@Nullable Quote quote, Charge.Kind kind) {
    return switch (kind) {
      case NONE -> Charge.NONE;
      case UNKNOWN -> Charge.UNKNOWN;
      case CHARGED -> quote == null ? Charge.UNKNOWN : Charge.charged(quote.usd(), quote.readAt());
    };
  }

  private static @Nullable String name(Purchase purchase) {
    String key = purchase.idempotencyKey();
    return key == null ? null : purchase.account() + ' ' + key;
  }

  @Override
  public CompletionStage<Void> flush(Duration atMost) {
    return CompletableFuture.completedFuture(null);
  }
}
