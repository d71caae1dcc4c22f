package io.freightsdk.internal.reads;

import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.SoFar;
import io.freightsdk.internal.call.StartedCall;
import io.freightsdk.internal.concurrent.BoundedMap;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.concurrent.OwnedFuture;
import io.freightsdk.internal.concurrent.Waiting;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads a load once for all who ask for it meanwhile, and gives its position to those who ask
 * later. A running read belongs to nobody: whoever cancels, is interrupted or has no time left
 * leaves it to the others, and also when all have left its position is kept.
 *
 * <p>It is charged to, and limited by, who asked first: the payer. All others are told that they
 * were charged nothing. What stops only the payer (his limits, his deadline, or that he leaves
 * while no request of his is out) does not concern them: each asks again under his own options, as
 * long as he has time. Safe for concurrent use.
 */
public final class SharedReads {
  private static final int KEPT_POSITIONS = 1_000;

  /** A reading that is further in the future was made before a clock was set back. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  /** The least pause of whoever waits for others to get money, and has hardly any time left. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private static final String OTHERS = "the read of another caller, which this one waited for, ";

  private final BoundedMap<String, PositionReading> memory = new BoundedMap<>(KEPT_POSITIONS);
  private final Environment world;
  private final Executor threads;
  private final Duration clientDeadline;
  private final @Nullable SafeCache cache;
  private final BiFunction<
          CallSpec<LoadPosition>, Duration, StartedCall<FreightResponse<LoadPosition>>>
      start;

  /** Guards the running reads and who waits for them. Held while nothing but memory is asked. */
  private final Object lock = new Object();

  private final Map<String, Read> running = new HashMap<>();
  private volatile boolean closed;

  /**
   * @param threads where callbacks run
   * @param clientDeadline the deadline of a call without its own
   * @param cache through which processes share; null to share within this client only
   * @param start starts a call of one caller, who has waited so long already
   */
  public SharedReads(
      Environment world,
      Executor threads,
      Duration clientDeadline,
      @Nullable SafeCache cache,
      BiFunction<CallSpec<LoadPosition>, Duration, StartedCall<FreightResponse<LoadPosition>>>
          start) {
    this.world = world;
    this.threads = threads;
    this.clientDeadline = clientDeadline;
    this.cache = cache;
    this.start = start;
  }

  /**
   * A position no older than the {@code maxAge} of the call, or what its {@code orStale} allows.
   * Cancelling it has no effect on other callers.
   */
  public CompletableFuture<FreightResponse<LoadPosition>> read(CallSpec<LoadPosition> spec) {
    return ask(spec);
  }

  /** The same for a caller who waits on this thread. */
  public FreightResponse<LoadPosition> await(CallSpec<LoadPosition> spec) {
    Asker asker = ask(spec);
    return Waiting.on(world.timer(), asker, () -> asker.facts(asker.leaveCall()).build());
  }

  /** Looks into no cache any more. After the calls are closed, so that none begins. */
  public void close() {
    closed = true;
    List<Read> left;
    synchronized (lock) {
      left = List.copyOf(running.values());
    }
    for (Read read : left) read.found.complete(null);
  }

  private Asker ask(CallSpec<LoadPosition> spec) {
    Asker asker = new Asker(spec);
    asker.joinRead();
    if (!asker.isDone()) {
      CompletableFuture<?> unused = asker.whenComplete((told, failure) -> asker.dropLimit());
    }
    return asker;
  }

  /** One caller, and what he is told. */
  private final class Asker extends OwnedFuture<FreightResponse<LoadPosition>> {
    final CallSpec<LoadPosition> spec;
    final String loadNumber;
    final Duration deadline;

    /** The read that he waits for, or has waited for; guarded by the lock, as is the next. */
    private @Nullable Read read;

    /** Whether nobody tells him anything yet, and he has not left. */
    private boolean waits = true;

    /** When his time began. */
    final long sinceNanos = nanos();

