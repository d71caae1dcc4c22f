package io.freightsdk.internal.money;

import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.spend.Moment;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.Waiting;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.PriceQuote;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The price book of one client. It reads the price list only when a price is needed, with one
 * request for all concurrent callers.
 *
 * <p>A price is used for its life after it was asked for, and read again in the background when a
 * fifth of that is left. Until it is {@code maxAge} old, it is also used by calls that no limit
 * binds, and by the others while the list cannot be read. A call that no limit binds waits for no
 * price before it is sent.
 */
public final class PriceCache implements PriceBook {
  /**
   * A price in USD; null when the service does not name it.
   *
   * @param readAt when it was read from the service; null for what has no price to read
   */
  public record Price(@Nullable BigDecimal usd, @Nullable Instant readAt) {}

  private static final System.Logger LOG = System.getLogger(PriceCache.class.getName());

  /** How long after a failure the price list is not read again. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);

  /** A reading that was asked for so long ago is late: who can do without waits for it no more. */
  private static final Duration LATE = Duration.ofSeconds(2);

  private static final Duration ANY_AGE = Duration.ofDays(3650);

  private static final Price UNPRICED = new Price(null, null);

  private record Failed(Throwable reason, Moment at) {}

  /** A question that is out; null when it was asked is one that follows the one that is out. */
  private static final class Question {
    final CompletableFuture<PriceReading> answer = new CompletableFuture<>();
    @Nullable Moment asked;
  }

  private final Supplier<CompletableFuture<Pricing>> fetch;
  private final Consumer<PriceReading> tell;
  private final Supplier<@Nullable PriceReading> newest;
  private final Clock clock;
  private final LongSupplier nanoTime;
  private final Timer timer;
  private final Duration life;
  private final Duration refreshAfter;
  private final Duration maxAge;
  private final Executor threads;
  private final List<Consumer<PriceBook.Change>> listeners = new CopyOnWriteArrayList<>();
  private volatile @Nullable PriceReading known;
  private volatile @Nullable Failed failed;

  /** Guards the two questions. */
  private final Object lock = new Object();

  private @Nullable Question out;
  private @Nullable Question next;

  /**
   * @param fetch reads the price list once, without blocking
   * @param tell tells other clients of the same book what this one has read; must not block
   * @param newest the newest reading of any client of the book; null before the first
   * @param environment whose monotonic clock counts too, so that a clock that was set back does not
   *     extend the life of a price
   * @param life how long a price is used before the list is read again; zero for a reading of its
   *     own for each call that needs a price
   * @param maxAge how long a price is used while the list cannot be read
   * @param threads where callers that wait for a reading continue
   */
  public PriceCache(
      Supplier<CompletableFuture<Pricing>> fetch,
      Consumer<PriceReading> tell,
      Supplier<@Nullable PriceReading> newest,
      Environment environment,
      Duration life,
      Duration maxAge,
      Executor threads) {
    this.fetch = fetch;
    this.tell = tell;
    this.newest = newest;
    this.clock = environment.clock();
    this.nanoTime = environment.nanoTime();
    this.timer = environment.timer();
    this.life = life;
    this.refreshAfter = life.multipliedBy(4).dividedBy(5);
    this.maxAge = maxAge;
    this.threads = threads;
  }

  // --- for calls ---

  /**
   * The price at which a call may go on now; without an amount if it may go on without one; null
   * when it must wait for {@link #learn}, as only a call does that needs the price.
   *
   * @param needed whether a limit or {@code maxPrice} binds the call
   */
  public @Nullable Price known(Operation operation, boolean needed) {
    PriceReading last = newest();
    Duration age = last == null ? life : age(last.asked());
    boolean isYoung = age.compareTo(life) < 0;
    // Who needs a price that is too old asks for it himself.
    boolean soon = age.compareTo(refreshAfter) >= 0 && (isYoung || !needed);
    if (soon) refreshSoon(last);
    if (last != null && isYoung) return price(last, operation);
    if (needed) return null;

    Price old = without(operation);
    return costs(old) ? old : UNPRICED;
  }

  /** The price of the newest reading, however old it is; null before the first. */
  public @Nullable Price newest(Operation operation) {
    PriceReading last = newest();
    return last == null ? null : price(last, operation);
  }

  /**
   * Reads the price list for a call that needs a price, or joins a reading that is young enough. If
   * none comes, completes with the newest price as long as the call may use it, and otherwise
   * fails. Cancelling it has no effect on other callers.
   */
  public CompletableFuture<Price> learn(Operation operation) {
    return read(life)
        .handle(
            (read, failure) -> {
              if (read != null) return price(read, operation);
              Price old = without(operation);
              if (old.usd() != null) return old;
              throw new CompletionException(LinkedFuture.causeOf(failure));
            });
  }

