package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** More calls than places on the wire: the time in the queue is not the service's. */
class QueueForTheWireTest {
  private static final int CALLS = 6;

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final ExecutorService threads = Executors.newFixedThreadPool(CALLS);
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(server.baseUrl())
          .agentKey(broker.agentKey())
          .maxConcurrentRequests(1)
          .build();

  @AfterEach
  void stop() {
    client.close();
    threads.shutdown();
    server.close();
  }

  private CompletableFuture<LoadPosition> read(CallStyle style, String load) {
    return read(style, load, CallOptions.DEFAULT);
  }

  private CompletableFuture<LoadPosition> read(CallStyle style, String load, CallOptions options) {
    return CompletableFuture.supplyAsync(
        () -> style.getLoadPosition(client, load, options), threads);
  }

  @ParameterizedTest
  @EnumSource
  void everyCallThatWaitsLongerThanItsTimeoutStillGetsItsAnswer(CallStyle style) {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    Fault slow = Fault.delayAfterCommit(Duration.ofMillis(400));
    server.faults().always(Operation.GET_LOAD_POSITION, slow);
    List<CompletableFuture<LoadPosition>> reads = new ArrayList<>();
    CallOptions oneSecond = CallOptions.builder().timeout(Duration.ofSeconds(1)).build();
    for (int i = 0; i < CALLS; i++) reads.add(read(style, load, oneSecond));

    for (CompletableFuture<LoadPosition> read : reads) {
      assertThat(CallStyle.join(read).loadNumber()).isEqualTo(load);
    }
    assertThat(client.ledger().totals().unknown()).isZero();
    assertThat(broker.debitsFor(load)).hasSize(1 + CALLS);
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineThatPassesInTheQueueNamesTheQueueAndNoCharge(CallStyle style) {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    Fault slow = Fault.delayAfterCommit(Duration.ofSeconds(3));
    server.faults().next(Operation.GET_LOAD_POSITION, slow);
    CompletableFuture<LoadPosition> first = read(style, load);
    Eventually.until(() -> broker.debitsFor(load).size() == 2, () -> "the first read is not on");

    CallOptions hurried = CallOptions.builder().deadline(Duration.ofMillis(200)).build();
    FreightTimeoutException failure =
        catchThrowableOfType(
            FreightTimeoutException.class, () -> style.getLoadPosition(client, load, hurried));

    assertThat(failure).isNotNull().hasMessageContaining("maxConcurrentRequests");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    CallStyle.join(first);
    assertThat(broker.debitsFor(load)).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatIsClosedInTheQueueHasMadeNoAttempt(CallStyle style) {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    server
        .faults()
        .next(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofSeconds(3)));
    CompletableFuture<LoadPosition> first = read(style, load);
    Eventually.until(() -> broker.debitsFor(load).size() == 2, () -> "the first read is not on");
    CompletableFuture<LoadPosition> queued = read(style, load);
    Eventually.until(() -> client.activity().waiting() == 1, () -> client.activity() + "");
    client.close();

    FreightCancelledException failure =
        catchThrowableOfType(FreightCancelledException.class, () -> CallStyle.join(queued));
    assertThat(failure).isNotNull();
    assertThat(failure.attempts()).isZero();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    FreightCancelledException sent =
        catchThrowableOfType(FreightCancelledException.class, () -> CallStyle.join(first));
    assertThat(sent).isNotNull();
    assertThat(sent.attempts()).isOne();
    assertThat(sent.charge()).isEqualTo(Charge.UNKNOWN);
  }
}