    /** His part of the waits for money, without that of the read he waits for; may be negative. */
    private long forMoneyNanos;

    private volatile Cancellable limit = Cancellable.NOTHING;

    Asker(CallSpec<LoadPosition> spec) {
      this.spec = spec;
      loadNumber = Objects.requireNonNull(spec.loadNumber(), "only reads of a load are shared");
      Duration own = spec.options().deadline();
      deadline = own == null ? clientDeadline : own;
    }

    /** Takes the position that is there, or joins the running read, or begins one. */
    void joinRead() {
      Instant now = now();
      long nanos = nanos();
      boolean again;
      Read mine = null;
      PositionReading kept;
      synchronized (lock) {
        if (!waits) return;
        again = read != null;
        // A read keeps its position before it stops running: one of the two is seen.
        kept = memory.get(loadNumber);
        if (!isFresh(kept, now)) kept = null;
        if (kept != null) {
          waits = false;
        } else {
          long before = waitedForMoney();
          read = running.get(loadNumber);
          if (read == null) {
            mine = new Read(loadNumber, again ? nanos : sinceNanos);
            running.put(loadNumber, mine);
            read = mine;
          }
          forMoneyNanos = before - read.waitedForMoney();
          read.askers.add(this);
        }
      }
      if (kept != null) {
        FreightResponse<LoadPosition> share = share(kept, null);
        if (again) {
          handOff(() -> served(share));
        } else {
          served(share);
        }
      }
      if (mine != null) mine.begin(this);
      limit(timeLeft());
    }

    boolean isFresh(@Nullable PositionReading reading, Instant now) {
      return isYoung(reading, spec.options().maxAge(), now);
    }

    private boolean isYoung(
        @Nullable PositionReading reading, @Nullable Duration maxAge, Instant now) {
      if (reading == null || maxAge == null) return false;
      // A cache whose keys collide, or compare without case, gives the position of another load.
      if (!reading.position().loadNumber().equals(loadNumber)) return false;
      boolean ofThisTime = !reading.readAt().isAfter(now.plus(CLOCKS_DIFFER));
      return ofThisTime && reading.ageAt(now).compareTo(maxAge) < 0;
    }

    /** The call that he would make in so much time. */
    CallSpec<LoadPosition> call(Duration time) {
      if (hasTheClientsTime() || time.equals(deadline)) return spec;
      return spec.with(spec.options().toBuilder().deadline(time).build());
    }

    // --- his time ---

    Duration timeLeft() {
      synchronized (lock) {
        return Duration.ofNanos(Math.max(0, endNanos() - nanos()));
      }
    }

    /** When it is over, if nobody waits for money from now on; with the lock. */
    private long endNanos() {
      long end = sinceNanos + deadline.toNanos();
      return hasTheClientsTime() ? end + waitedForMoney() : end;
    }

    /** How long those who paid have waited for money while he waited for them; with the lock. */
    private long waitedForMoney() {
      return read == null ? 0 : forMoneyNanos + read.waitedForMoney();
    }

    /** Which is longer by each wait for money, whoever waits. */
    boolean hasTheClientsTime() {
      return spec.options().deadline() == null;
    }

    /** Whether the paying call ends in his time, which that call knows better. */
    private boolean endsWithTheCall() {
      synchronized (lock) {
        if (read == null || read.payer == null) return false;
        return (pays() || hasTheClientsTime()) && read.endNanos() - endNanos() <= 0;
      }
    }

    /** Each read that he joins has its own end. */
    private void limit(Duration atMost) {
      dropLimit();
      if (isDone() || endsWithTheCall()) return;
      try {
        limit = world.timer().after(atMost, () -> handOff(this::deadlinePassed));
      } catch (Throwable noTimer) {
        return; // He ends with the read, which has a deadline or ends with its client.
      }
      if (isDone()) dropLimit();
    }

    void dropLimit() {
      limit.cancel();
    }

    // --- he leaves ---

