package io.freightsdk.internal.fleet;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightResponse;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.time.Instant;
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
  private final Map<FleetLoad, CompletableFuture<?>> calls = new HashMap<>();
  private int underWay;
  private boolean closed;

  /**
   * @param followed whether anybody listens to the fleet
   */
  FleetReads(WatchWorld world, CallOptions options, Executor tasks, BooleanSupplier followed) {
    this.world = world;
    this.options = options;
    this.tasks = tasks;
    this.followed = followed;
  }

  boolean hasRoom() {
    return underWay < AT_ONCE;
  }

  /**
   * Reads the load when its turn comes, unless it has left by then, or nobody listens any more.
   *
   * @param onEnd called with the reading, or with what the read failed with; with neither if it was
   *     not made
   */
  void start(FleetLoad load, BiConsumer<@Nullable PositionReading, @Nullable Throwable> onEnd) {
    load.reading = true;
    underWay++;
    world.gate().enter(() -> tasks.execute(() -> perform(load, onEnd)));
  }

  private void perform(
      FleetLoad load, BiConsumer<@Nullable PositionReading, @Nullable Throwable> onEnd) {
    if (closed || load.gone || !followed.getAsBoolean()) {
      ended(load);
      onEnd.accept(null, null);
      return;
    }
    Instant startedAt;
    CompletableFuture<FreightResponse<LoadPosition>> call;
    try {
      startedAt = world.alarm().now();
      call = world.reads().read(load.number, options);
    } catch (Throwable thrown) {
      ended(load);
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
                      ended(load);
                      PositionReading reading =
                          thrown == null ? new PositionReading(response.value(), startedAt) : null;
                      onEnd.accept(reading, thrown);
                    }));
  }

  private void ended(FleetLoad load) {
    load.reading = false;
    underWay--;
    world.gate().leave();
  }

  /** Cancels what is under way; no further read is made. */
  void close() {
    closed = true;
    List.copyOf(calls.values()).forEach(call -> call.cancel(true));
  }
}
