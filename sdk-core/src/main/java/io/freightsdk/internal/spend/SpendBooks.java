package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStoreException;
import java.math.BigDecimal;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's way to its books: sets money aside for calls under all their limits, and books what
 * became of it. Methods wait for the store where {@link #mayBlock()} says so. Safe for concurrent
 * use.
 */
public final class SpendBooks {
  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());
  private static final SecureRandom RANDOM = new SecureRandom();

  /** After its deadline a call is surely over, or its process dead. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  private static final int MOST_FULL = 10_000;

  /**
   * What a call is about to pay for.
   *
   * @param idempotencyKey the key under which the service takes the price at most once; null if
   *     every attempt may be charged
   * @param scope the scope of the call; null for the client's own
   * @param atMost how long the call may still take, waits for a top-up included
   * @param priced false if the amount is a guess, because nobody knows the price
   */
  public record Purchase(
      Operation operation,
      @Nullable String idempotencyKey,
      @Nullable SpendScope scope,
      Duration atMost,
      boolean priced) {}

  /** What is read from the service, free of charge. */
  public interface FreeReads {
    CompletableFuture<Pricing> pricing();

    CompletableFuture<Balance> balance();
  }

  private record Renewed(List<SpendEntry> booked, SpendDecision decision) {}

  private final BookStore store;
  private final List<SpendListener> listeners;
  private final SpendScope client;
  private final Clock clock;
  private final BookLedger ledger;
  private final Unstored unstored;

  /** Names calls among those of all processes that share the books. */
  private final String process = Long.toHexString(RANDOM.nextLong());

  private final AtomicLong calls = new AtomicLong();

  /** Scopes whose last call here was refused. */
  private final Set<String> full = ConcurrentHashMap.newKeySet();

  /**
   * @param threads run what is asked for as a future; they may be kept waiting
   * @param later runs a task after a pause, on a thread that may be kept waiting
   */
  public SpendBooks(
      SpendSettings settings,
      Clock clock,
      FreeReads service,
      Executor threads,
      BiConsumer<Duration, Runnable> later) {
    if (!(settings.store() instanceof BookStore known)) {
      throw new IllegalArgumentException(
          "spendStore: expected SpendStore.inMemory() or a JdbcSpendStore, got "
              + settings.store().getClass().getName());
    }
    this.store = known;
    this.listeners = settings.listeners();
    this.client = SpendScope.client(settings.limits());
    this.clock = clock;
    this.ledger =
        new BookLedger(store, client, service, clock, threads, this::adjust, this::newToken);
    this.unstored = new Unstored(later);
  }

  /** Whether methods may wait for a disk or a network, so that they need a thread of their own. */
  public boolean mayBlock() {
    return store.mayBlock();
  }

  /** Whether any limit binds a call in this scope, so that its price must be known. */
  public boolean isLimited(@Nullable SpendScope scope) {
    return !limits(scope).isEmpty();
  }

  public SpendLedger ledger() {
    return ledger;
  }

  /**
   * Sets the amount aside under every limit, or refuses and changes nothing.
   *
   * @throws SpendStoreException if the store cannot say; nothing may be sent then
   */
  public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
    SpendRequest request = request(purchase, amountUsd);
    try {
      // Where limits are full, who is refused does not make others wait for the book.
      SpendRefusal refusal =
          store.mayBlock() && full.contains(request.scope())
              ? store.look(clock, book -> SpendRules.look(book, request))
              : null;
      return told(
          refusal != null
              ? new SpendDecision.Refused(refusal)
              : store.change(clock, book -> SpendRules.reserve(book, request, false)),
          request.scope());
    } catch (SpendStoreException e) {
      giveBack(request, e);
      throw e;
    }
  }

  /**
   * Ends a hold and books its attempts; empty if nothing was sent. Never throws: what the store
   * does not take is logged, told to listeners, kept, and stored again.
   *
   * @return the attempts as booked; empty if they are not yet
   */
  public List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts) {
    // A cancelled call has to be booked like any other.
    boolean interrupted = Thread.interrupted();
    try {
      return store(hold, attempts);
    } catch (Throwable e) {
      keep(hold, attempts, e);
      return List.of();
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  /**
   * Ends a hold, books its attempts, and sets money aside for another attempt of the same call, at
   * a price that may have changed, all in one. After a refusal or an exception the call has no
   * hold.
   *
   * @throws SpendStoreException if the store cannot say; nothing may be sent then
   */
  public SpendDecision renew(
      SpendHold hold, List<SpendEntry> attempts, Purchase purchase, BigDecimal amountUsd) {
    SpendRequest request = request(purchase, amountUsd);
    Renewed renewed;
    try {
      renewed =
          store.change(
              clock,
              book -> {
                List<SpendEntry> booked = Settling.settle(book, hold, attempts);
                boolean own = hold.charged() != null && hold.charged().own();
                for (SpendEntry entry : booked) own |= entry.outcome() == Charge.Kind.CHARGED;
                return new Renewed(booked, SpendRules.reserve(book, request, own));
              });
    } catch (SpendStoreException e) {
      keep(hold, attempts, e);
      giveBack(request, e);
      throw e;
    }
    tellBooked(renewed.booked);
    return told(renewed.decision, request.scope());
  }

  /** The balance was raised by a call of this client. Never throws: what is not stored is kept. */
  public void toppedUp(BigDecimal amountUsd) {
    Unstored.Work topUp = adjustment(amountUsd);
    try {
      topUp.store().run();
    } catch (Throwable e) {
      unstored.keep(topUp, e);
    }
  }

  /** What the caller is not told to repeat must be booked, and only once. */
  private void adjust(BigDecimal amountUsd) {
    Unstored.Work adjustment = adjustment(amountUsd);
    try {
      adjustment.store().run();
    } catch (SpendStoreException e) {
      if (!(e.getCause() instanceof BookStore.CommitUnknown)) throw e;
      unstored.keep(adjustment, e);
    }
  }

  private Unstored.Work adjustment(BigDecimal amountUsd) {
    String token = newToken();
    long amount = NanoUsd.of(amountUsd);
    String usd = amountUsd.toPlainString();
    return new Unstored.Work(
        List.of("a change of the balance by " + usd + " USD"),
        "tell it with ledger().adjust(\"" + usd + "\")",
        () -> change(book -> SpendRules.adjust(book, amount, token)));
  }

  /** A call was spared because another one had paid for its answer. */
  public void saved(BigDecimal priceUsd) {
    ledger.save(priceUsd);
  }

  /** Waits until everything is stored, at most so long, and names at ERROR what is not. */
  public void close(Duration bound) {
    unstored.close(bound, store.mayBlock());
  }

  private List<SpendEntry> store(SpendHold hold, List<SpendEntry> attempts) {
    List<SpendEntry> booked = store.change(clock, book -> Settling.settle(book, hold, attempts));
    tellBooked(booked);
    return booked;
  }

  private void change(Consumer<Book> work) {
    store.change(
        clock,
        book -> {
          work.accept(book);
          return true;
        });
  }

  private void keep(SpendHold hold, List<SpendEntry> attempts, Throwable failure) {
    List<String> names = attempts.stream().map(SpendBooks::describe).toList();
    String otherwise = "it counts as unknown once its hold ends";
    unstored.keep(new Unstored.Work(names, otherwise, () -> store(hold, attempts)), failure);
    RuntimeException told =
        failure instanceof RuntimeException known
            ? known
            : new SpendStoreException("spend store: failed to book a call", failure, true);
    for (SpendEntry attempt : attempts) tell(heard -> heard.onUnstored(attempt, told));
  }

  private static String describe(SpendEntry attempt) {
    return "%s of load %s with key %s, attempt %d, request %s, %s %s USD"
        .formatted(
            attempt.operation().id(),
            attempt.loadNumber(),
            attempt.idempotencyKey(),
            attempt.attempt(),
            attempt.requestId(),
            attempt.outcome(),
            attempt.amountUsd().toPlainString());
  }

  /** Whether the money was set aside may be unknown; then it is given back when the store can. */
  private void giveBack(SpendRequest request, SpendStoreException failure) {
    if (!(failure.getCause() instanceof BookStore.CommitUnknown)) return;
    Instant any = clock.instant();
    SpendHold hold =
        new SpendHold(
            0,
            request.token(),
            request.operation(),
            request.key(),
            request.scope(),
            0,
            any,
            false,
            null);
    keep(hold, List.of(), failure);
  }

  private String newToken() {
    return process + '-' + calls.incrementAndGet();
  }

  private SpendRequest request(Purchase purchase, BigDecimal amountUsd) {
    SpendScope scope = purchase.scope();
    return new SpendRequest(
        purchase.operation(),
        amountUsd,
        purchase.idempotencyKey(),
        scope == null ? client.paths() : scope.paths(),
        limits(scope),
        newToken(),
        purchase.atMost().plus(GRACE).toNanos() / 1000,
        purchase.priced());
  }

  private List<SpendLimit> limits(@Nullable SpendScope scope) {
    if (scope == null || scope.limits().isEmpty()) return client.limits();
    if (client.limits().isEmpty()) return scope.limits();

    List<SpendLimit> all = new ArrayList<>(scope.limits().size() + client.limits().size());
    all.addAll(scope.limits());
    all.addAll(client.limits());
    return all;
  }

  private SpendDecision told(SpendDecision decision, String scope) {
    if (!(decision instanceof SpendDecision.Refused refused)) {
      if (!full.isEmpty()) full.remove(scope);
    } else {
      if (full.size() >= MOST_FULL) full.clear();
      full.add(scope);
      tell(heard -> heard.onRefusal(refused.refusal()));
    }
    return decision;
  }

  private void tellBooked(List<SpendEntry> entries) {
    if (listeners.isEmpty()) return;
    for (SpendEntry entry : entries) tell(heard -> heard.onEntry(entry));
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
