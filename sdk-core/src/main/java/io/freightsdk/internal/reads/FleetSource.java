package io.freightsdk.internal.reads;

import io.freightsdk.FreightResponse;
import io.freightsdk.internal.call.CallPlan;
import io.freightsdk.internal.call.Timer;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.watch.PositionCache;
import io.freightsdk.watch.PositionReading;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a load once for all processes over one {@link PositionCache}: who gets the claim pays, the
 * others look into the cache until its answer is there or the claim has ended.
 */
final class FleetSource implements PositionSource {
  private static final System.Logger LOG = System.getLogger(FleetSource.class.getName());

  /** Longer than one attempt by default; a claimant that died is waited for no longer than this. */
  private static final Duration LEASE = Duration.ofSeconds(40);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final PositionCache cache;
  private final Function<String, String> keys;
  private final Supplier<String> owners;
  private final Clock clock;
  private final Timer timer;
  private final Executor blocking;
  private final Consumer<CallPlan> onSaved;

  /**
   * @param keys the cache key of a load number, which keeps accounts apart
   * @param owners a name for each claim that no other has
   * @param blocking where the cache may block
   */
  FleetSource(
      PositionCache cache,
      Function<String, String> keys,
      Supplier<String> owners,
      Clock clock,
      Timer timer,
      Executor blocking,
      Consumer<CallPlan> onSaved) {
    this.cache = cache;
    this.keys = keys;
    this.owners = owners;
    this.clock = clock;
    this.timer = timer;
    this.blocking = blocking;
    this.onSaved = onSaved;
  }

  @Override
  public CompletableFuture<Arrival> read(
      CallPlan plan, Supplier<CompletableFuture<FreightResponse<LoadPosition>>> send) {
    FleetRead read = new FleetRead(plan, send);
    boolean onlyReadsUnderWay = SharedReads.maxAge(plan).isZero();
    if (onlyReadsUnderWay || !accepted(read::look)) {
      read.pay();
    }
    return read;
  }

  /** False when the client is closing and has no threads any more. */
  private boolean accepted(Runnable task) {
    try {
      blocking.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** One read on its way between cache and wire. */
  private final class FleetRead extends CompletableFuture<Arrival> {
    private final CallPlan plan;
    private final Supplier<CompletableFuture<FreightResponse<LoadPosition>>> send;
    private final String key;
    private final String owner = owners.get();
    private volatile @Nullable CompletableFuture<?> wire;

    FleetRead(CallPlan plan, Supplier<CompletableFuture<FreightResponse<LoadPosition>>> send) {
      this.plan = plan;
      this.send = send;
      this.key = keys.apply(SharedReads.loadNumber(plan));
    }

    void look() {
      if (isDone()) {
        return;
      }
      try {
        if (servedByTheCache()) {
          return;
        }
        if (!cache.claim(key, owner, LEASE)) {
          timer.after(LOOK_AGAIN, this::lookAgain);
          return;
        }
        // Another process may have answered and given its claim back since the look above.
        if (servedByTheCache()) {
          giveClaimBack();
          return;
        }
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "the position cache failed; the read is not shared", e);
      }
      pay();
    }

    private void lookAgain() {
      if (!accepted(this::look)) {
        pay();
      }
    }

    private boolean servedByTheCache() {
      PositionReading kept = cache.get(key);
      if (kept == null || kept.ageAt(clock.instant()).compareTo(SharedReads.maxAge(plan)) >= 0) {
        return false;
      }
      if (complete(new Arrival(SharedRead.of(kept), kept.readAt()))) {
        onSaved.accept(plan);
      }
      return true;
    }

    private void pay() {
      Instant startedAt = clock.instant();
      CompletableFuture<FreightResponse<LoadPosition>> call = send.get();
      wire = call;
      if (isCancelled()) {
        call.cancel(true);
      }
      CompletableFuture<FreightResponse<LoadPosition>> unused =
          call.whenComplete(
              (response, thrown) -> {
                if (thrown == null) {
                  Arrival arrival = new Arrival(response, startedAt);
                  tellTheOthers(() -> publish(arrival.reading()));
                  complete(arrival);
                } else {
                  tellTheOthers(() -> {});
                  completeExceptionally(thrown);
                }
              });
    }

    /** Publishes before the claim is free, so that no other process pays in between. */
    private void tellTheOthers(Runnable publication) {
      boolean told =
          accepted(
              () -> {
                publication.run();
                giveClaimBack();
              });
      if (!told) {
        LOG.log(Level.DEBUG, "the client is closed; the claim on {0} ends by itself", key);
      }
    }

    private void publish(PositionReading reading) {
      try {
        cache.put(key, reading);
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "the position cache failed; other processes pay for themselves", e);
      }
    }

    private void giveClaimBack() {
      try {
        cache.release(key, owner);
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "the position cache failed; its claim ends by itself", e);
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean cancelled = super.cancel(mayInterruptIfRunning);
      CompletableFuture<?> call = wire;
      if (call != null) {
        call.cancel(mayInterruptIfRunning);
      }
      return cancelled;
    }
  }
}
