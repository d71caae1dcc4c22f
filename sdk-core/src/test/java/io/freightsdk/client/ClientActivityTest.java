package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClient.Activity;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.TopUpHandler.Decision;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.Loads;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client says that it is doing, in each state of a call. */
class ClientActivityTest {
  /** A place where whoever comes is held until the test lets everybody go on. */
  private static final class Stop {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    void pass() {
      reached.countDown();
      await(opened);
    }

    void awaitSomebody() {
      await(reached);
    }

    void open() {
      opened.countDown();
    }

    private static void await(CountDownLatch latch) {
      try {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("0.70");
  private final Gateway gateway = new Gateway(server.baseUrl());
  private final Stop stop = new Stop();
  private final List<CompletableFuture<?>> calls = new ArrayList<>();
  private final List<FreightClient> clients = new ArrayList<>();

  @AfterEach
  void close() {
    stop.open();
    calls.forEach(CallStyle::join);
    clients.forEach(FreightClient::close);
    gateway.close();
    server.close();
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(gateway.baseUrl())
        .agentKey(broker.agentKey())
        .maxConcurrentRequests(1);
  }

  private FreightClient client(FreightClientBuilder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  private void begin(Supplier<?> call) {
    calls.add(InBackground.<Object>begin(call::get));
  }

  /** The one place on the wire is taken until the end of the test. */
  private void holdTheWire(FreightClient client, CallStyle style) {
    gateway.next(Operation.GET_BALANCE, Gateway.heldUntil(stop.opened));
    begin(() -> style.getBalance(client));
    Eventually.until(() -> gateway.arrived(Operation.GET_BALANCE) == 1, () -> "nothing is sent");
  }

  @Test
  void nothingBeforeTheFirstCall() {
    assertThat(client(builder()).activity()).isEqualTo(new Activity(0, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatHasOnlyBegunDoesNotWait(CallStyle style) {
    FreightClient client =
        client(
            builder()
                .agentKey(
                    () -> {
                      stop.pass();
                      return broker.agentKey();
                    }));
    begin(() -> style.getBalance(client));
    stop.awaitSomebody();

    assertThat(client.activity()).isEqualTo(new Activity(1, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void aCallWhoseRequestIsInFlightDoesNotWait(CallStyle style) {
    FreightClient client = client(builder());
    holdTheWire(client, style);

    assertThat(client.activity()).isEqualTo(new Activity(1, 1, 0));
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatFindsTheWireTakenWaits(CallStyle style) {
    FreightClient client = client(builder());
    holdTheWire(client, style);
    begin(() -> style.getBalance(client));

    Activity oneInLine = new Activity(2, 1, 1);
    Eventually.until(() -> client.activity().equals(oneInLine), () -> client.activity() + "");
    assertThat(gateway.arrived(Operation.GET_BALANCE)).isOne();
    stop.open();
    calls.forEach(CallStyle::join);
    assertThat(client.activity()).isEqualTo(new Activity(0, 0, 0));
  }

  /** Its price is asked for, and that request is the one that waits. */
  @ParameterizedTest
  @EnumSource
  void aCallThatWaitsForAPriceIsInLineOnlyAsFarAsItsPriceIs(CallStyle style) {
    FreightClient client = client(builder());
    holdTheWire(client, style);
    CallOptions most = CallOptions.builder().maxPrice("1.00").build();
    begin(() -> style.createLoad(client, Loads.twoStops(), most));

    Activity priceInLine = new Activity(2, 1, 1);
    Eventually.until(() -> client.activity().equals(priceInLine), () -> client.activity() + "");
  }

  @ParameterizedTest
  @EnumSource
  void aCallWhoseAnswerHasComeDoesNotWait(CallStyle style) {
    FreightClient client =
        client(
            builder()
                .listener(
                    event -> {
                      if (event instanceof RequestEvent.AttemptEnded) stop.pass();
                    }));
    begin(() -> style.getBalance(client));
    stop.awaitSomebody();

    assertThat(client.activity()).isEqualTo(new Activity(1, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatIsBeingBookedDoesNotWait(CallStyle style) {
    FreightClient client = client(builder().spendListener(entry -> stop.pass()));
    client.quote(Operation.CREATE_LOAD, 1);
    begin(() -> style.createLoad(client, Loads.twoStops()));
    stop.awaitSomebody();

    assertThat(client.activity()).isEqualTo(new Activity(1, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatPausesBeforeItsNextAttemptIsNotInLine(CallStyle style) {
    server.faults().next(Operation.GET_BALANCE, Fault.status(503));
    FreightClient client =
        client(
            builder()
                .listener(
                    event -> {
                      if (event instanceof RequestEvent.RetryScheduled) stop.pass();
                    }));
    begin(() -> style.getBalance(client));
    stop.awaitSomebody();

    assertThat(client.activity()).isEqualTo(new Activity(1, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatWaitsForATopUpIsNotInLine(CallStyle style) {
    FreightClient client =
        client(
            builder()
                .topUpPolicy(
                    TopUpPolicy.handler(
                        need -> {
                          stop.pass();
                          broker.credit("5.00");
                          return Decision.SEND_AGAIN;
                        },
                        Duration.ofMinutes(10))));
    style.createLoad(client, Loads.twoStops());
    begin(() -> style.createLoad(client, Loads.twoStops()));
    stop.awaitSomebody();

    assertThat(client.activity()).isEqualTo(new Activity(1, 0, 0));
  }

  @Test
  @ExpectedWarnings("WARNING io.freightsdk.internal.client.ClientCore: a part of the client")
  void whatEndsWithAClientEndsOnceInItsOrderAndBeforeItsCalls() {
    List<String> ended = new ArrayList<>();
    FreightClient client =
        FreightClient.builder().baseUrl("http://127.0.0.1:9").agentKey("key").build();
    client.onClose(() -> ended.add("first"));
    Runnable takesBack = client.onClose(() -> ended.add("taken back"));
    client.onClose(
        () -> {
          throw new IllegalStateException("of the application");
        });
    client.onClose(() -> ended.add("last"));
    takesBack.run();

    client.close();
    client.close();
    client.onClose(() -> ended.add("too late"));

    assertThat(ended).containsExactly("first", "last", "too late");
  }
}
