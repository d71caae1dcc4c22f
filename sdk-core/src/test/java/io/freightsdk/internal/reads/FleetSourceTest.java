package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.internal.call.CallPlan;
import io.freightsdk.internal.reads.PositionSource.Arrival;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.VirtualWorld;
import io.freightsdk.watch.PositionCache;
import io.freightsdk.watch.PositionReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FleetSourceTest {
  private final VirtualWorld world = new VirtualWorld().holdTime();
  private final MapCache cache = new MapCache();
  private final AtomicInteger owners = new AtomicInteger();
  private final List<CallPlan> saved = new ArrayList<>();
  private final List<CompletableFuture<FreightResponse<LoadPosition>>> wire = new ArrayList<>();
  private final FleetSource source = source(Runnable::run);

  @Test
  void whoHasTheClaimPaysAndTheOthersTakeItsAnswer() {
    CompletableFuture<Arrival> payer = read(source);
    CompletableFuture<Arrival> other = read(source);
    wire.get(0).complete(SharedReadsTest.response(Loads.NUMBER));
    world.advance(Duration.ofMillis(50));

    assertThat(wire).hasSize(1);
    assertThat(payer.join().response().charge()).isNotEqualTo(Charge.NONE);
    assertThat(other.join().response().charge()).isEqualTo(Charge.NONE);
    assertThat(other.join().readAt()).isEqualTo(payer.join().readAt());
    assertThat(saved).hasSize(1);
    assertThat(cache.claims).isEmpty();
  }

  @Test
  void aProcessThatDiesWithItsClaimIsWaitedForNoLongerThanItsLease() {
    cache.claim("key:" + Loads.NUMBER, "dead", Duration.ofSeconds(40));
    read(source);
    world.advance(Duration.ofSeconds(39));
    assertThat(wire).isEmpty();

    cache.claims.clear();
    world.advance(Duration.ofSeconds(1));

    assertThat(wire).hasSize(1);
  }

  @Test
  void aFailureGivesTheClaimBackAndIsNotKept() {
    CompletableFuture<Arrival> failing = read(source);
    wire.get(0).completeExceptionally(new IllegalStateException("outage"));

    assertThat(failing).isCompletedExceptionally();
    assertThat(cache.claims).isEmpty();
    assertThat(cache.readings).isEmpty();
  }

  @Test
  void aBrokenCacheCostsSharingNotTheRead() {
    cache.broken = true;
    CompletableFuture<Arrival> read = read(source);
    wire.get(0).complete(SharedReadsTest.response(Loads.NUMBER));

    assertThat(read).isCompleted();
  }

  @Test
  void aClientThatIsClosingStillEndsItsReads() {
    FleetSource closing =
        source(
            task -> {
              throw new RejectedExecutionException("closed");
            });

    CompletableFuture<Arrival> read = read(closing);
    wire.get(0).complete(SharedReadsTest.response(Loads.NUMBER));

    assertThat(read).isCompleted();
  }

  @Test
  void cancellingEndsTheCallOnTheWire() {
    CompletableFuture<Arrival> read = read(source);

    read.cancel(true);

    assertThat(wire.get(0)).isCancelled();
    assertThat(cache.claims).isEmpty();
  }

  private FleetSource source(Executor blocking) {
    return new FleetSource(
        cache,
        load -> "key:" + load,
        () -> "owner-" + owners.incrementAndGet(),
        world,
        world,
        blocking,
        saved::add);
  }

  private CompletableFuture<Arrival> read(FleetSource from) {
    CallOptions options = CallOptions.builder().maxAge(Duration.ofMinutes(1)).build();
    return from.read(
        new CallPlan(Operation.GET_LOAD_POSITION, Loads.NUMBER, null, options),
        () -> {
          CompletableFuture<FreightResponse<LoadPosition>> call = new CompletableFuture<>();
          wire.add(call);
          return call;
        });
  }

  private static final class MapCache implements PositionCache {
    final Map<String, PositionReading> readings = new HashMap<>();
    final Map<String, String> claims = new HashMap<>();
    boolean broken;

    @Override
    public PositionReading get(String key) {
      if (broken) {
        throw new IllegalStateException("no connection");
      }
      return readings.get(key);
    }

    @Override
    public void put(String key, PositionReading reading) {
      readings.put(key, reading);
    }

    @Override
    public boolean claim(String key, String owner, Duration lease) {
      return claims.putIfAbsent(key, owner) == null;
    }

    @Override
    public void release(String key, String owner) {
      claims.remove(key, owner);
    }
  }
}