    private void deadlinePassed() {
      Duration left = timeLeft();
      if (!left.isZero()) {
        // It was longer by a wait for money, which may go on and keep what is left as it is.
        limit(longer(left, LOOK_AGAIN));
      } else if (!endsWithTheCall()) {
        timeIsUp();
      }
    }

    void timeIsUp() {
      if (!leave()) return;
      FreightResponse<LoadPosition> answer = answer();
      if (answer != null) {
        told(answer);
        return;
      }
      SoFar known = leaveCall();
      if (known.failure() != null) {
        failed(known.failure());
        return;
      }
      FailureFacts facts = facts(known).build();
      boolean neverSent = facts.charge().equals(Charge.NONE);
      if (neverSent) facts = facts.toBuilder().nextStep(NextStep.RETRY_LATER).build();
      failed(new FreightTimeoutException(facts, "deadline", deadline, neverSent, null));
    }

    /** What has come already, and is being stored. */
    private @Nullable FreightResponse<LoadPosition> answer() {
      synchronized (lock) {
        return read == null ? null : read.answer;
      }
    }

    @Override
    protected void endedByOthers(String how) {
      if (leave()) leaveCall();
    }

    /** False if he is being told already. */
    private boolean leave() {
      synchronized (lock) {
        boolean left = waits;
        waits = false;
        if (read != null) read.askers.remove(this);
        return left;
      }
    }

    boolean pays() {
      synchronized (lock) {
        return read != null && read.payer == this;
      }
    }

    /** Leaves the call, if it is his, and says what is known of it then. */
    SoFar leaveCall() {
      StartedCall<?> call;
      synchronized (lock) {
        if (read == null || read.payer != this) return SoFar.NOTHING;
        call = read.call;
      }
      return call == null ? SoFar.UNKNOWN : call.leave();
    }

    FailureFacts.Builder facts(SoFar known) {
      return spec.failure()
          .charge(known.charge())
          .attempts(known.attempts())
          .retryable(known.charge().equals(Charge.NONE));
    }

    // --- he is told; on a thread that callbacks may block ---

    /** The answer, which was paid by him or by another. */
    void told(FreightResponse<LoadPosition> answer) {
      if (pays()) {
        end(answer, null);
      } else {
        served(share(new PositionReading(answer.value(), answer.readAt()), answer));
      }
    }

    /** What another call has paid for. */
    void served(FreightResponse<LoadPosition> share) {
      end(share, null);
    }

    /** A failure, unless an old position may take its place. */
    void failed(Throwable failure) {
      Duration orStale = spec.options().orStale();
      if (orStale == null || !isRefusal(failure)) {
        end(null, failure);
        return;
      }
      PositionReading kept = memory.get(loadNumber);
      if (cache == null || isYoung(kept, orStale, now())) {
        stale(kept, orStale, failure);
        return;
      }
      CompletableFuture<?> unused =
          cache
              .get(loadNumber, SafeCache.PATIENCE)
              .thenAccept(found -> stale(found, orStale, failure));
    }

    private void stale(@Nullable PositionReading known, Duration orStale, Throwable failure) {
      if (known != null && isYoung(known, orStale, now())) {
        end(share(known, null), null);
      } else {
        end(null, failure);
      }
    }
  }

  /** One paid read, from the look into the cache to its end. */
  private final class Read {
    final String loadNumber;

    /** What the cache has. */
    final CompletableFuture<@Nullable PositionReading> found = new CompletableFuture<>();

    /** When the time of its call began; guarded by the lock, as all below. */
    private long sinceNanos;

    /** The deadline of its call, from then on. */
    private Duration time = clientDeadline;

    /** Those who wait, in the order of asking. */
    final Set<Asker> askers = new LinkedHashSet<>();

    /** Who is charged; null as long as nothing is sent for anybody. */
    @Nullable Asker payer;

    @Nullable StartedCall<FreightResponse<LoadPosition>> call;

    /** What came back, from then on. */
    @Nullable FreightResponse<LoadPosition> answer;

