package io.freightsdk.topups;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldNetwork;
import io.freightsdk.testing.WorldNetwork.Responder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that wait for a top-up. */
class TopUpTest extends ServerFixture {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** From a refusal to the first read of the balance. */
  private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

  private static final Duration DEADLINE = Duration.ofSeconds(40);
  private static final CallOptions OWN_DEADLINE = CallOptions.builder().deadline(DEADLINE).build();

  /** Not enough for a load. */
  private final Broker poor = server.createBroker("0.30");

  @Override
  protected FreightClient.Builder builder() {
    return super.builder().agentKey(poor.agentKey());
  }

  private FreightClient.Builder waitingBuilder() {
    return builder().retryPolicy(RetryPolicy.builder().maxTopUpWait(LONG).build());
  }

  @ParameterizedTest
  @EnumSource
  void callFailsImmediatelyByDefault(CallStyle style) {
    FreightClient client = client(builder());
    InsufficientFundsException refusal =
        catchThrowableOfType(
            InsufficientFundsException.class,
            () -> style.createLoad(client, SampleLoads.twoStops()));
    assertThat(refusal.balanceUsd()).isEqualByComparingTo("0.30");
    assertThat(refusal.attempts()).isEqualTo(1);
    assertThat(world.now()).isEqualTo(World.START);
    assertThat(requestCount(Operation.GET_BALANCE)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void policyOfACallOverridesTheClients(CallStyle style) {
    FreightClient failsFast = client(builder());
    RetryPolicy patient = RetryPolicy.builder().maxTopUpWait(LONG).build();
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(failsFast, SampleLoads.twoStops(), withPolicy(patient)));
    world.runUntilWaiting(load);
    poor.credit("0.65"); // 0.95: one load
    assertThat(CallStyle.join(load).attempts()).isEqualTo(2);

    FreightClient waits = client(waitingBuilder());
    long before = requestCount(Operation.GET_BALANCE);
    assertThatExceptionOfType(InsufficientFundsException.class)
        .isThrownBy(
            () ->
                style.createLoad(
                    waits, SampleLoads.twoStops(), withPolicy(RetryPolicy.standard())));
    assertThat(requestCount(Operation.GET_BALANCE)).isEqualTo(before);
  }

  private static CallOptions withPolicy(RetryPolicy policy) {
    return CallOptions.builder().retryPolicy(policy).build();
  }

  @ParameterizedTest
  @EnumSource
  void waitingCallIsResentWithItsKeyOnceTheBalanceCoversIt(CallStyle style) {
    FreightClient client = client(waitingBuilder());
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops(), key("order-1")));
    world.runUntilWaiting(load);
    poor.credit("1.00");
    // Nothing is reported: the poller finds it.
    assertThat(CallStyle.join(load).attempts()).isEqualTo(2);
    assertThat(poor.debits().stream().filter(debit -> "order-1".equals(debit.idempotencyKey())))
        .hasSize(1);
    assertThat(poor.balanceUsd()).isEqualByComparingTo("0.65");
  }

  @ParameterizedTest
  @EnumSource
  void balanceSpentByAContinuedCallIsFreeForTheNext(CallStyle style) {
    FreightClient client = client(waitingBuilder());
    for (int i = 0; i < 2; i++) {
      Caller<CreateLoadOutcome> load =
          world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
      world.runUntilWaiting(load);
      poor.credit("0.65"); // 0.95: one load
      assertThat(CallStyle.join(load).attempts()).isEqualTo(2);
    }
  }

  @Test
  void coveredCallsContinueAndShareOneBalanceRead() {
    TestGuard guard = guard();
    FreightClient client = client(waitingBuilder().spendGuard(guard));
    List<CompletableFuture<CreateLoadOutcome>> loads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      loads.add(client.async().createLoad(SampleLoads.twoStops(), key("order-" + i)));
      world.runUntilWaiting(loads.get(i));
    }
    assertThat(guard.reservedUsd()).as("who waits has nothing set aside").isZero();
    long before = requestCount(Operation.GET_BALANCE);
    poor.credit("1.70"); // 2.00: three loads
    world.advance(FIRST_LOOK);
    world.settle();
    assertThat(loads.stream().filter(CompletableFuture::isDone)).hasSize(3);
    assertThat(requestCount(Operation.CREATE_LOAD))
        .as("no call is sent without balance")
        .isEqualTo(8 + 3);
    assertThat(requestCount(Operation.GET_BALANCE) - before).isLessThanOrEqualTo(4);

    poor.credit("20.00");
    loads.forEach(CallStyle::join);
    assertThat(createdKeys()).hasSize(8).doesNotHaveDuplicates();
    assertThat(guard.chargedUsd()).isEqualByComparingTo("5.20");
  }

  /** Each account has its own balance. */
  @ParameterizedTest
  @EnumSource
  void clientOfAnotherKeyReadsItsOwnBalance(CallStyle style) {
    Broker other = server.createBroker("0.30");
    FreightClient client = client(waitingBuilder());
    FreightClient ofOther = client.withAgentKey(other.agentKey(), null);
    Caller<CreateLoadOutcome> mine =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    Caller<CreateLoadOutcome> his =
        world.start(() -> style.createLoad(ofOther, SampleLoads.twoStops()));
    world.runUntilWaiting(mine);
    world.runUntilWaiting(his);
    other.credit("5.00");
    world.advance(FIRST_LOOK);
    world.settle();

    assertThat(his).isCompleted();
    assertThat(mine).isNotDone();
    assertThat(requestCount(Operation.CREATE_LOAD))
        .as("no call is sent without balance")
        .isEqualTo(2 + 1);
    poor.credit("5.00");
    assertThat(CallStyle.join(mine).attempts()).isEqualTo(2);
    assertThat(List.of(poor.debits().size(), other.debits().size())).containsExactly(1, 1);
  }

  /** A call that the balance covers continues before an earlier one that it does not cover. */
  @ParameterizedTest
  @EnumSource
  void coveredReadContinuesBeforeAnUncoveredCreation(CallStyle style) {
    String load = createLoadOfPoorBroker();
    FreightClient client = client(waitingBuilder());
    Caller<CreateLoadOutcome> creation =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    Caller<LoadPosition> read = world.start(() -> style.getLoadPosition(client, load));
    world.runUntilWaiting(creation);
    world.runUntilWaiting(read);
    poor.credit("0.02");
    world.advance(FIRST_LOOK);
    world.settle();

    assertThat(read).isCompleted();
    assertThat(creation).isNotDone();
    poor.credit("0.65");
    assertThat(CallStyle.join(creation).attempts()).isEqualTo(2);
  }

  /** Another call has used the top-up. */
  @ParameterizedTest
  @EnumSource
  void callRefusedAgainWaitsAgain(CallStyle style) {
    FreightClient client = client(waitingBuilder());
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops(), key("order-1")));
    world.runUntilWaiting(load);
    FreightClient other = clientWithPrices(builder());
    poor.credit("0.65");
    world.network().latency(Duration.ofMillis(100));
    world.advance(FIRST_LOOK);
    world.settle();
    other.createLoad(SampleLoads.twoStops(), key("order-2"));
    world.advance(Duration.ofMillis(500));
    world.runUntilWaiting(load);
    poor.credit("0.65");

    assertThat(CallStyle.join(load).attempts()).isEqualTo(3);
    assertThat(createdKeys()).containsExactly("order-2", "order-1");
  }

  /** During the wait others can use the budget, except the price of a lost attempt. */
  @ParameterizedTest(name = "lost before {0}, {1}")
  @CsvSource({"false, BLOCKING", "false, FUTURE", "true, BLOCKING", "true, FUTURE"})
  void refusedCallReleasesItsReservationAndReservesAgain(boolean lost, CallStyle style) {
    TestGuard guard = guard("1.00");
    FreightClient client = client(waitingBuilder().spendGuard(guard));
    if (lost) server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops(), key("order-1")));
    world.advance(Duration.ofSeconds(1));
    world.runUntilWaiting(load);
    assertThat(guard.open()).as("while it waits").isEmpty();
    assertThat(guard.reservedUsd()).isZero();
    assertThat(guard.unknownUsd()).isEqualByComparingTo(lost ? "0.65" : "0");
    world.advance(Duration.ofSeconds(11));
    server.price("load_create", "0.95");

    poor.credit("1.00");
    CreateLoadOutcome created = CallStyle.join(load);

    assertThat(created.charge()).isEqualTo(Charge.charged("0.95"));
    assertThat(guard.entries())
        .extracting(entry -> entry.outcome().kind())
        .containsExactly(lost ? Charge.Kind.UNKNOWN : Charge.Kind.NONE, Charge.Kind.CHARGED);
    assertThat(guard.purchases())
        .extracting(purchase -> purchase.quote().usd().toPlainString())
        .containsExactly("0.65", "0.95");
    assertThat(guard.usedUsd()).isEqualByComparingTo("0.95");
  }

  /** Another call has used the budget during the wait. */
  @ParameterizedTest
  @EnumSource
  void callWithoutBudgetIsRefusedAfterItsTopUp(CallStyle style) {
    TestGuard guard = guard("0.65");
    FreightClient client = client(waitingBuilder().spendGuard(guard));
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    world.runUntilWaiting(load);
    client(super.builder().spendGuard(guard)).createLoad(SampleLoads.twoStops());
    poor.credit("5.00");

    SpendLimitExceededException refusal =
        catchThrowableOfType(SpendLimitExceededException.class, () -> CallStyle.join(load));

    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.attempts()).isEqualTo(1);
    assertThat(poor.debits()).isEmpty();
  }

  /** Creates a load. Nothing is left. */
  private String createLoadOfPoorBroker() {
    poor.credit("0.35");
    return client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
  }

  @ParameterizedTest
  @EnumSource
  void waitEndsAfterMaxTopUpWait(CallStyle style) {
    TestGuard guard = guard();
    FreightClient client = client(waitingBuilder().spendGuard(guard));
    assertThatExceptionOfType(InsufficientFundsException.class)
        .isThrownBy(() -> style.createLoad(client, SampleLoads.twoStops()));
    assertThat(world.now()).isEqualTo(World.START.plus(LONG));
    assertThat(guard.usedUsd()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void waitEndsAtTheDeadlineOfTheCall(CallStyle style) {
    FreightClient client = client(waitingBuilder());
    Duration deadline = LONG.dividedBy(2);
    CallOptions options = CallOptions.builder().deadline(deadline).build();

    assertThatExceptionOfType(FreightException.class)
        .isThrownBy(() -> style.createLoad(client, SampleLoads.twoStops(), options))
        .matches(failure -> failure.charge().equals(Charge.NONE));
    assertThat(world.now()).isEqualTo(World.START.plus(deadline));
    assertThat(requestCount(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void waitExceedsTheDeadlineOfTheClient(CallStyle style) {
    FreightClient client = client(waitingBuilder().callTimeout(LONG.dividedBy(4)));
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    world.advance(LONG.dividedBy(2));
    world.runUntilWaiting(load);

    poor.credit("5.00");

    assertThat(CallStyle.join(load).attempts()).isEqualTo(2);
    assertThat(poor.debits()).hasSize(1);
  }

  // --- the key that it begins anew with ---

  /** The keys of the requests of a creation that waits for one top-up, in order. */
  private List<String> keysOf(CallOptions options, boolean firstIsLost, CallStyle style) {
    List<String> keys = new ArrayList<>();
    FreightClient client = client(waitingBuilder());
    if (firstIsLost) server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    world.network().onRequest(request -> keys.add(request.header("Idempotency-Key")));
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops(), options));
    world.advance(Duration.ofSeconds(2));
    world.runUntilWaiting(load);
    poor.credit("1.00");
    CallStyle.join(load);
    keys.removeIf(Objects::isNull);
    return keys;
  }

  /** A service may store its refusal under the key. */
  @ParameterizedTest
  @EnumSource
  void randomKeyIsReplacedAfterATopUp(CallStyle style) {
    assertThat(keysOf(CallOptions.DEFAULT, false, style)).hasSize(2).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void keyOfTheCallerIsKeptAfterATopUp(CallStyle style) {
    assertThat(keysOf(key("order-1"), false, style)).containsExactly("order-1", "order-1");
  }

  /** Otherwise the load could be charged twice. */
  @ParameterizedTest
  @EnumSource
  void keyOfALostAttemptIsKeptAfterATopUp(CallStyle style) {
    List<String> keys = keysOf(CallOptions.DEFAULT, true, style);
    assertThat(keys).hasSize(3);
    assertThat(Set.copyOf(keys)).hasSize(1);
  }

  /** A retry with the earlier key would buy another load. */
  @ParameterizedTest
  @EnumSource
  void failureAfterATopUpReportsTheLastKey(CallStyle style) {
    List<String> keys = new ArrayList<>();
    RetryPolicy once = RetryPolicy.builder().maxAttempts(1).maxTopUpWait(LONG).build();
    FreightClient client = client(builder().retryPolicy(once));
    world.network().onRequest(request -> keys.add(request.header("Idempotency-Key")));
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    world.runUntilWaiting(load);
    server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    poor.credit("1.00");

    FreightException lost =
        catchThrowableOfType(FreightException.class, () -> CallStyle.join(load));

    keys.removeIf(Objects::isNull);
    assertThat(keys).hasSize(2).doesNotHaveDuplicates();
    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(lost.idempotencyKey()).isEqualTo(keys.get(1));
  }

  // --- a service that responds to a repeat with the refusal of the first ---

  @ParameterizedTest
  @EnumSource
  void rememberedRefusalDoesNotStopACallWithARandomKey(CallStyle style) {
    world.network().wrapService(RememberedRefusals::new);
    FreightClient client = client(waitingBuilder());
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    world.runUntilWaiting(load);
    poor.credit("1.00");

    assertThat(CallStyle.join(load).attempts()).isEqualTo(2);
    assertThat(poor.debits()).hasSize(1);
  }

  /** Callers with their own keys must use another one. */
  @ParameterizedTest
  @EnumSource
  void rememberedRefusalStopsACallWithAKeyOfTheCaller(CallStyle style) {
    world.network().wrapService(RememberedRefusals::new);
    FreightClient client = client(waitingBuilder());
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops(), key("order-1")));
    world.runUntilWaiting(load);
    poor.credit("1.00");

    InsufficientFundsException refusal =
        catchThrowableOfType(InsufficientFundsException.class, () -> CallStyle.join(load));
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(world.now()).isEqualTo(World.START.plus(LONG));
    assertThat(poor.debits()).isEmpty();
    style.createLoad(client, SampleLoads.twoStops(), key("order-1-again"));
    assertThat(poor.debits()).hasSize(1);
  }

  /** The load may be charged already, so another key could buy a second load. */
  @ParameterizedTest
  @EnumSource
  void rememberedRefusalAfterALostAttemptHasAnUnknownCharge(CallStyle style) {
    world.network().wrapService(RememberedRefusals::new);
    FreightClient client = client(waitingBuilder());
    server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    world.advance(Duration.ofSeconds(2));
    world.runUntilWaiting(load);
    poor.credit("1.00");

    InsufficientFundsException refusal =
        catchThrowableOfType(InsufficientFundsException.class, () -> CallStyle.join(load));
    assertThat(refusal.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(poor.debits()).isEmpty();
  }

  /** Wraps a service, and repeats its refusals with 402 under the same key. */
  private record RememberedRefusals(
      WorldNetwork.Service service, Map<String, Consumer<Responder>> refused)
      implements WorldNetwork.Service {
    RememberedRefusals(WorldNetwork.Service service) {
      this(service, new HashMap<>());
    }

    @Override
    public void serve(Request request, byte[] body, Responder responder) {
      String key = request.header("Idempotency-Key");
      Consumer<Responder> before = refused.get(key);
      if (before != null) {
        before.accept(responder);
      } else {
        service.serve(
            request, body, key == null ? responder : rememberingResponder(key, responder));
      }
    }

    private Responder rememberingResponder(String key, Responder responder) {
      return new Responder() {
        @Override
        public void respond(Duration after, Response.Builder head, byte[] body) {
          if (new String(body, UTF_8).contains("INSUFFICIENT_FUNDS")) {
            refused.put(key, next -> next.respond(after, head, body));
          }
          responder.respond(after, head, body);
        }

        @Override
        public void truncate(Duration after, Response.Builder head, byte[] begun, IOException how) {
          responder.truncate(after, head, begun, how);
        }

        @Override
        public void fail(Duration after, IOException how) {
          responder.fail(after, how);
        }
      };
    }
  }

  // --- a deadline that is shorter than the waits for money and for the service ---

  @ParameterizedTest
  @EnumSource
  void topUpWaitExtendsTheDeadlineOfTheClient(CallStyle style) {
    assertThat(attempts(style, CallOptions.DEFAULT, guard())).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void topUpWaitDoesNotExtendTheDeadlineOfACall(CallStyle style) {
    assertThat(attempts(style, OWN_DEADLINE, guard())).isEqualTo(2);
  }

  /** Otherwise a lost read would count late in a period. */
  @ParameterizedTest
  @EnumSource
  void reservedTimeExcludesTheTopUpWait(CallStyle style) {
    assertThat(reservedTimes(style, CallOptions.DEFAULT)).containsExactly(DEADLINE, DEADLINE);
  }

  @ParameterizedTest
  @EnumSource
  void reservedTimeIsTheRestOfTheDeadlineOfACall(CallStyle style) {
    assertThat(reservedTimes(style, OWN_DEADLINE))
        .containsExactly(DEADLINE, Duration.ofSeconds(25));
  }

  private List<Duration> reservedTimes(CallStyle style, CallOptions options) {
    TestGuard guard = guard();
    int unused = attempts(style, options, guard);
    return guard.purchases().stream().map(Purchase::remainingTime).toList();
  }

  /**
   * The client sees the top-up after 15 seconds. Then the service asks for 30 seconds of backoff,
   * which exceeds a deadline of 40 seconds unless the first wait does not count.
   */
  private int attempts(CallStyle style, CallOptions options, TestGuard guard) {
    FreightClient client = client(waitingBuilder().callTimeout(DEADLINE).spendGuard(guard));
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops(), options));
    world.advance(Duration.ofSeconds(10));
    server.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable().withRetryAfter("30"));
    poor.credit("5.00");
    try {
      return CallStyle.join(load).attempts();
    } catch (FreightException tooLate) {
      return tooLate.attempts();
    }
  }

  // --- a call that is refused with 402 whatever the balance is ---

  /**
   * Immediately, after 5 seconds, after 10 more, and then every 30: twelve requests in five
   * minutes.
   */
  @ParameterizedTest
  @EnumSource
  void refusalDespiteTheBalanceIsRetriedAtGrowingIntervals(CallStyle style) {
    poor.credit("4.70");
    assertThat(sentInFiveMinutes(style, FixedPrices.usual())).isEqualTo(12);
  }

  @ParameterizedTest
  @EnumSource
  void callWithoutAPriceIsRetriedAtGrowingIntervals(CallStyle style) {
    assertThat(sentInFiveMinutes(style, FixedPrices.none())).isEqualTo(12);
  }

  @ParameterizedTest
  @EnumSource
  void readPriceAppliesIfTheRefusalHasNone(CallStyle style) {
    poor.credit("0.34");
    assertThat(sentInFiveMinutes(style, FixedPrices.usual())).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void priceOfTheRefusalOverridesTheReadPrice(CallStyle style) {
    FreightClient client = client(TestBuilders.withPrices(waitingBuilder(), FixedPrices.usual()));
    server.price("load_create", "0.95");
    poor.credit("0.50"); // 0.80
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    world.advance(LONG);

    assertThat(load).isCompletedExceptionally();
    assertThat(requestCount(Operation.CREATE_LOAD)).isOne();
  }

  private long sentInFiveMinutes(CallStyle style, FixedPrices prices) {
    Fault refusal = Fault.status(402).withBody("{\"error\":\"x\",\"code\":\"INSUFFICIENT_FUNDS\"}");
    server.faults().always(Operation.CREATE_LOAD, refusal);
    FreightClient.Builder builder =
        builder().retryPolicy(RetryPolicy.builder().maxTopUpWait(Duration.ofMinutes(5)).build());
    FreightClient client = client(TestBuilders.withPrices(builder, prices));
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    world.advance(Duration.ofMinutes(6));
    assertThat(load).as("after its longest wait").isDone();
    assertThat(catchThrowableOfType(FreightException.class, () -> CallStyle.join(load)))
        .isInstanceOf(InsufficientFundsException.class);
    return requestCount(Operation.CREATE_LOAD);
  }

  // --- who does not wait to the end ---

  @Test
  void cancelledCallReservesNothing() {
    FreightClient client = client(waitingBuilder().spendGuard(guard("0.65")));
    CompletableFuture<CreateLoadOutcome> given = client.async().createLoad(SampleLoads.twoStops());
    world.runUntilWaiting(given);
    given.cancel(true);
    world.settle();
    poor.credit("5.00");
    client.createLoad(SampleLoads.twoStops());
    assertThat(createdKeys()).hasSize(1);
  }

  private List<String> createdKeys() {
    return poor.debits().stream().map(LedgerEntry::idempotencyKey).toList();
  }
}