  /**
   * How long a call waits for the future of {@link #learn}; then it goes on with {@link #without}.
   */
  public Duration patience(Operation operation) {
    if (without(operation).readAt() == null) return ANY_AGE;
    synchronized (lock) {
      Duration left = out == null ? LATE : LATE.minus(age(out));
      return left.isNegative() ? Duration.ZERO : left;
    }
  }

  /**
   * The price of a call that waited for a reading in vain: the newest while it is younger than
   * {@code maxAge}; without an amount if there is none.
   */
  public Price without(Operation operation) {
    PriceReading last = newest();
    if (last == null || age(last.asked()).compareTo(maxAge) >= 0) return UNPRICED;
    return price(last, operation);
  }

  /** The reading that is out; null if none is, or if it is late. */
  public @Nullable CompletableFuture<?> coming() {
    if (failed != null) return null;
    synchronized (lock) {
      return out == null || age(out).compareTo(LATE) >= 0 ? null : out.answer.copy();
    }
  }

  /**
   * The service stated this price in another answer: it is used at once, and the list is read
   * again.
   */
  public void heard(Operation operation, BigDecimal priceUsd) {
    PriceReading last = newest();
    BigDecimal before = last == null ? null : last.price(operation);
    if (last == null || before == null || before.compareTo(priceUsd) == 0) return;
    take(last.with(operation, priceUsd, now()));
    Question unused = ask(Duration.ZERO);
  }

  /** What was free may cost something by now, and a charge of NONE has to be certain. */
  private static boolean costs(Price price) {
    BigDecimal usd = price.usd();
    return usd != null && usd.signum() > 0;
  }

  private static Price price(PriceReading known, Operation operation) {
    return new Price(known.price(operation), known.answered().wall());
  }

  // --- reading ---

  /** The newest reading, of this client or of another one that shares its books. */
  private @Nullable PriceReading newest() {
    PriceReading mine = known;
    PriceReading told = newest.get();
    boolean isNews = told != null && (mine == null || told.isNewerThan(mine));
    if (!isNews || told == null) return mine;
    replace(told);
    return told;
  }

  /** Asks in the background, unless there is news since the caller looked. */
  private void refreshSoon(@Nullable PriceReading seen) {
    Question mine;
    synchronized (lock) {
      if (out != null || !Objects.equals(known, seen) || isRecent(failed)) return;
      mine = new Question();
      begin(mine);
    }
    send(mine);
  }

  /**
   * Asks for the price list, or joins a question that is out for less than this; null shortly after
   * a failure.
   */
  private @Nullable Question ask(Duration youngerThan) {
    Question mine;
    boolean first;
    synchronized (lock) {
      Question running = out;
      if (running != null && age(running).compareTo(youngerThan) < 0) return running;
      if (running != null && next != null) return next;
      if (running == null && isRecent(failed)) return null;
      first = running == null;
      mine = new Question();
      if (first) {
        begin(mine);
      } else {
        next = mine;
      }
    }
    if (first) send(mine);
    return mine;
  }

  private void begin(Question question) {
    question.asked = now();
    out = question;
  }

  private void send(Question question) {
    PriceReading before = known;
    CompletableFuture<Pricing> answer;
    try {
      answer = fetch.get();
    } catch (Throwable thrown) {
      answer = CompletableFuture.failedFuture(thrown);
    }
    CompletableFuture<?> unused =
        answer.whenComplete((pricing, failure) -> answered(question, before, pricing, failure));
  }

  private void answered(
      Question question,
      @Nullable PriceReading before,
      @Nullable Pricing pricing,
      @Nullable Throwable failure) {
    PriceReading read = null;
    Throwable wrong = null;
    try {
      if (failure != null) throw LinkedFuture.causeOf(failure);
      read = taken(question, before, Objects.requireNonNull(pricing, "no prices"));
    } catch (Throwable thrown) {
      wrong = thrown;
    }
    failed = wrong == null ? null : new Failed(wrong, now());
    Question following;
    synchronized (lock) {
      following = next;
      next = null;
      out = null;
      if (following != null) begin(following);
    }
    end(question, read, wrong);
    if (following != null) send(following);
  }

  /** Callers that waited go on elsewhere: the thread that read the list has other work. */
  private void end(Question question, @Nullable PriceReading read, @Nullable Throwable wrong) {
    Runnable complete =
        () -> {
          if (read != null) {
            question.answer.complete(read);
          } else {
            Throwable reason = wrong == null ? new IllegalStateException("no prices") : wrong;
            question.answer.completeExceptionally(reason);
          }
        };
    try {
      threads.execute(complete);
    } catch (Throwable noThread) {
      complete.run();
    }
  }

