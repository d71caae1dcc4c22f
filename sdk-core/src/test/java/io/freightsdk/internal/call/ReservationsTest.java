package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a call uses its guard, at the start and at the end of a reservation. */
class ReservationsTest {
  private static final Charge PRICE = Charge.charged(new BigDecimal("0.65"));

  private final ScriptedService service = new ScriptedService();
  private final TestGuard guard = TestGuard.unlimited();

  @AfterEach
  void close() {
    service.close();
    guard.assertEachCompletedOnce();
  }

  private FreightClient.Builder builder(SpendGuard guard) {
    return TestBuilders.withPrices(service.builderWithPrices(), FixedPrices.usual())
        .spendGuard(guard);
  }

  @ParameterizedTest
  @EnumSource
  void exceptionOfTheGuardIsNotReportedAsADeadline(CallStyle style) {
    guard.failWith(new CancellationException("by itself"));
    FreightClient client = service.client(builder(guard));
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));
    assertThat(failure)
        .isExactlyInstanceOf(FreightException.class)
        .hasMessageContaining("the spend guard")
        .hasRootCauseInstanceOf(CancellationException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void endedCallRequestsNoReservation(CallStyle style) {
    service.enqueue(
        ServiceResponses.error(500), ServiceResponses.success(Operation.GET_LOAD_POSITION));
    FreightClient client =
        service.client(
            builder(guard).retryPolicy(RetryPolicy.builder().retryUnknownReads(true).build()));
    guard.hangInComplete();
    service.world().after(Duration.ofMinutes(3), guard::release);
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(guard.purchases()).hasSize(1);
    assertThat(service.requestCount()).isEqualTo(1);
  }

  /** An operator needs the request id to ask the service about a call. */
  @ParameterizedTest
  @EnumSource
  void outcomeHasTheLastRequestIdOfTheService(CallStyle style) {
    service.enqueue(
        ServiceResponses.error(500).setHeader("X-Request-Id", "req-7"),
        ServiceResponses.success(Operation.CREATE_LOAD)
            .onResponseStart(new SocketEffect.CloseSocket()));
    FreightClient client =
        service.client(builder(guard).retryPolicy(RetryPolicy.builder().maxAttempts(2).build()));
    FreightException lost =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));

    assertThat(lost.attempts()).isEqualTo(2);
    assertThat(guard.entries())
        .extracting(entry -> entry.outcome().requestId())
        .containsExactly("req-7");
  }

  // --- the load in the outcome ---

  private static final String ID = "0b8f7a4e-6d1c-4b9a-9f55-0a1b2c3d4e5f";
  private static final String LINK = "https://example.com/track/trk_0123456789abcdef01234567";

  private Outcome outcomeOf(CallStyle style) {
    style.createLoad(service.client(builder(guard)), SampleLoads.twoStops());
    return guard.entries().get(guard.entries().size() - 1).outcome();
  }

  @ParameterizedTest
  @EnumSource
  void outcomeOfACreationHasItsLoad(CallStyle style) {
    service.enqueue(
        ServiceResponses.createdLoad(SampleLoads.NUMBER).setHeader("X-Request-Id", "req-7"));

    assertThat(outcomeOf(style))
        .isEqualTo(new Outcome(Charge.Kind.CHARGED, SampleLoads.NUMBER, ID, LINK, "req-7"));
  }

  @ParameterizedTest
  @EnumSource
  void outcomeOfADeduplicatedCreationHasItsLoad(CallStyle style) {
    service.enqueue(deduplicated(SampleLoads.NUMBER, ID, LINK));

    assertThat(outcomeOf(style))
        .isEqualTo(new Outcome(Charge.Kind.NONE, SampleLoads.NUMBER, ID, LINK, null));
  }

  private static MockResponse.Builder deduplicated(String number, String id, String link) {
    return ServiceResponses.json(
        200,
        "{\"ok\":true,\"deduplicated\":true,\"loadId\":\""
            + id
            + "\",\"loadNumber\":\""
            + number
            + "\",\"trackingLink\":\""
            + link
            + "\"}");
  }

  /** For each order of members. Members after the damage are not read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"loadId\":\"" + ID + "\",\"loadNumber\":\"LD-7\",!",
        "{\"loadNumber\":\"LD-7\",\"success\":true,\"loadId\":\"" + ID + "\",!",
      })
  void loadIdIsReadFromATruncatedResponse(String body) {
    service.enqueue(ServiceResponses.json(201, body));
    FreightClient client = service.client(builder(guard).retryPolicy(RetryPolicy.none()));
    catchThrowableOfType(FreightException.class, () -> client.createLoad(SampleLoads.twoStops()));

    assertThat(guard.entries())
        .extracting(TestGuard.Entry::outcome)
        .containsExactly(new Outcome(Charge.Kind.CHARGED, "LD-7", ID, null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"loadNumber\":\"LD-7\",!\"loadId\":\"" + ID + "\"}",
        "{\"loadNumber\":\"LD-7\",\"loadId\":7}",
        "{\"loadNumber\":\"LD-7\"}",
      })
  void damagedResponseMayHaveANumberWithoutAnId(String body) {
    service.enqueue(ServiceResponses.json(201, body));
    FreightClient client = service.client(builder(guard).retryPolicy(RetryPolicy.none()));
    catchThrowableOfType(FreightException.class, () -> client.createLoad(SampleLoads.twoStops()));

    assertThat(guard.entries())
        .extracting(TestGuard.Entry::outcome)
        .containsExactly(new Outcome(Charge.Kind.CHARGED, "LD-7", null, null, null));
  }

  /** The server was restarted between two attempts. */
  @ParameterizedTest
  @EnumSource
  void outcomeHasTheLoadOfTheLastResponse(CallStyle style) {
    service.enqueue(
        ServiceResponses.json(201, "{\"loadId\":\"" + ID + "\",\"loadNumber\":\"LD-1\",!"),
        ServiceResponses.json(201, "{\"loadNumber\":\"LD-2\",!"),
        ServiceResponses.error(400).setHeader("X-Request-Id", "req-9"));
    FreightClient client = service.client(builder(guard));
    catchThrowableOfType(
        FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));

    assertThat(guard.entries())
        .extracting(TestGuard.Entry::outcome)
        .containsExactly(new Outcome(Charge.Kind.CHARGED, "LD-2", null, null, "req-9"));
  }

  @ParameterizedTest
  @EnumSource
  void outcomeOfAReadHasNoLoad(CallStyle style) {
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    style.getLoadPosition(service.client(builder(guard)), SampleLoads.NUMBER);

    assertThat(guard.entries())
        .extracting(TestGuard.Entry::outcome)
        .containsExactly(new Outcome(Charge.Kind.CHARGED, null, null, null, null));
  }

  /** The load is certainly paid, even if its price is unknown. */
  @ParameterizedTest
  @EnumSource
  void damagedCreationWithoutAPriceEndsAsCharged(CallStyle style) {
    guard.allowUnknownPrices();
    service.enqueue(
        ServiceResponses.json(
            201, "{\"loadNumber\":\"" + SampleLoads.NUMBER + "\",\"trackingLink\":!"));
    FreightClient client =
        service.client(
            TestBuilders.withPrices(builder(guard), FixedPrices.none())
                .retryPolicy(RetryPolicy.none()));
    FreightException damaged =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));

    assertThat(damaged.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(guard.entries())
        .extracting(entry -> entry.outcome().kind(), entry -> entry.outcome().loadNumber())
        .containsExactly(tuple(Charge.Kind.CHARGED, SampleLoads.NUMBER));
  }

  // --- a call with two reservations ---

  /**
   * Starts a creation whose first attempt is charged and whose second attempt waits for a top-up.
   */
  private <T> Caller<T> createWithTwoReservations(
      FreightClient client, CallStyle style, Function<CreateLoadOutcome, T> result) {
    service.enqueue(
        ServiceResponses.json(
            201, "{\"loadNumber\":\"" + SampleLoads.NUMBER + "\",\"trackingLink\":!"),
        ServiceResponses.insufficientFunds());
    service.alwaysRespond(Operation.GET_BALANCE, ServiceResponses.success(Operation.GET_BALANCE));
    Caller<T> load =
        service.world().start(() -> result.apply(style.createLoad(client, SampleLoads.twoStops())));
    service.world().advance(Duration.ofSeconds(1));
    assertThat(load).isNotDone();
    return load;
  }

  @ParameterizedTest
  @EnumSource
  void chargeOfTheFirstReservationIsKeptInTheSecond(CallStyle style) {
    FreightClient client =
        service.client(
            builder(guard)
                .retryPolicy(RetryPolicy.builder().maxTopUpWait(Duration.ofMinutes(5)).build()));
    Caller<CreateLoadOutcome> load = createWithTwoReservations(client, style, created -> created);
    service.enqueue(ServiceResponses.success(Operation.CREATE_LOAD));
    service.world().advance(Duration.ofSeconds(30));

    CreateLoadOutcome created = CallStyle.join(load);
    assertThat(guard.entries())
        .extracting(entry -> entry.outcome().kind())
        .containsExactly(Charge.Kind.CHARGED, Charge.Kind.CHARGED);
    assertThat(guard.entries())
        .extracting(TestGuard.Entry::reported)
        .as("its own first reservation has paid for the key")
        .containsExactly(PRICE, Charge.NONE);
    assertThat(created.charge()).isEqualTo(PRICE);
  }

  /** A guard of an application that does not remember keys. */
  private static final class ForgetfulGuard implements SpendGuard {
    final List<Outcome> ended = new ArrayList<>();

    @Override
    public Decision reserve(Purchase purchase) {
      return new Reservation(purchase);
    }

    @Override
    public Charge complete(Purchase purchase, Outcome outcome) {
      ended.add(outcome);
      return switch (outcome.kind()) {
        case NONE -> Charge.NONE;
        case CHARGED -> PRICE;
        case UNKNOWN -> Charge.UNKNOWN;
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void lostRepeatOfAPaidCreationIsFree(CallStyle style) {
    ForgetfulGuard guard = new ForgetfulGuard();
    FreightClient client =
        service.client(
            builder(guard)
                .retryPolicy(RetryPolicy.builder().maxTopUpWait(Duration.ofMinutes(5)).build()));
    Caller<Charge> load =
        createWithTwoReservations(
            client,
            style,
            created -> {
              throw new AssertionError("created: " + created);
            });
    service.alwaysRespond(
        Operation.CREATE_LOAD,
        ServiceResponses.success(Operation.CREATE_LOAD)
            .onResponseStart(new SocketEffect.CloseSocket()));
    service.world().advance(Duration.ofMinutes(3));

    FreightException lost =
        catchThrowableOfType(FreightException.class, () -> CallStyle.join(load));
    assertThat(guard.ended)
        .extracting(Outcome::kind)
        .containsExactly(Charge.Kind.CHARGED, Charge.Kind.NONE);
    assertThat(guard.ended)
        .extracting(Outcome::loadNumber)
        .as("the second one's attempts named none")
        .containsExactly(SampleLoads.NUMBER, null);
    assertThat(lost.charge()).isEqualTo(PRICE);
  }

  private CreateLoadOutcome createWithCharge(CallStyle style, Charge guardCharge) {
    guard.reportWith(charge -> guardCharge);
    service.enqueue(ServiceResponses.success(Operation.CREATE_LOAD));
    return style.createLoad(
        service.client(builder(guard)), SampleLoads.twoStops(), CallOptions.DEFAULT);
  }

  /** The guard knows that an earlier call was charged for the key. */
  @ParameterizedTest
  @EnumSource
  void guardThatKnowsTheKeyMakesTheChargeNone(CallStyle style) {
    assertThat(createWithCharge(style, Charge.NONE).charge()).isEqualTo(Charge.NONE);
  }

  /** The service reported a charge of the key, but another call may have been charged. */
  @ParameterizedTest
  @EnumSource
  void guardWithoutACertainChargeMakesTheChargeUnknown(CallStyle style) {
    assertThat(createWithCharge(style, Charge.UNKNOWN).charge()).isEqualTo(Charge.UNKNOWN);
  }
}
