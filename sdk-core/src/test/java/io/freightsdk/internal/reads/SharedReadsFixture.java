package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.MapPositionCache;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.MockResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;

/** A service in a world, clients that share reads of it, and a position cache. */
abstract class SharedReadsFixture {
  static final Charge PRICE = Charge.charged(new BigDecimal("0.02"));
  static final Duration HURRY = Duration.ofSeconds(2);
  static final Duration MINUTE = Duration.ofMinutes(1);
  static final Duration HOUR = Duration.ofHours(1);

  @AutoClose final ScriptedService service = new ScriptedService();
  final World world = service.world();
  final MapPositionCache cache = new MapPositionCache();

  FreightClient pricedClient() {
    return service.client(pricedBuilder());
  }

  FreightClient.Builder pricedBuilder() {
    return TestBuilders.withPrices(service.builderWithPrices(), FixedPrices.usual());
  }

  FreightClient cachingClient() {
    return cachingClient(cache);
  }

  FreightClient cachingClient(PositionCache positions) {
    return service.client(pricedBuilder().positionCache(positions));
  }

  static CallOptions.Builder shared() {
    return CallOptions.builder().maxAge(MINUTE);
  }

  CompletableFuture<FreightResponse<LoadPosition>> startSharedRead(
      FreightClient client, String load) {
    return startRead(CallStyle.FUTURE, client, load, shared());
  }

  CompletableFuture<FreightResponse<LoadPosition>> startRead(
      CallStyle style, FreightClient client, CallOptions.Builder options) {
    return startRead(style, client, SampleLoads.NUMBER, options);
  }

  /** Starts a read, and runs everything that is due. */
  CompletableFuture<FreightResponse<LoadPosition>> startRead(
      CallStyle style, FreightClient client, String load, CallOptions.Builder options) {
    CallOptions built = options.build();
    CompletableFuture<FreightResponse<LoadPosition>> read =
        style == CallStyle.BLOCKING
            ? world.start(() -> client.withResponse().getLoadPosition(load, built))
            : client.async().withResponse().getLoadPosition(load, built);
    world.settle();
    return read;
  }

  /** Interrupts the thread of a blocking call, or cancels a future. */
  void cancelCall(CompletableFuture<?> read) {
    if (read instanceof Caller<?> caller) {
      caller.interrupt();
    } else {
      read.cancel(true);
    }
    world.settle();
  }

  void respond() {
    world.settle();
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    world.settle();
  }

  /** Responds to this number of requests, one after the other. */
  void respondTo(int requests) {
    for (int i = 0; i < requests; i++) respond();
  }

  Charge chargeAfterResponse(CompletableFuture<FreightResponse<LoadPosition>> read) {
    respond();
    return chargeOf(read);
  }

  Charge chargeOf(CompletableFuture<FreightResponse<LoadPosition>> read) {
    world.settle();
    assertThat(read).isDone();
    return CallStyle.join(read).charge();
  }

  static FreightException failureOf(CompletableFuture<?> read) {
    return catchThrowableOfType(FreightException.class, () -> CallStyle.join(read));
  }

  /** An array that gets the time when the read ends. */
  Instant[] endTime(CompletableFuture<?> read) {
    Instant[] ended = new Instant[1];
    CompletableFuture<?> unused = read.whenComplete((answer, failure) -> ended[0] = world.now());
    return ended;
  }

  /** The position of a load. */
  static MockResponse.Builder position(String load) {
    return ServiceResponses.json(
        200,
        String.format(
            Locale.ROOT,
            """
        {"loadNumber":"%s","status":"PLANNED","createdAt":"2026-11-20T10:00:00Z",\
        "stops":[],"gpsTrack":[],"pingCount":0}""",
            load));
  }

  /** Hangs until {@link #release}. */
  class HangingCache implements PositionCache {
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final PositionCache behind;

    HangingCache(PositionCache behind) {
      this.behind = behind;
    }

    void release() {
      released.complete(null);
      world.settle();
    }

    @Override
    public @Nullable PositionSnapshot get(String key) {
      hang();
      return behind.get(key);
    }

    @Override
    public void put(String key, PositionSnapshot reading) {
      hang();
      behind.put(key, reading);
    }

    private void hang() {
      CallStyle.join(released);
    }
  }
}
