package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClient.Activity;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.TopUpHandler.Decision;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client says that it is doing, in each state of a call. */
class ClientActivityTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("0.70");
  private final AtomicReference<FreightClient> self = new AtomicReference<>();

  /** What the client said at the moment that a test is about. */
  private final List<Activity> said = new ArrayList<>();

  @AfterEach
  void close() {
    world.close();
    server.close();
  }

  private FreightClientBuilder builder() {
    return world.builder().agentKey(broker.agentKey()).maxConcurrentRequests(1);
  }

  private FreightClient client(FreightClientBuilder builder) {
    FreightClient client = world.client(builder);
    self.set(client);
    return client;
  }

  /** The client says what it is doing. */
  private void ask() {
    said.add(self.get().activity());
  }

  /** Says what it is doing at the first event of this kind. */
  private RequestListener at(Class<? extends RequestEvent> kind) {
    return event -> {
      if (kind.isInstance(event) && said.isEmpty()) ask();
    };
  }

  /** The one place on the wire is taken for a while. */
  private Caller<Balance> holdTheWire(FreightClient client, CallStyle style) {
    server.faults().next(Operation.GET_BALANCE, Fault.delay(Duration.ofSeconds(20)));
    Caller<Balance> first = world.start(() -> style.getBalance(client));
    world.runUntilWaiting(first);
    return first;
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
                      ask();
                      return broker.agentKey();
                    }));
    style.getBalance(client);

    assertThat(said).containsExactly(new Activity(1, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void aCallWhoseRequestIsInFlightDoesNotWait(CallStyle style) {
    FreightClient client = client(builder());
    Caller<Balance> call = holdTheWire(client, style);

    assertThat(client.activity()).isEqualTo(new Activity(1, 1, 0));
    CallStyle.join(call);
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatFindsTheWireTakenWaits(CallStyle style) {
    FreightClient client = client(builder());
    Caller<Balance> first = holdTheWire(client, style);
    Caller<Balance> second = world.start(() -> style.getBalance(client));
    world.runUntilWaiting(second);

    assertThat(client.activity()).isEqualTo(new Activity(2, 1, 1));
    assertThat(world.network().sent()).isOne();
    CallStyle.join(first);
    CallStyle.join(second);
    assertThat(client.activity()).isEqualTo(new Activity(0, 0, 0));
  }

  /** Its price is asked for, and that request is the one that waits. */
  @ParameterizedTest
  @EnumSource
  void aCallThatWaitsForAPriceIsInLineOnlyAsFarAsItsPriceIs(CallStyle style) {
    FreightClient client = client(builder());
    Caller<Balance> first = holdTheWire(client, style);
    CallOptions most = CallOptions.builder().maxPrice("1.00").build();
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, Loads.twoStops(), most));
    world.runUntilWaiting(load);

    assertThat(client.activity()).isEqualTo(new Activity(2, 1, 1));
    CallStyle.join(first);
    CallStyle.join(load);
  }

  @ParameterizedTest
  @EnumSource
  void aCallWhoseAnswerHasComeDoesNotWait(CallStyle style) {
    FreightClient client = client(builder().listener(at(RequestEvent.AttemptEnded.class)));
    style.getBalance(client);

    assertThat(said).containsExactly(new Activity(1, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void aCallWhoseGuardHearsItsOutcomeDoesNotWait(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock()).whenCompleted(entry -> ask());
    FreightClient client = client(builder().spendGuard(guard));
    client.quote(Operation.CREATE_LOAD, 1);
    style.createLoad(client, Loads.twoStops());

    assertThat(said).containsExactly(new Activity(1, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatPausesBeforeItsNextAttemptIsNotInLine(CallStyle style) {
    server.faults().next(Operation.GET_BALANCE, Fault.status(503));
    FreightClient client = client(builder().listener(at(RequestEvent.RetryScheduled.class)));
    style.getBalance(client);

    assertThat(said).containsExactly(new Activity(1, 0, 0));
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
                          ask();
                          broker.credit("5.00");
                          return Decision.SEND_AGAIN;
                        },
                        Duration.ofMinutes(10))));
    style.createLoad(client, Loads.twoStops());
    style.createLoad(client, Loads.twoStops());

    assertThat(said).containsExactly(new Activity(1, 0, 0));
  }

  @Test
  void whatEndsWithAClientEndsOnceInItsOrderAndBeforeItsCalls() {
    List<String> ended = new ArrayList<>();
    FreightClient client = client(builder());
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
