package io.freightsdk.internal.money;

import io.freightsdk.PriceBook;
import io.freightsdk.PriceQuote;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.concurrent.Waiting;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
 * The price book of one client: one shared reading of the price list, which is used for its life
 * and read again in the background when a fifth of that is left. While the list cannot be read, an
 * older reading is used until it is {@code maxAge} old.
 */
public class PriceCache implements PriceBook {
  /**
   * A price in USD; null when the service does not name it.
   *
   * @param readAt when it was read from the service; null for what has no price to read
   */
  public record Price(@Nullable BigDecimal usd, @Nullable Instant readAt) {}

  private static final System.Logger LOG = System.getLogger(PriceCache.class.getName());

  /** How long after a failure the price list is not read again. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);

  /** How long a call waits for a reading that it can do without. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final Duration ANY_TIME = Duration.ofDays(3650);

  private static final Price UNPRICED = new Price(null, null);

  private record Failed(Throwable reason, Moment at) {}

  /** A question that is out; null when it was asked is one that follows the one that is out. */
  private static final class Question {
    @Nullable Moment asked;

    /** In the order of their coming; guarded by this. */
    private final List<CompletableFuture<PriceReading>> waiting = new ArrayList<>();

    /** Null until it is answered; guarded by this. */
    private @Nullable CompletableFuture<PriceReading> answer;

    /** The answer for one caller; cancelling it takes nothing from others. */
    synchronized CompletableFuture<PriceReading> copy() {
      if (answer != null) return answer.copy();
      CompletableFuture<PriceReading> copy = new CompletableFuture<>();
      waiting.add(copy);
      return copy;
    }

    /** The first to come goes on first: a future of several would begin with the last. */
    void complete(@Nullable PriceReading read, @Nullable Throwable wrong) {
      List<CompletableFuture<PriceReading>> all;
      synchronized (this) {
        answer =
            wrong == null
                ? CompletableFuture.completedFuture(read)
                : CompletableFuture.failedFuture(wrong);
        all = List.copyOf(waiting);
        waiting.clear();
      }
      for (CompletableFuture<PriceReading> copy : all) {
        if (wrong == null) copy.complete(read);
        else copy.completeExceptionally(wrong);
      }
    }
  }

  private final Supplier<CompletableFuture<Pricing>> fetch;
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
   * @param environment whose monotonic clock counts too, so that a clock that was set back does not
   *     extend the life of a price
   * @param life how long a price is used before the list is read again; zero for a reading of its
   *     own for each call
   * @param maxAge how long a price is used while the list cannot be read
   * @param threads where callers that wait for a reading continue
   */
  public PriceCache(
      Supplier<CompletableFuture<Pricing>> fetch,
      Environment environment,
      Duration life,
      Duration maxAge,
      Executor threads) {
    this.fetch = fetch;
    this.clock = environment.clock();
    this.nanoTime = environment.nanoTime();
    this.timer = environment.timer();
    this.life = life;
    this.refreshAfter = life.multipliedBy(4).dividedBy(5);
    this.maxAge = maxAge;
    this.threads = threads;
  }

  // --- for calls ---

  /** How long a price is used before the list is read again. */
  public Duration life() {
    return life;
  }

  /** The price as a young reading says it; null when the call must wait for {@link #learn}. */
  public @Nullable Price known(Operation operation) {
    PriceReading last = known;
    if (last == null) return null;
    Duration age = age(last.asked());
    if (age.compareTo(life) >= 0) return null;
    if (age.compareTo(refreshAfter) >= 0) refreshSoon(last);
    return price(last, operation);
  }

  /**
   * Reads the price list, or joins a reading that is young enough. If none comes, completes with
   * what {@link #without} says if that is a price, and otherwise fails. Cancelling it has no effect
   * on other callers.
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
   *
   * @param needed whether it is not sent without a price
   */
  public Duration patience(Operation operation, boolean needed) {
    return needed && without(operation).usd() == null ? ANY_TIME : PATIENCE;
  }

  /**
   * The price of a call that waited for a reading in vain: that of the last one while it is younger
   * than {@code maxAge}; without an amount if there is none.
   */
  public Price without(Operation operation) {
    PriceReading last = known;
    if (last == null || age(last.asked()).compareTo(maxAge) >= 0) return UNPRICED;
    return price(last, operation);
  }

  /** The price of the last reading, however old it is; null before the first. */
  public @Nullable BigDecimal last(Operation operation) {
    PriceReading last = known;
    return last == null ? null : last.price(operation);
  }

  private static Price price(PriceReading known, Operation operation) {
    return new Price(known.price(operation), known.answered().wall());
  }

  // --- reading ---

  /** Asks in the background, unless there is news since the caller looked. */
  private void refreshSoon(PriceReading seen) {
    Question mine;
    synchronized (lock) {
      if (out != null || !seen.equals(known) || isRecent(failed)) return;
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
    CompletableFuture<Pricing> answer;
    try {
      answer = fetch.get();
    } catch (Throwable thrown) {
      answer = CompletableFuture.failedFuture(thrown);
    }
    CompletableFuture<?> unused =
        answer.whenComplete((pricing, failure) -> answered(question, pricing, failure));
  }

  private void answered(Question question, @Nullable Pricing pricing, @Nullable Throwable failure) {
    PriceReading read = null;
    Throwable wrong = null;
    try {
      if (failure != null) throw LinkedFuture.causeOf(failure);
      Moment answered = now();
      Moment asked = question.asked == null ? answered : question.asked;
      read =
          new PriceReading(Objects.requireNonNull(pricing, "no prices").prices(), asked, answered);
      replace(read);
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
    Runnable complete = () -> question.complete(read, wrong);
    try {
      threads.execute(complete);
    } catch (Throwable noThread) {
      complete.run();
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
    PriceReading last = known;
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
    PriceReading last = known;
    if (last != null && known(operation) != null) {
      return CompletableFuture.completedFuture(quote(last, operation, count));
    }
    // A quote spends nothing: an old price with its age is better than none.
    CompletableFuture<PriceReading> read = read(life);
    CompletableFuture<PriceReading> best =
        last == null ? read : read.exceptionally(failure -> last);
    return new LinkedFuture<>(best, found -> quote(found, operation, count));
  }

  private CompletableFuture<PriceReading> read(Duration youngerThan) {
    Question asked = ask(youngerThan);
    if (asked != null) return asked.copy();
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
