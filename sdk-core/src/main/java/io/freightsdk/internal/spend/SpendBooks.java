package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import java.math.BigDecimal;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client's way to its books: sets money aside for calls under all their limits, and books what
 * became of it. Methods wait for the store where {@link #mayBlock()} says so. Safe for concurrent
 * use.
 */
public class SpendBooks {
  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());
  private static final SecureRandom RANDOM = new SecureRandom();

  private static final int MOST_FULL = 10_000;

  /** The least number of six digits to the base of 36. */
  private static final long SIX_DIGITS = 60_466_176;

  /**
   * What a call is about to pay for.
   *
   * @param idempotencyKey the key under which the service takes the price at most once; null if
   *     every attempt may be charged
   * @param digest of the body under the key; empty if there is none
   * @param atMost how long the call may still take, waits for a top-up included
   * @param priced false if the amount is a guess, because nobody knows the price
   * @param young whether a limit may go by the price
   */
  public record Purchase(
      Operation operation,
      @Nullable String idempotencyKey,
      String digest,
      SpendScope scope,
      Duration atMost,
      boolean priced,
      boolean young) {}

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
  private final LongSupplier nanoTime;
  private final Guard guard;
  private final BookLedger ledger;
  private final Unstored unstored;

  /** Names calls among those of all processes that share the books. */
  private final String process = Long.toString(RANDOM.nextLong() & Long.MAX_VALUE, 36);

  private final AtomicLong calls = new AtomicLong(SIX_DIGITS);

  private final BookPrices prices = new BookPrices(this::now);

  /** Scopes whose last call here was refused. */
  private final Set<String> full = ConcurrentHashMap.newKeySet();

  /**
   * @param environment whose timer runs what is due on a thread that may be kept waiting
   */
  public SpendBooks(
      SpendSettings settings, Environment environment, Threads threads, FreeReads service) {
    if (!(settings.store() instanceof BookStore known)) {
      throw new IllegalArgumentException(
          "spendStore: expected SpendStore.inMemory() or a JdbcSpendStore, got "
              + settings.store().getClass().getName());
    }
    this.store = known;
    this.listeners = settings.listeners();
    this.client = SpendScope.client(settings.limits());
    this.clock = environment.clock();
    this.nanoTime = environment.nanoTime();
    this.guard = new Guard(process, clock, nanoTime);
    this.unstored = new Unstored(environment, threads);
    this.ledger = new BookLedger(this, client, environment.timer(), service);
  }

  /** Whether methods may wait for a disk or a network, so that they need a thread of their own. */
  public boolean mayBlock() {
    return store.mayBlock();
  }

  /**
   * Whether a limit of the client or of the scope binds a call, so that its price must be known.
   * The books may remember more: then they answer {@link SpendDecision.PriceNeeded}.
   */
  public boolean isLimited(@Nullable SpendScope scope) {
    return !client.limits().isEmpty() || (scope != null && !scope.limits().isEmpty());
  }

  public SpendLedger ledger() {
    return ledger;
  }

  // --- transactions ---

  /**
   * Runs a change that sends nothing: it is made even if the books are not to be trusted, by the
   * time of this process while their clock is not believed.
   */
  <T> T change(Function<Rules, T> work) {
    return change(List::of, work, false, true);
  }

  /** A call may be sent after it, so the books have to be trusted. */
  private <T> T pay(Rules.Request request, Function<Rules, T> work) {
    return change(
        () -> {
          List<String> ids = request.ids();
          ids.add(guard.id);
          return ids;
        },
        work,
        true,
        true);
  }

  /**
   * @param noted whether this process must find it in the books from then on
   */
  private <T> T change(
      Supplier<List<String>> reads, Function<Rules, T> work, boolean paid, boolean noted) {
    Guard.Checked[] checked = new Guard.Checked[1];
    BookPrices.Told[] told = new BookPrices.Told[1];
    Guard.Known before = guard.known();
    T result;
    try {
      result =
          store.change(
              clock,
              book -> {
                book.expect(reads);
                Rules rules = rules(book, checked, noted, before);
                String fault = checked[0] == null ? null : checked[0].fault();
                if (paid && fault != null) throw Guard.refused(fault);
                told[0] = prices.tell(rules, this::newToken);
                return work.apply(rules);
              });
    } finally {
      if (checked[0] != null && !paid) guard.perhapsWritten(checked[0]);
    }
    if (checked[0] != null) guard.committed(checked[0]);
    prices.heard(told[0]);
    tellBooked(told[0].entries());
    return result;
  }

  private Rules rules(Book book, Guard.Checked[] checked, boolean noted, Guard.Known before) {
    Head head = Head.of(book);
    if (head.generation.isEmpty()) {
      head.generation = newGeneration();
      book.write(head);
    }
    if (!store.isShared()) return new Rules(book, book.now());
    checked[0] = guard.check(book, head, noted, before, checked[0]);
    return new Rules(book, checked[0].now());
  }

  <T> T look(Function<Rules, T> work) {
    return store.look(clock, book -> work.apply(new Rules(book, book.now())));
  }

  SpendTotals totals(SpendFilter filter) {
    return store.totals(filter);
  }

  void acceptTime() {
    store.look(
        clock,
        book -> {
          guard.acceptTime(book.now());
          return true;
        });
  }

  String newGeneration() {
    return Long.toHexString(RANDOM.nextLong());
  }

  /** Grows as a text, too, so that an index of it is appended to. */
  String newToken() {
    return process + '-' + Long.toString(calls.incrementAndGet(), 36);
  }

  // --- prices ---

  /**
   * The client has read the price list. What was charged or is held may have cost either price if
   * one differs from the reading before; the books hear it with the next change.
   *
   * @return whether it is worth to {@link #tell()} them before that
   */
  public boolean read(PriceReading list) {
    return prices.read(list) || !store.mayBlock();
  }

  /** The newest reading that a process of the books has told; null before the first. */
  public @Nullable PriceReading newest() {
    return prices.newest();
  }

  /** Tells the books what was read last. */
  public void tell() {
    try {
      change(List::of, rules -> true, false, false);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.DEBUG, "the books hear the prices with the next reservation", e);
    }
  }

  Moment now() {
    return Moment.now(clock, nanoTime);
  }

  // --- calls ---

  /**
   * Sets the amount aside under every limit, or refuses and changes nothing.
   *
   * @throws SpendStoreException if the store cannot say; nothing may be sent then
   */
  public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
    Rules.Request request = request(purchase, amountUsd);
    try {
      // Where limits are full, who is refused does not make others wait for the book.
      SpendRefusal refusal =
          store.mayBlock() && full.contains(purchase.scope().path())
              ? look(rules -> rules.look(request))
              : null;
      return told(
          refusal != null
              ? new SpendDecision.Refused(refusal)
              : pay(request, rules -> rules.reserve(request, false)),
          purchase.scope().path());
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
   * The store takes too long to settle this. It is stored again until it is, so that {@link #close}
   * waits for it; done twice it is booked once.
   */
  public void settleLater(SpendHold hold, List<SpendEntry> attempts) {
    keep(hold, attempts, new TimeoutException("the spend store did not answer in time"));
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
    Rules.Request request = request(purchase, amountUsd);
    Renewed renewed;
    try {
      renewed =
          pay(
              request,
              rules -> {
                List<SpendEntry> booked = rules.settle(hold, attempts);
                boolean own = hold.charged() != null && hold.charged().own();
                for (SpendEntry entry : booked) own |= brought(entry);
                return new Renewed(booked, rules.reserve(request, own));
              });
    } catch (SpendStoreException e) {
      keep(hold, attempts, e);
      giveBack(request, e);
      throw e;
    }
    tellBooked(renewed.booked);
    return told(renewed.decision, purchase.scope().path());
  }

  /** Whether the attempt says that its key has bought a load. */
  private static boolean brought(SpendEntry attempt) {
    return attempt.outcome() == Charge.Kind.CHARGED
        || (attempt.outcome() == Charge.Kind.UNKNOWN && attempt.loadNumber() != null);
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
  void adjust(BigDecimal amountUsd) {
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
        () ->
            change(
                rules -> {
                  rules.adjust(amount, token);
                  return true;
                }));
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
    List<SpendEntry> booked = change(List::of, rules -> rules.settle(hold, attempts), false, false);
    tellBooked(booked);
    return booked;
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
  private void giveBack(Rules.Request request, SpendStoreException failure) {
    if (!(failure.getCause() instanceof BookStore.CommitUnknown)) return;
    Purchase what = request.what();
    SpendHold hold =
        new SpendHold(
            request.token(),
            what.operation(),
            what.idempotencyKey(),
            what.scope().path(),
            0,
            BigDecimal.ZERO,
            clock.instant(),
            false,
            null,
            null);
    keep(hold, List.of(), failure);
  }

  private Rules.Request request(Purchase purchase, BigDecimal amountUsd) {
    return new Rules.Request(purchase, amountUsd, client.limits(), newToken(), !store.isShared());
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
