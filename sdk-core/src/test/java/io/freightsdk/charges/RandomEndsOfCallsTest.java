package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.Seeds;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Calls with random faults. Each reservation is completed once, and nothing is sent without one.
 * The charges of the service are at least the certain ones of the guard, and at most all that it
 * counts.
 */
class RandomEndsOfCallsTest {
  private static final int WORLDS = 60;
  private static final int CALLS = 12;

  private final long first = Seeds.givenOr(1);

  @Test
  void eachReservationIsCompletedOnce() {
    for (long seed = first; seed < first + WORLDS; seed++) {
      try {
        new RandomWorld(seed).run();
      } catch (RuntimeException | Error fault) {
        throw new AssertionError("seed " + seed, fault);
      }
    }
  }

  /** One client with random calls and faults. */
  private static final class RandomWorld {
    private final World world = new World();
    private final InMemoryFreightServer server = WorldServer.in(world);
    private final Random random;
    private final Broker broker;
    private final TestGuard guard;
    private final FreightClient client;
    private final String load;
    private final List<CompletableFuture<?>> calls = new ArrayList<>();

    RandomWorld(long seed) {
      random = new Random(seed);
      broker = server.createBroker("0.65");
      load =
          world
              .client(world.builder().agentKey(broker.agentKey()))
              .createLoad(SampleLoads.twoStops())
              .loadNumber();
      broker.credit(oneOf("0.01", "1.00", "20.00"));
      guard = TestGuard.of(oneOf("0.66", "2.00", "50.00"));
      client =
          world.client(
              world
                  .builder()
                  .agentKey(broker.agentKey())
                  .spendGuard(guard)
                  .maxConcurrentRequests(1 + random.nextInt(3))
                  .attemptTimeout(Duration.ofSeconds(5))
                  .callTimeout(Duration.ofSeconds(20))
                  .retryPolicy(
                      RetryPolicy.builder()
                          .initialBackoff(Duration.ofMillis(500))
                          .retryUnknownReads(random.nextBoolean())
                          .maxTopUpWait(Duration.ofSeconds(random.nextBoolean() ? 0 : 10))
                          .build()));
      world.network().latency(Duration.ofMillis(random.nextInt(400)));
    }

    void run() {
      BigDecimal before = debited();
      try {
        for (int i = 0; i < CALLS; i++) {
          disturb();
          calls.add(startCall(i));
          world.advance(Duration.ofMillis(random.nextInt(1_500)));
          endRandomly(calls.get(random.nextInt(calls.size())));
        }
        if (random.nextInt(3) == 0) client.close();
        guard.release();
        guard.decideNormally();
        world.run();
        for (CompletableFuture<?> call : calls) assertThat(call).isDone();
        assertGuardMatches(debited().subtract(before));
      } finally {
        guard.release();
        world.close();
        server.close();
      }
      guard.assertEachCompletedOnce();
    }

    private void assertGuardMatches(BigDecimal taken) {
      assertThat(guard.reservedUsd()).isZero();
      assertThat(guard.chargedUsd()).isLessThanOrEqualTo(taken);
      assertThat(guard.usedUsd()).isGreaterThanOrEqualTo(taken);
    }

    private BigDecimal debited() {
      return broker.debits().stream()
          .map(LedgerEntry::amountUsd)
          .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Starts a call of either style, whose result does not matter. */
    private CompletableFuture<?> startCall(int number) {
      boolean creates = random.nextBoolean();
      CallOptions.Builder made = CallOptions.builder();
      if (random.nextInt(3) == 0) made.deadline(Duration.ofMillis(1 + random.nextInt(9_000)));
      if (creates && random.nextBoolean())
        made.idempotencyKey("order-" + random.nextInt(number + 1));
      CallOptions options = made.build();
      if (random.nextBoolean()) {
        return creates
            ? client.async().createLoad(SampleLoads.twoStops(), options)
            : client.async().getLoadPosition(load, options);
      }
      return world.start(
          () ->
              creates
                  ? client.createLoad(SampleLoads.twoStops(), options)
                  : client.getLoadPosition(load, options));
    }

    /** Adds a random fault of the service or the guard, or a top-up. */
    private void disturb() {
      Operation operation =
          random.nextBoolean() ? Operation.CREATE_LOAD : Operation.GET_LOAD_POSITION;
      switch (random.nextInt(12)) {
        case 0 -> server.faults().next(operation, Fault.closeAfterCommit());
        case 1 -> server.faults().next(operation, Fault.closeBeforeProcessing());
        case 2 -> server.faults().next(operation, Fault.billingUnavailable());
        case 3 -> server.faults().next(operation, Fault.malformedJson());
        case 4 -> server.faults().next(operation, Fault.delayAfterCommit(seconds(8)));
        case 5 -> server.faults().next(operation, Fault.delay(seconds(8)));
        case 6 -> server.faults().next(Operation.GET_PRICING, Fault.delay(seconds(3)));
        case 7 -> guard.hangInReserve();
        case 8 -> guard.hangInComplete();
        case 9 -> guard.failWith(new IllegalStateException("away"));
        case 10 -> {
          guard.decideNormally();
          guard.release();
        }
        default -> {
          if (broker.balanceUsd().compareTo(new BigDecimal("1")) > 0) return;
          broker.credit("1.00");
        }
      }
    }

    /** Cancels or interrupts the call in one of three cases. */
    private void endRandomly(CompletableFuture<?> call) {
      if (random.nextInt(3) > 0 || call.isDone()) return;
      if (call instanceof Caller<?> caller) caller.interrupt();
      else call.cancel(true);
    }

    private Duration seconds(int most) {
      return Duration.ofMillis(random.nextInt(1_000 * most));
    }

    private String oneOf(String... amounts) {
      return amounts[random.nextInt(amounts.length)];
    }
  }
}
