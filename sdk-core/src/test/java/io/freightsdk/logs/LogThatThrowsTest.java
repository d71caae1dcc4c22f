package io.freightsdk.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.LogThatThrows;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import io.github.resilience4j.retry.RetryRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A log of the application that fails, such as one whose disk is full: the call says its charge.
 */
class LogThatThrowsTest {
  private static final CreateLoadInput ORDER =
      SampleLoads.twoStops().toBuilder().customerRef("acme/PO-no-log").build();

  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("1.00");
  private final LogThatThrows log =
      new LogThatThrows(line -> line.getMessage().contains("acme/PO-no-log"));

  @AfterEach
  void stop() {
    log.close();
    try (world) {
      server.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLostCreationSaysThatItMayHaveBeenCharged(CallStyle style) {
    FreightClient client =
        world.client(world.builder().agentKey(broker.agentKey()).retryPolicy(RetryPolicy.none()));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    FreightException lost =
        catchThrowableOfType(FreightException.class, () -> style.createLoad(client, ORDER));

    assertThat(log.lines()).isOne();
    assertThat(lost).isNotNull();
    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(lost.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
  }

  @ParameterizedTest
  @EnumSource
  void aLoadIsReturnedThoughItsGuardThrewWhenItWasTold(CallStyle style) {
    SpendGuard guard =
        new SpendGuard() {
          @Override
          public Decision reserve(Purchase purchase) {
            return new Reservation(purchase);
          }

          @Override
          public Charge complete(Purchase purchase, Outcome outcome) {
            throw new IllegalStateException("the guard is away");
          }
        };
    FreightClient client =
        world.client(world.builder().agentKey(broker.agentKey()).spendGuard(guard));

    CreateLoadOutcome load = style.createLoad(client, ORDER);

    assertThat(log.lines()).isOne();
    assertThat(load.charge()).isEqualTo(Charge.charged("0.65"));
  }

  /** What fails beside a call and is only worth a line: a cache, a listener of resilience4j. */
  @ParameterizedTest
  @EnumSource
  void aPositionIsReturnedThoughCacheAndListenerFailAndTheLogDoesToo(CallStyle style) {
    RetryRegistry retries = RetryRegistry.ofDefaults();
    retries
        .getEventPublisher()
        .onEntryAdded(
            added ->
                added
                    .getAddedEntry()
                    .getEventPublisher()
                    .onSuccess(
                        event -> {
                          throw new IllegalStateException("the listener is away");
                        }));
    FreightClient client =
        world.client(
            world
                .builder()
                .agentKey(broker.agentKey())
                .retryRegistry(retries)
                .positionCache(new BrokenCache()));
    String load = style.createLoad(client, ORDER).loadNumber();
    CallOptions shared = CallOptions.builder().maxAge(Duration.ofMinutes(1)).build();
    try (LogThatThrows all = new LogThatThrows(line -> true)) {
      assertThat(style.getLoadPosition(client, load, shared).loadNumber()).isEqualTo(load);
      assertThat(all.lines()).isPositive();
    }
    assertThat(broker.debitsFor(load)).hasSize(2);
  }

  private static final class BrokenCache implements PositionCache {
    @Override
    public @Nullable PositionReading get(String key) {
      throw new IllegalStateException("the cache is away");
    }

    @Override
    public void put(String key, PositionReading reading) {
      throw new IllegalStateException("the cache is away");
    }
  }
}