    Read(String loadNumber, long sinceNanos) {
      this.loadNumber = loadNumber;
      this.sinceNanos = sinceNanos;
    }

    /** How long its call has waited for money; with the lock. */
    long waitedForMoney() {
      return call == null ? 0 : call.waitedForMoney().toNanos();
    }

    /** When its call ends, if that waits for no money from now on; with the lock. */
    long endNanos() {
      long end = sinceNanos + time.toNanos();
      return payer != null && payer.hasTheClientsTime() ? end + waitedForMoney() : end;
    }

    void begin(Asker first) {
      Duration maxAge = first.spec.options().maxAge();
      if (cache == null || maxAge == null || maxAge.isZero()) {
        pay();
        return;
      }
      // Half of his time is left to read without a cache that hangs.
      Duration patience = first.deadline.dividedBy(2);
      CompletableFuture<?> unused = found.thenAccept(this::lookedUp);
      if (closed) found.complete(null);
      unused = cache.get(loadNumber, patience).thenAccept(found::complete);
    }

    /** Serves those for whom the position is young enough, and reads for the others. */
    private void lookedUp(@Nullable PositionReading reading) {
      Instant now = now();
      List<Asker> served;
      synchronized (lock) {
        served = askers.stream().filter(asker -> asker.isFresh(reading, now)).toList();
        for (Asker asker : served) asker.waits = false;
        served.forEach(askers::remove);
      }
      if (reading != null && !served.isEmpty()) {
        memory.put(loadNumber, reading);
        for (Asker asker : served) handOff(() -> asker.served(share(reading, null)));
      }
      pay();
    }

    private void pay() {
      Asker first;
      Duration waited;
      synchronized (lock) {
        if (askers.isEmpty()) {
          running.remove(loadNumber, this);
          return;
        }
        first = askers.iterator().next();
        payer = first;
        takeTimeOf(first);
        waited = Duration.ofNanos(Math.max(0, nanos() - sinceNanos));
      }
      StartedCall<FreightResponse<LoadPosition>> started;
      try {
        started = start.apply(first.call(time), waited);
      } catch (Throwable refused) {
        failed(refused);
        return;
      }
      boolean hasLeft;
      synchronized (lock) {
        call = started;
        hasLeft = !first.waits;
      }
      if (hasLeft) first.leaveCall();
      CompletableFuture<?> unused = started.whenComplete(this::ended);
    }

    /** Unless the client's deadline from now on is longer, which others have who join it. */
    private void takeTimeOf(Asker first) {
      Duration left = first.deadline.plusNanos(first.sinceNanos - sinceNanos);
      if (left.compareTo(clientDeadline) < 0) return;
      sinceNanos = first.sinceNanos;
      time = first.deadline;
    }

    private void ended(@Nullable FreightResponse<LoadPosition> came, @Nullable Throwable failure) {
      if (came != null) {
        keep(came);
      } else if (failure != null) {
        failed(LinkedFuture.causeOf(failure));
      }
    }

    /** Before anybody is told, so that whoever asks after that does not pay again. */
    private void keep(FreightResponse<LoadPosition> came) {
      PositionReading reading = new PositionReading(came.value(), came.readAt());
      memory.put(loadNumber, reading);
      synchronized (lock) {
        answer = came;
      }
      CompletableFuture<?> kept =
          cache == null ? CompletableFuture.completedFuture(null) : cache.put(loadNumber, reading);
      CompletableFuture<?> unused =
          kept.thenRun(
              () -> {
                for (Asker asker : over(true)) handOff(() -> asker.told(came));
              });
    }

    private void failed(Throwable failure) {
      boolean concernsAll = !concernsPayerOnly(failure);
      for (Asker asker : over(concernsAll)) {
        if (asker.pays()) {
          handOff(() -> asker.failed(failure));
        } else if (concernsAll) {
          handOff(() -> asker.failed(share(failure)));
        } else if (asker.timeLeft().isZero()) {
          handOff(asker::timeIsUp);
        } else {
          asker.joinRead();
        }
      }
    }

