package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Balance;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A call has one price from its reservation to its end. One that stood in line or paused longer
 * than a price lives ends its reservation when its turn comes, and reserves again at a new price.
 */
class LongWaitTest extends MoneyTest {
  private static final Duration LIFE = Duration.ofSeconds(10);
  private static final Duration LONGER = LIFE.plusMillis(1);

  private final TestGuard guard = guard("5.00");
  private final String load = client(builder()).createLoad(Loads.twoStops()).loadNumber();

  /** With one place on the wire. */
  private FreightClientBuilder narrow() {
    return builder()
        .maxConcurrentRequests(1)
        .spendGuard(guard)
        .timeout(Duration.ofMinutes(5))
        .deadline(Duration.ofMinutes(10));
  }

  private static RetryPolicy after(Duration pause) {
    return RetryPolicy.builder()
        .initialBackoff(pause)
        .maxBackoff(pause)
        .retryUnknownReads(true)
        .build();
  }

  /** A read that holds the one place for so long. */
  private Caller<LoadPosition> holdTheWire(FreightClient client, Duration held) {
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(held));
    Caller<LoadPosition> first = world.start(() -> client.getLoadPosition(load));
    world.runUntilWaiting(first);
    return first;
  }

  private Caller<Charge> read(CallStyle style, FreightClient client, CallOptions options) {
    Caller<Charge> read =
        world.start(
            () -> {
              FreightResponse<LoadPosition> answer =
                  style == CallStyle.BLOCKING
                      ? client.withResponse().getLoadPosition(load, options)
                      : CallStyle.join(
                          client.async().withResponse().getLoadPosition(load, options));
              return answer.charge();
            });
    world.runUntilWaiting(read);
    return read;
  }

  /** What became of the reservations of reads, in the order of their end. */
  private List<Charge.Kind> outcomes() {
    return guard.entries().stream().map(entry -> entry.outcome().kind()).toList();
  }

  /**
   * Below a second nobody reserves again, however short the life of a price is; after four minutes
   * everybody does, however long it is, because the guard has to see how old the key is.
   */
  static Stream<Arguments> waits() {
    return Stream.of(
            Arguments.of(LIFE, LIFE, false),
            Arguments.of(LIFE, LONGER, true),
            Arguments.of(Duration.ofMinutes(1), Duration.ofMinutes(1), false),
            Arguments.of(Duration.ofMinutes(1), Duration.ofMillis(60_001), true),
            Arguments.of(Duration.ofHours(1), Duration.ofMinutes(4), false),
            Arguments.of(Duration.ofHours(1), Duration.ofMillis(240_001), true),
            Arguments.of(Duration.ofMillis(200), Duration.ofSeconds(1), false),
            Arguments.of(Duration.ofMillis(200), Duration.ofMillis(1_001), true))
        .flatMap(
            row ->
                Stream.of(CallStyle.values())
                    .map(style -> Arguments.of(row.get()[0], row.get()[1], row.get()[2], style)));
  }

  @ParameterizedTest(name = "life {0}, wait {1}: again {2}, {3}")
  @MethodSource("waits")
  void aCallThatStoodInLineLongerThanAPriceLivesReservesAgain(
      Duration life, Duration wait, boolean again, CallStyle style) {
    FreightClient client = client(narrow().priceLife(life));
    Caller<LoadPosition> first = holdTheWire(client, wait);
    Caller<Charge> second = read(style, client, CallOptions.DEFAULT);
    server.price("position_read", "0.05");

    Charge told = CallStyle.join(second);

    CallStyle.join(first);
    assertThat(told).isEqualTo(Charge.charged(wait.compareTo(life) > 0 && again ? "0.05" : "0.02"));
    assertThat(outcomes())
        .containsExactlyElementsOf(
            again
                ? List.of(Charge.Kind.CHARGED, Charge.Kind.NONE, Charge.Kind.CHARGED)
                : List.of(Charge.Kind.CHARGED, Charge.Kind.CHARGED));
    assertThat(guard.asked()).extracting(Purchase::attempt).containsOnly(1);
    assertThat(broker.debitsFor(load)).hasSize(3);
  }

  @ParameterizedTest(name = "life {0}, wait {1}: again {2}, {3}")
  @MethodSource("waits")
  void aCallThatPausedLongerThanAPriceLivesReservesAgain(
      Duration life, Duration wait, boolean again, CallStyle style) {
    FreightClient client =
        client(
            builder()
                .deadline(Duration.ofMinutes(10))
                .spendGuard(guard)
                .priceLife(life)
                .retryPolicy(after(wait)));
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.billingUnavailable());
    Caller<Charge> read = read(style, client, CallOptions.DEFAULT);
    server.price("position_read", "0.05");

    assertThat(CallStyle.join(read))
        .isEqualTo(Charge.charged(wait.compareTo(life) > 0 && again ? "0.05" : "0.02"));

    assertThat(outcomes())
        .containsExactlyElementsOf(
            again ? List.of(Charge.Kind.NONE, Charge.Kind.CHARGED) : List.of(Charge.Kind.CHARGED));
  }

  /** What the lost attempt may have cost stays; the key is one debit. */
  @ParameterizedTest
  @EnumSource
  void aLostCreationEndsItsReservationAsUnknownAndItsKeyCountsOnce(CallStyle style) {
    TestGuard oneLoad = guard("0.70");
    FreightClient client = client(builder().spendGuard(oneLoad).retryPolicy(after(LONGER)));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    Caller<CreateLoadOutcome> creation =
        world.start(() -> style.createLoad(client, Loads.twoStops()));
    world.runUntilWaiting(creation);
    server.price("load_create", "0.70");

    CreateLoadOutcome created = CallStyle.join(creation);

    assertThat(created.attempts()).isEqualTo(2);
    assertThat(created.charge().kind()).isEqualTo(Charge.Kind.CHARGED);
    assertThat(oneLoad.entries())
        .extracting(entry -> entry.outcome().kind())
        .containsExactly(Charge.Kind.UNKNOWN, Charge.Kind.CHARGED);
    assertThat(oneLoad.asked()).extracting(Purchase::attempt).containsExactly(1, 2);
    assertThat(oneLoad.usedUsd()).isEqualByComparingTo("0.70");
    assertThat(broker.debits()).hasSize(2);
  }

  /** A creation that was lost at one price and is repeated at a higher one may find no room. */
  @ParameterizedTest
  @EnumSource
  void aLostCreationThatFindsNoRoomAtAHigherPriceIsRefused(CallStyle style) {
    TestGuard oneLoad = guard("0.69");
    FreightClient client = client(builder().spendGuard(oneLoad).retryPolicy(after(LONGER)));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    Caller<CreateLoadOutcome> creation =
        world.start(() -> style.createLoad(client, Loads.twoStops()));
    world.runUntilWaiting(creation);
    server.price("load_create", "0.70");

    FreightException lost =
        catchThrowableOfType(FreightException.class, () -> CallStyle.join(creation));

    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(lost.attempts()).isEqualTo(1);
    assertThat(lost.getSuppressed()[0]).isInstanceOf(SpendLimitExceededException.class);
    assertThat(oneLoad.unknownUsd()).isEqualByComparingTo("0.65");
  }

  @ParameterizedTest
  @EnumSource
  void aPriceThatRoseWhileACallStoodInLineMustFitItsMaxPrice(CallStyle style) {
    FreightClient client = client(narrow());
    Caller<LoadPosition> first = holdTheWire(client, LONGER);
    CallOptions most = CallOptions.builder().maxPrice("0.04").build();
    Caller<Charge> second = read(style, client, most);
    server.price("position_read", "0.05");

    PriceLimitExceededException refusal =
        catchThrowableOfType(PriceLimitExceededException.class, () -> CallStyle.join(second));

    assertThat(refusal.priceUsd()).isEqualByComparingTo("0.05");
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.attempts()).isZero();
    CallStyle.join(first);
    assertThat(guard.usedUsd()).isEqualByComparingTo(READ);
  }

  /** Otherwise it might never leave: once for each attempt, whatever the next wait is. */
  @ParameterizedTest
  @EnumSource
  void aCallReservesAgainOnceForEachAttempt(CallStyle style) {
    FreightClient client = client(narrow().retryPolicy(after(LONGER)));
    Caller<LoadPosition> first = holdTheWire(client, LONGER);
    Caller<Charge> second = read(style, client, CallOptions.DEFAULT);
    guard.decideLate();
    world.advance(LONGER);
    assertThat(guard.asked()).as("it reserves again").hasSize(3);
    server.faults().next(Operation.GET_BALANCE, Fault.delay(LONGER));
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.billingUnavailable());
    Caller<Balance> balance = world.start(client::getBalance);
    guard.answer();
    world.settle();
    world.advance(LONGER);
    assertThat(guard.asked()).as("it is sent after a second wait").hasSize(3);

    assertThat(CallStyle.join(second)).isEqualTo(Charge.charged(READ));

    assertThat(guard.asked()).extracting(Purchase::attempt).containsExactly(1, 1, 1, 2);
    CallStyle.join(first);
    CallStyle.join(balance);
  }

  /**
   * Whoever is in line when it comes back waits for it, and of several that come back the first is
   * the first. Only one that was in line when the price had come has its place on the wire.
   */
  @ParameterizedTest
  @EnumSource
  void whoReservesAgainKeepsItsPlace(CallStyle style) {
    // The price is read over the wire, which takes a while.
    world.network().latency(Duration.ofMillis(100));
    FreightClient client = client(narrow());
    String[] loads = new String[3];
    for (int i = 0; i < loads.length; i++) {
      loads[i] = client(builder()).createLoad(Loads.twoStops()).loadNumber();
    }
    List<Caller<?>> calls = new ArrayList<>();
    calls.add(holdTheWire(client, LONGER));
    for (String each : loads) {
      calls.add(world.start(() -> style.getLoadPosition(client, each)));
    }
    calls.forEach(world::runUntilWaiting);
    world.advance(LONGER.plusMillis(250));
    for (int i = 0; i < 2; i++) calls.add(world.start(() -> style.getBalance(client)));
    calls.forEach(call -> CallStyle.join(call));

    List<String> requests =
        server.journal().matching(sent -> true).stream().map(RecordedRequest::path).toList();
    List<String> last = requests.subList(requests.size() - 6, requests.size());
    assertThat(last)
        .extracting(path -> path.substring(path.lastIndexOf('/') + 1))
        .containsExactly("pricing", "balance", loads[0], loads[1], loads[2], "balance");
    assertThat(guard.asked()).hasSize(1 + 3 * 2);
  }
}