  /**
   * @param before the prices when the list was asked for; what was stated since then is newer
   */
  private PriceReading taken(Question question, @Nullable PriceReading before, Pricing pricing) {
    Moment answered = now();
    Moment asked = question.asked == null ? answered : question.asked;
    PriceReading read = new PriceReading(pricing.prices(), asked, answered);
    PriceReading last = known;
    // What another process had read before that is known here only now, and is no news.
    boolean isNews = last != null && last.answered().isAfter(asked);
    if (before != null && last != null && isNews) read = read.with(before.changesTo(last));
    take(read);
    return read;
  }

  private void take(PriceReading now) {
    replace(now);
    try {
      tell.accept(now);
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.WARNING, "the books could not take the prices that were read", e);
    }
  }

  private void replace(PriceReading now) {
    PriceReading before = known;
    known = now;
    if (before != null) before.changesTo(now).forEach(this::tell);
  }

  private void tell(PriceBook.Change change) {
    for (Consumer<PriceBook.Change> listener : listeners) {
      try {
        listener.accept(change);
      } catch (Throwable e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "a listener of price changes threw an exception; the others are called",
            e);
      }
    }
  }

  // --- ages ---

  private Moment now() {
    return Moment.now(clock, nanoTime);
  }

  private Duration age(Question question) {
    Moment asked = question.asked;
    if (asked == null) return Duration.ZERO;
    return Duration.ofNanos(nanoTime.getAsLong() - asked.nanos());
  }

  private Duration age(Moment since) {
    return now().since(since);
  }

  /** Whether a failure is so recent by both clocks that the price list is not read again yet. */
  private boolean isRecent(@Nullable Failed last) {
    return last != null && age(last.at).compareTo(PAUSE_AFTER_FAILURE) < 0;
  }

  private @Nullable Throwable reasonOfFailure() {
    Failed last = failed;
    return last == null ? null : last.reason;
  }

  // --- for everybody ---

  @Override
  public PriceQuote quote(Operation operation, int count) {
    return Waiting.on(timer, quoteAsync(operation, count), Operation.GET_PRICING);
  }

  @Override
  public PriceQuote quote(Operation operation, int count, Duration maxAge) {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(maxAge, "maxAge");
    requireCount(count);
    PriceReading last = newest();
    if (last != null && age(last.answered()).compareTo(maxAge) < 0)
      return quote(last, operation, count);
    return Waiting.on(
        timer,
        new LinkedFuture<>(read(maxAge), found -> quote(found, operation, count)),
        Operation.GET_PRICING);
  }

  @Override
  public CompletableFuture<PriceQuote> quoteAsync(Operation operation, int count) {
    try {
      return quoted(operation, count);
    } catch (Throwable refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  private CompletableFuture<PriceQuote> quoted(Operation operation, int count) {
    Objects.requireNonNull(operation, "operation");
    requireCount(count);
    PriceReading last = newest();
    Price usable = last == null ? null : known(operation, true);
    if (usable != null && last != null) {
      return CompletableFuture.completedFuture(quote(last, operation, count));
    }
    // A quote spends nothing: an old price with its age is better than none.
    CompletableFuture<PriceReading> read = read(life);
    CompletableFuture<PriceReading> best =
        last == null ? read : read.exceptionally(failure -> last);
    return new LinkedFuture<>(best, found -> quote(found, operation, count));
  }

  /** A copy, so that cancelling it takes nothing from other callers. */
  private CompletableFuture<PriceReading> read(Duration youngerThan) {
    Question asked = ask(youngerThan);
    if (asked != null) return asked.answer.copy();
    Throwable reason = reasonOfFailure();
    return CompletableFuture.failedFuture(
        reason == null ? new IllegalStateException("no prices") : reason);
  }

  private PriceQuote quote(PriceReading from, Operation operation, int count) {
    BigDecimal price = from.price(operation);
    if (price == null) {
      throw new IllegalStateException(
          "the service's price list has no price %s for %s; check it with getPricing()"
              .formatted(operation.priceKey(), operation.id()));
    }
    return new PriceQuote(operation, count, price, from.answered().wall(), age(from.answered()));
  }

  private static void requireCount(int count) {
    if (count < 0) throw new IllegalArgumentException("count: expected 0 or more, got " + count);
  }

  @Override
  public Runnable onChange(Consumer<PriceBook.Change> listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return () -> listeners.remove(listener);
  }
}
