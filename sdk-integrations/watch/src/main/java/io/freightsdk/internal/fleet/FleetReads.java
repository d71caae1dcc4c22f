package io.freightsdk.internal.fleet;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightResponse;
import io.freightsdk.internal.watch.NewerThan;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a fleet that are under way: so many at once, each in its turn among all watches of
 * the client. Confined to the tasks of its loop, which hear how each read ends.
 */
final class FleetReads {
  private static final int AT_ONCE = 32;

  private final WatchWorld world;
  private final CallOptions options;
  private final Executor tasks;
  private final BooleanSupplier followed;
  private final @Nullable FleetLease lease;
  private final Map<FleetLoad, CompletableFuture<?>> calls = new HashMap<>();
  private int underWay;
  private boolean closed;

  /**
   * @param followed whether anybody listens to the fleet
   * @param lease of a shared fleet, which is asked before each read; null for another
   */
  FleetReads(
      WatchWorld world,
      CallOptions options,
      Executor tasks,
      BooleanSupplier followed,
      @Nullable FleetLease lease) {
    this.world = world;
    this.options = options;
    this.tasks = tasks;
    this.followed = followed;
    this.lease = lease;
  }

  boolean hasRoom() {
    return underWay < AT_ONCE;
  }

  /**
   * Reads the load when its turn comes, unless it has left by then, nobody listens any more, or
   * another process leads. Until the end it is told as being read.
   *
   * @param onEnd called with the reading, or with what the read failed with; with neither if it was
   *     not made
   */
  void start(FleetLoad load, BiConsumer<@Nullable PositionReading, @Nullable Throwable> onEnd) {
    load.reading = true;
    underWay++;
    world.gate().enter(() -> tasks.execute(() -> ask(load, onEnd)));
  }

  /** Asks a shared fleet whether this process still leads, then reads. */
  private void ask(
      FleetLoad load, BiConsumer<@Nullable PositionReading, @Nullable Throwable> onEnd) {
    if (lease == null || isUnwanted(load)) {
      perform(load, true, onEnd);
      return;
    }
    CompletableFuture<Boolean> unused =
        lease
            .confirm()
            .whenComplete(
                (leads, never) ->
                    tasks.execute(() -> perform(load, Boolean.TRUE.equals(leads), onEnd)));
  }

  private boolean isUnwanted(FleetLoad load) {
    return closed || load.gone || !followed.getAsBoolean();
  }

  private void perform(
      FleetLoad load,
      boolean leads,
      BiConsumer<@Nullable PositionReading, @Nullable Throwable> onEnd) {
    if (!leads || isUnwanted(load)) {
      ended();
      onEnd.accept(null, null);
      return;
    }
    NewerThan read;
    CompletableFuture<FreightResponse<LoadPosition>> call;
    try {
      read = new NewerThan(load.latest, world.alarm().now());
      call = world.reads().read(load.number, read.options(options));
    } catch (Throwable thrown) {
      ended();
      onEnd.accept(null, thrown);
      return;
    }
    calls.put(load, call);
    CompletableFuture<FreightResponse<LoadPosition>> unused =
        call.whenComplete(
            (response, thrown) ->
                tasks.execute(
                    () -> {
                      calls.remove(load);
                      ended();
                      PositionReading reading = thrown == null ? read.reading(response) : null;
                      onEnd.accept(reading, thrown);
                    }));
  }

  private void ended() {
    underWay--;
    world.gate().leave();
  }

  /** Cancels what is under way; no further read is made. */
  void close() {
    closed = true;
    List.copyOf(calls.values()).forEach(call -> call.cancel(true));
  }
}
