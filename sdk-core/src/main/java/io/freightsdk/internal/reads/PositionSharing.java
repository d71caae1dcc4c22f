package io.freightsdk.internal.reads;

import io.freightsdk.FreightResponse;
import io.freightsdk.internal.call.CallPlan;
import io.freightsdk.internal.call.Environment;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.watch.PositionCache;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets callers share positions that one of them paid for. */
public final class PositionSharing {
  private static final int KEPT_POSITIONS = 1_000;

  private final SharedReads reads;

  private PositionSharing(SharedReads reads) {
    this.reads = reads;
  }

  /**
   * The sharing of one client.
   *
   * @param saved hears of every read that was spared
   * @param cache where processes share; null to share within this one only
   * @param baseUrl the service, and {@code agentKey} the account, that cache keys stand for
   * @param blocking where the cache may block
   */
  public static PositionSharing of(
      Consumer<CallPlan> saved,
      @Nullable PositionCache cache,
      String baseUrl,
      Supplier<String> agentKey,
      Environment world,
      Executor blocking) {
    PositionSource source =
        cache == null
            ? PositionSource.wire(world.clock())
            : new FleetSource(
                cache,
                new AccountKeys(baseUrl, agentKey),
                () -> UUID.randomUUID().toString(),
                world.clock(),
                world.timer(),
                blocking,
                saved);
    ReadMemory memory = new ReadMemory(KEPT_POSITIONS);
    return new PositionSharing(
        new SharedReads(world.clock(), world.timer(), memory, source, saved));
  }

  /** A position no older than {@code maxAge}; {@code send} makes the call that pays for it. */
  public CompletableFuture<FreightResponse<LoadPosition>> share(
      CallPlan plan, Supplier<CompletableFuture<FreightResponse<LoadPosition>>> send) {
    return reads.share(plan, send);
  }
}
