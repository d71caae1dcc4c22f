package io.freightsdk.prices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A paid call whose price list cannot be read. */
class PriceUnavailableTest extends ServerFixture {
  private static Fault failing() {
    return Fault.status(500);
  }

  private static Fault hanging() {
    return Fault.delay(Duration.ofSeconds(60));
  }

  static Stream<Arguments> faults() {
    return Stream.of(failing(), hanging())
        .flatMap(fault -> Stream.of(CallStyle.values()).map(style -> Arguments.of(fault, style)));
  }

  private void assertUnavailable(CallStyle style, FreightClient client, CallOptions options) {
    FreightException refusal =
        catchThrowableOfType(
            FreightException.class,
            () -> style.createLoad(client, SampleLoads.twoStops(), options));
    assertThat(refusal).isInstanceOf(PriceUnavailableException.class);
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.attempts()).isZero();
    assertThat(refusal.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(refusal.operation()).isEqualTo(Operation.CREATE_LOAD);
    assertThat(requestCount(Operation.CREATE_LOAD)).isZero();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("faults")
  void expiredPriceRefusesACallUnderALimit(Fault fault, CallStyle style) {
    FreightClient client = client(builder().spendGuard(guard("5.00")));
    client.price(Operation.CREATE_LOAD);
    server.faults().always(Operation.GET_PRICING, fault);
    world.advance(Duration.ofMinutes(5).plusSeconds(1));

    CallOptions hurried = CallOptions.builder().deadline(Duration.ofSeconds(1)).build();
    assertUnavailable(style, client, hurried);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("faults")
  void expiredPriceRefusesACallWithMaxPrice(Fault fault, CallStyle style) {
    FreightClient client = client(builder());
    client.price(Operation.CREATE_LOAD);
    server.faults().always(Operation.GET_PRICING, fault);
    world.advance(Duration.ofMinutes(6));

    CallOptions capped =
        CallOptions.builder().maxPrice(usd("0.70")).deadline(Duration.ofSeconds(1)).build();
    assertUnavailable(style, client, capped);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("faults")
  void missingPriceRefusesACallUnderALimit(Fault fault, CallStyle style) {
    FreightClient client = guardedClient(guard("5.00"));
    server.faults().always(Operation.GET_PRICING, fault);

    CallOptions hurried = CallOptions.builder().deadline(Duration.ofSeconds(1)).build();
    assertUnavailable(style, client, hurried);
    assertThat(world.now()).isBeforeOrEqualTo(World.START.plusSeconds(1));
  }

  /** It is free in the API description, but the list may have a price. */
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("faults")
  void missingPriceRefusesAConfirmationUnderALimit(Fault fault, CallStyle style) {
    FreightClient client = guardedClient(guard("5.00"));
    server.faults().always(Operation.GET_PRICING, fault);
    CallOptions hurried = CallOptions.builder().deadline(Duration.ofSeconds(1)).build();

    FreightException refusal =
        catchThrowableOfType(
            FreightException.class,
            () -> style.confirmDelivery(client, SampleLoads.NUMBER, hurried));

    assertThat(refusal).isInstanceOf(PriceUnavailableException.class);
    assertThat(requestCount(Operation.CONFIRM_DELIVERY)).isZero();
  }

  /** The call waits up to five seconds for the list, and is sent without it. */
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("faults")
  void callWithoutALimitIsSentWithoutAPrice(Fault fault, CallStyle style) {
    FreightClient client = client(builder());
    server.faults().always(Operation.GET_PRICING, fault);

    CreateLoadOutcome load = SampleLoads.created(style.createLoad(client, SampleLoads.twoStops()));
    assertThat(load.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(requestCount(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  /** A call waits half a second for the list before it uses an older price. */
  @ParameterizedTest(name = "the list fails {0}, {1} ms later, {2}")
  @CsvSource({
    "false, 9999, BLOCKING",
    "false, 9999, FUTURE",
    "false, 10000, BLOCKING",
    "false, 10000, FUTURE",
    "true, 299499, BLOCKING",
    "true, 299499, FUTURE",
    "true, 299500, BLOCKING",
    "true, 299500, FUTURE"
  })
  void priceIsValidForTenSecondsOrFiveMinutesIfListFails(
      boolean fails, int millis, CallStyle style) {
    FreightClient client = guardedClient(guard("5.00"));
    client.price(Operation.CREATE_LOAD);
    server.price("load_create", "0.95");
    if (fails) server.faults().always(Operation.GET_PRICING, failing());
    world.advance(Duration.ofMillis(millis));

    if (millis == 299_500) {
      assertUnavailable(style, client, CallOptions.DEFAULT);
    } else {
      CreateLoadOutcome load =
          SampleLoads.created(style.createLoad(client, SampleLoads.twoStops()));
      boolean readAgain = !fails && millis == 10_000;
      assertThat(load.charge()).isEqualTo(Charge.charged(readAgain ? "0.95" : "0.65"));
    }
    world.run();
  }

  /** The list arrives in time, or a moment too late. */
  @ParameterizedTest(name = "the list takes {0} ms, {1}")
  @CsvSource({"4999, BLOCKING", "4999, FUTURE", "5001, BLOCKING", "5001, FUTURE"})
  void callWithoutALimitWaitsFiveSecondsForTheFirstPrice(int millis, CallStyle style) {
    server.faults().next(Operation.GET_PRICING, Fault.delay(Duration.ofMillis(millis)));

    CreateLoadOutcome load =
        SampleLoads.created(style.createLoad(client(builder()), SampleLoads.twoStops()));

    boolean inTime = millis < 5000;
    assertThat(load.charge()).isEqualTo(inTime ? Charge.charged(CREATE) : Charge.UNKNOWN);
    assertThat(sentAfter()).isEqualTo(Duration.ofMillis(Math.min(millis, 5000)));
    world.run();
  }

  /** The list hangs, and the call has no time to wait for it. */
  @ParameterizedTest
  @EnumSource
  void callWithoutALimitIsSentBeforeItsDeadline(CallStyle style) {
    server.faults().always(Operation.GET_PRICING, hanging());
    CallOptions hurried = CallOptions.builder().deadline(Duration.ofSeconds(2)).build();

    CreateLoadOutcome load =
        SampleLoads.created(style.createLoad(client(builder()), SampleLoads.twoStops(), hurried));

    assertThat(load.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(sentAfter()).isEqualTo(Duration.ofSeconds(1));
  }

  /** The call must not be sent without a price, so it waits until its deadline. */
  @ParameterizedTest
  @EnumSource
  void callWithMaxPriceWaitsForItsPrice(CallStyle style) {
    server.faults().next(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(20)));

    CreateLoadOutcome load =
        SampleLoads.created(
            style.createLoad(client(builder().maxPrice("0.65")), SampleLoads.twoStops()));

    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(sentAfter()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void lastPriceIsValidForFiveMinutesWhileTheServiceFails() {
    FreightClient client = client(builder());
    client.price(Operation.CREATE_LOAD);
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    world.advance(Duration.ofMinutes(4));
    assertThat(client.price(Operation.CREATE_LOAD)).isEqualByComparingTo(CREATE);

    long requests = requestCount(Operation.GET_PRICING);
    client.price(Operation.CREATE_LOAD);
    assertThat(requestCount(Operation.GET_PRICING)).as("no hammering").isEqualTo(requests);
    world.advance(Duration.ofMinutes(1));
    assertThatExceptionOfType(FreightException.class)
        .isThrownBy(() -> client.price(Operation.CREATE_LOAD));
  }

  @Test
  void priceFailsLikeItsRead() {
    FreightClient client = client(builder());
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> client.price(Operation.CREATE_LOAD));
    assertThat(failure.operation()).isEqualTo(Operation.GET_PRICING);
    server.faults().clear();
    world.advance(Duration.ofSeconds(5));
    assertThat(client.price(Operation.CREATE_LOAD)).isEqualByComparingTo(CREATE);
  }

  private Duration sentAfter() {
    RecordedRequest creation =
        server.journal().matching(sent -> sent.operation() == Operation.CREATE_LOAD).get(0);
    return Duration.between(World.START, creation.at());
  }
}