    /**
     * It runs no more.
     *
     * @param forAll whether all are told how it ended, and not the payer alone
     * @return those who waited
     */
    private List<Asker> over(boolean forAll) {
      synchronized (lock) {
        running.remove(loadNumber, this);
        List<Asker> left = List.copyOf(askers);
        askers.clear();
        for (Asker asker : left) asker.waits = !forAll && asker != payer;
        return left;
      }
    }

    private boolean concernsPayerOnly(Throwable failure) {
      if (failure instanceof FreightCancelledException) return true;
      if (!(failure instanceof FreightException refused)) return false;
      boolean isOwn =
          refused instanceof SpendLimitExceededException
              || refused instanceof PriceLimitExceededException
              || refused instanceof PriceUnavailableException
              || (refused instanceof FreightTimeoutException && isTimeOfThePayer());
      return isOwn && refused.charge().equals(Charge.NONE);
    }

    /** Whether it ran out of the payer's deadline, or has attempts as short as he wanted them. */
    private boolean isTimeOfThePayer() {
      synchronized (lock) {
        if (payer == null) return false;
        return payer.spec.options().timeout() != null || endNanos() - nanos() <= 0;
      }
    }
  }

  private long nanos() {
    return world.nanoTime().getAsLong();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** The time of day, even if the caller's clock throws, so that nobody waits for ever. */
  private Instant now() {
    try {
      return world.clock().instant();
    } catch (Throwable thrown) {
      return world.machine().now();
    }
  }

  /** Nothing was charged, and the load is not what was wrong. */
  private static boolean isRefusal(Throwable failure) {
    if (!(failure instanceof FreightException refused)) return false;
    boolean passes =
        switch (refused.nextStep()) {
          case RETRY_LATER, RAISE_LIMIT, TOP_UP -> true;
          default -> isUnreachable(refused);
        };
    return passes && refused.charge().equals(Charge.NONE);
  }

  /** A name or a proxy that is away may be back soon, though the set-up may be wrong too. */
  private static boolean isUnreachable(FreightException failure) {
    return failure instanceof FreightConnectionException lost
        && lost.neverSent()
        && !WireFailure.isOfACertificate(lost.getCause());
  }

  // --- what those are told who did not pay: no attempt, no charge ---

  private static FreightResponse<LoadPosition> share(
      PositionReading reading, @Nullable FreightResponse<LoadPosition> paid) {
    return new FreightResponse<>(
        reading.position(),
        paid == null ? 200 : paid.status(),
        paid == null ? Map.of() : paid.headers(),
        0,
        Charge.NONE,
        Duration.ZERO,
        null,
        reading.readAt());
  }

  private static Throwable share(Throwable theirs) {
    if (!(theirs instanceof FreightException failure) || failure.charge().equals(Charge.NONE)) {
      return theirs;
    }
    FailureFacts facts = failure.facts().toBuilder().charge(Charge.NONE).attempts(0).build();
    if (failure instanceof FreightDecodingException bad) {
      return new FreightDecodingException(
          facts,
          bad.status(),
          OTHERS + "got it",
          bad.path(),
          bad.bodyExcerpt(),
          bad.loadNumber(),
          bad);
    }
    if (failure instanceof FreightTimeoutException late) {
      return new FreightTimeoutException(
          facts, "time limit of another caller's read", late.limit(), true, late);
    }
    if (failure instanceof FreightApiException refused) {
      FreightException copy =
          new UnexpectedStatusException(
              facts, refused.status(), refused.error(), refused.code(), refused.headers(), "");
      copy.addSuppressed(refused);
      return copy;
    }
    return new FreightConnectionException(facts, OTHERS + "failed", true, failure);
  }

  private void handOff(Runnable task) {
    try {
      threads.execute(task);
    } catch (Throwable closing) {
      task.run();
    }
  }
}
