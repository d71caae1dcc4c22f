package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestGuard;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An interrupted thread closes a client like any other: tasks are interrupted when their pool is
 * shut down, and their guard is to hear of what they have paid all the same.
 */
class InterruptedCloseIT {
  private enum Interrupt {
    BEFORE,
    WHILE_IT_WAITS
  }

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final TestGuard guard = TestGuard.unlimited(Clock.systemUTC());
  private final CompletableFuture<Thread> closing = new CompletableFuture<>();

  /** What the guard had heard when the client was closed. */
  private volatile BigDecimal charged = BigDecimal.ZERO;

  private volatile BigDecimal unknown = BigDecimal.ZERO;

  private volatile boolean stillInterrupted;

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void theGuardHasHeardWhatCallsInProgressHavePaid(Interrupt interrupt) throws Exception {
    RequestListener slow =
        event -> {
          boolean read = event.operation() == Operation.GET_LOAD_POSITION;
          if (read && event instanceof RequestEvent.AttemptEnded) untilTheCloserWaits(interrupt);
        };
    closeDuringARead(builder().spendGuard(guard).listener(slow), interrupt);
  }

  @ParameterizedTest
  @EnumSource
  void aGuardThatIsSlowHasHeardWhatCallsInProgressHavePaid(Interrupt interrupt) throws Exception {
    closeDuringARead(builder().spendGuard(new Slow(interrupt)), interrupt);
  }

  private void closeDuringARead(FreightClientBuilder builder, Interrupt interrupt)
      throws Exception {
    FreightClient client = builder.build();
    String load = loadOfAnother();
    client.price(Operation.GET_LOAD_POSITION);
    server
        .faults()
        .always(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofSeconds(60)));
    int before = broker.debits().size();
    CompletableFuture<LoadPosition> read = client.async().getLoadPosition(load);
    Eventually.until(() -> broker.debits().size() > before, () -> "the read did not arrive");
    closeInterrupted(client, interrupt);
    assertThat(unknown).isEqualByComparingTo("0.02");
    assertThatExceptionOfType(FreightCancelledException.class)
        .isThrownBy(() -> CallStyle.join(read))
        .matches(failure -> failure.charge().equals(Charge.UNKNOWN));
    assertThat(stillInterrupted).isTrue();
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }

  private String loadOfAnother() {
    try (FreightClient other = builder().build()) {
      return other.createLoad(SampleLoads.twoStops()).loadNumber();
    }
  }

  private void closeInterrupted(FreightClient client, Interrupt interrupt)
      throws InterruptedException {
    Thread closer =
        new Thread(
            () -> {
              if (interrupt == Interrupt.BEFORE) Thread.currentThread().interrupt();
              closing.complete(Thread.currentThread());
              client.close();
              stillInterrupted = Thread.interrupted();
              charged = guard.chargedUsd();
              unknown = guard.unknownUsd();
            },
            "closer");
    closer.start();
    closer.join(TimeUnit.MINUTES.toMillis(2));
    assertThat(closer.isAlive()).as("still closing").isFalse();
  }

  /** Returns when whoever closes waits, or has not waited. */
  private void untilTheCloserWaits(Interrupt interrupt) {
    Thread closer = CallStyle.join(closing);
    Eventually.until(() -> rests(closer), () -> "the closer is " + closer.getState());
    if (interrupt == Interrupt.BEFORE) return;
    closer.interrupt();
    Eventually.until(() -> rests(closer), () -> "the closer is " + closer.getState());
  }

  private static boolean rests(Thread thread) {
    boolean waits = thread.getState() == Thread.State.TIMED_WAITING && !thread.isInterrupted();
    return waits || thread.getState() == Thread.State.TERMINATED;
  }

  /** As over a database: what it hears while the client is closed takes a while. */
  private final class Slow implements SpendGuard {
    private final Interrupt interrupt;

    Slow(Interrupt interrupt) {
      this.interrupt = interrupt;
    }

    @Override
    public Decision reserve(Purchase purchase) {
      return guard.reserve(purchase);
    }

    @Override
    public Charge complete(Purchase purchase, Outcome outcome) {
      if (closing.isDone()) untilTheCloserWaits(interrupt);
      return guard.complete(purchase, outcome);
    }
  }
}
