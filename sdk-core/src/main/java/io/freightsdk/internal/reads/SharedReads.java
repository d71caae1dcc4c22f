package io.freightsdk.internal.reads;

import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.call.CallRunner.RunningCall;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.concurrent.BoundedMap;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.concurrent.OwnedFuture;
import io.freightsdk.internal.concurrent.SingleFlight;
import io.freightsdk.internal.concurrent.SingleFlight.Waiter;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.reads.PaidRead.Arrival;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionReading;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a load once for all callers within {@code maxAge}. Callers of one load share the running
 * read, and then its position. The caller whose call was sent gets its charge; for all others the
 * charge is none, whether the read succeeds or fails.
 *
 * <p>Each caller waits until its own deadline; a request that was sent continues for callers that
 * wait longer, and no second one is sent while the first may still be answered.
 */
public final class SharedReads implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SharedReads.class.getName());
  private static final int KEPT_POSITIONS = 1_000;

  /** What a read that has failed waits at most for the last position of another process. */
  private static final Duration LAST_LOOK = Duration.ofSeconds(1);

  private final BoundedMap<String, PositionReading> memory = new BoundedMap<>(KEPT_POSITIONS);
  private final SingleFlight<String, Arrival> flights;
  private final Environment world;
  private final Executor threads;
  private final Duration clientDeadline;
  private final @Nullable CacheSource cache;
  private final Consumer<Operation> onSaved;

  /**
   * @param threads where callbacks run and the cache may block
   * @param clientDeadline the deadline of a call without its own
   * @param cache the cache through which processes share; null to share within this client only
   * @param onSaved is told of each call that was answered by another call's read
   */
  public SharedReads(
      Environment world,
      Executor threads,
      Duration clientDeadline,
      @Nullable CacheSource cache,
      Consumer<Operation> onSaved) {
    this.flights = new SingleFlight<>(threads);
    this.world = world;
    this.threads = threads;
    this.clientDeadline = clientDeadline;
    this.cache = cache;
    this.onSaved = onSaved;
  }

  /** A position no older than the spec's {@code maxAge}; {@code send} pays for a new one. */
  public SharedRead read(
      CallSpec<LoadPosition> spec,
      Function<CallSpec<LoadPosition>, RunningCall<FreightResponse<LoadPosition>>> send) {
    String loadNumber = spec.loadNumber();
    if (loadNumber == null) {
      throw new IllegalArgumentException("only reads of a load are shared");
    }
    PositionReading kept = fresh(loadNumber, spec);
    if (kept != null) {
      saved(spec);
      return SharedRead.of(ShareOf.reading(kept));
    }
    Duration own = spec.options().deadline();
    PaidRead read = paidRead(loadNumber, spec, own == null ? clientDeadline : own, send);
    Waiter<Arrival> waiter = flights.join(loadNumber, () -> begin(loadNumber, read), read::isOwn);
    // Its own call has the client's deadline already.
    boolean needsLimit = own != null || cache != null || !waiter.led();
    if (needsLimit && !waiter.isDone()) {
      limit(waiter, read);
    }
    return new SharedRead(
        waiter,
        arrival -> told(spec, waiter, arrival),
        failure -> told(waiter, failure),
        () -> waiter.led() ? read.attempts() : 0);
  }

  /** A call that may continue until the client's deadline, for callers that wait longer. */
  private PaidRead paidRead(
      String loadNumber,
      CallSpec<LoadPosition> spec,
      Duration deadline,
      Function<CallSpec<LoadPosition>, RunningCall<FreightResponse<LoadPosition>>> send) {
    Duration atMost = deadline.compareTo(clientDeadline) > 0 ? deadline : clientDeadline;
    CallSpec<LoadPosition> forOthersToo =
        spec.with(spec.options().toBuilder().deadline(atMost).build());
    return new PaidRead(
        forOthersToo, deadline, world.clock(), send, reading -> memory.put(loadNumber, reading));
  }

  private @Nullable PositionReading fresh(String loadNumber, CallSpec<LoadPosition> spec) {
    PositionReading kept = memory.get(loadNumber);
    return PaidRead.isFresh(kept, spec, spec.options().maxAge(), world.clock()) ? kept : null;
  }

  /** The read, or the last known position when it is refused and its caller takes that. */
  public CompletableFuture<FreightResponse<LoadPosition>> orStale(
      CallSpec<LoadPosition> spec, SharedRead read) {
    return spec.options().orStale() == null ? read : new OrStale(spec, read);
  }

  /** A read that may end with an old position; ending it from outside ends the read. */
  private final class OrStale extends OwnedFuture<FreightResponse<LoadPosition>> {
    private final CallSpec<LoadPosition> spec;
    private final SharedRead read;

    OrStale(CallSpec<LoadPosition> spec, SharedRead read) {
      this.spec = spec;
      this.read = read;
      CompletableFuture<?> unused =
          read.handle(
              (answer, failure) -> {
                if (failure == null) {
                  end(answer, null);
                } else {
                  failed(LinkedFuture.causeOf(failure));
                }
                return null;
              });
    }

    private void failed(Throwable failure) {
      String loadNumber = String.valueOf(spec.loadNumber());
      PositionReading kept = memory.get(loadNumber);
      CacheSource others = cache;
      boolean over = !isRefusal(failure) || served(kept);
      if (over || others == null) {
        end(null, failure);
        return;
      }
      handOff(
          () -> {
            boolean unused = served(others.last(loadNumber));
            end(null, failure);
          });
      if (!isDone()) endSoon(failure);
    }

    /** The deadline may have passed already, and the cache may hang. */
    private void endSoon(Throwable failure) {
      try {
        Cancellable limit = world.timer().after(LAST_LOOK, () -> end(null, failure));
        CompletableFuture<?> unused = whenComplete((answer, thrown) -> limit.cancel());
      } catch (Throwable noTimer) {
        end(null, failure);
      }
    }

    /** A later end has no effect. */
    private boolean served(@Nullable PositionReading kept) {
      if (kept == null) return false;
      boolean serves = PaidRead.isFresh(kept, spec, spec.options().orStale(), world.clock());
      if (serves) end(ShareOf.reading(kept), null);
      return serves;
    }

    @Override
    protected void endedByOthers(String how) {
      read.cancel(true);
    }
  }

  /** Nothing was charged, and the load is not what was wrong. */
  private static boolean isRefusal(Throwable failure) {
    if (!(failure instanceof FreightException refused)) return false;
    boolean passes =
        switch (refused.nextStep()) {
          case RETRY_LATER, RAISE_LIMIT, TOP_UP -> true;
          default -> false;
        };
    return passes && refused.charge().equals(Charge.NONE);
  }

  private CompletableFuture<Arrival> begin(String loadNumber, PaidRead read) {
    PositionReading cameMeanwhile = fresh(loadNumber, read.spec);
    if (cameMeanwhile != null) {
      read.serve(cameMeanwhile);
    } else if (cache == null) {
      read.pay();
    } else {
      cache.look(loadNumber, read);
    }
    return read;
  }

  private void limit(Waiter<Arrival> waiter, PaidRead read) {
    Cancellable limit;
    try {
      limit = world.timer().after(read.deadline, () -> handOff(() -> deadlinePassed(waiter, read)));
    } catch (Throwable noTimer) {
      return; // It ends with the read, which has a deadline or is cancelled when the client is
      // closed.
    }
    CompletableFuture<Arrival> unused = waiter.whenComplete((arrival, failure) -> limit.cancel());
  }

  private static void deadlinePassed(Waiter<Arrival> waiter, PaidRead read) {
    if (waiter.endIfAlone()) {
      read.expire(); // Its call knows what was charged.
    } else {
      waiter.giveUp(read::timeout);
    }
  }

  private FreightResponse<LoadPosition> told(
      CallSpec<LoadPosition> spec, Waiter<Arrival> waiter, Arrival arrival) {
    FreightResponse<LoadPosition> paid = arrival.paid();
    if (paid != null && waiter.led()) {
      return paid;
    }
    saved(spec);
    return paid == null ? ShareOf.reading(arrival.reading()) : ShareOf.answer(paid);
  }

  private static Throwable told(Waiter<Arrival> waiter, Throwable failure) {
    return waiter.led() ? failure : ShareOf.failure(failure);
  }

  private void saved(CallSpec<LoadPosition> spec) {
    try {
      onSaved.accept(spec.operation());
    } catch (Throwable e) {
      LOG.log(Level.WARNING, "the amount that a shared position saved could not be recorded", e);
    }
  }

  private void handOff(Runnable task) {
    try {
      threads.execute(task);
    } catch (Throwable closing) {
      task.run();
    }
  }

  /**
   * Ends the callers that wait for another process; calls that were sent are cancelled with their
   * client.
   */
  @Override
  public void close() {
    if (cache != null) {
      cache.close();
    }
  }
}
