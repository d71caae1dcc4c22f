package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome.Created;
import io.freightsdk.FreightClient;
import io.freightsdk.RequestEvent;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A paid call under a cap, and a price list that cannot be read. */
class PriceUnavailableContractTest extends MoneyTest {
  private static Fault down() {
    return Fault.status(500);
  }

  private static Fault hanging() {
    return Fault.delay(Duration.ofSeconds(60));
  }

  static Stream<Arguments> faults() {
    return Stream.of(down(), hanging())
        .flatMap(fault -> Stream.of(CallStyle.values()).map(style -> Arguments.of(fault, style)));
  }

  private void assertUnavailable(CallStyle style, FreightClient client, CallOptions options) {
    FreightException refusal =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, Loads.twoStops(), options));
    assertThat(refusal).isInstanceOf(PriceUnavailableException.class);
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.attempts()).isZero();
    assertThat(refusal.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(refusal.operation()).isEqualTo(Operation.CREATE_LOAD);
    assertThat(arrived(Operation.CREATE_LOAD)).isZero();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("faults")
  void underALimitIsRefusedOnceThePriceIsTooOld(Fault fault, CallStyle style) {
    SpendLimits limits = SpendLimits.builder().total("5.00").build();
    FreightClient client = client(builder().maxPriceAge(Duration.ofMinutes(2)).spendLimits(limits));
    client.quote(Operation.CREATE_LOAD, 1);
    server.faults().always(Operation.GET_PRICING, fault);
    world.advance(Duration.ofMinutes(2).plusSeconds(1));

    CallOptions hurried = CallOptions.builder().deadline(Duration.ofSeconds(1)).build();
    assertUnavailable(style, client, hurried);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("faults")
  void underAMaxPriceIsRefusedOnceThePriceIsTooOld(Fault fault, CallStyle style) {
    FreightClient client = client(builder());
    client.quote(Operation.CREATE_LOAD, 1);
    server.faults().always(Operation.GET_PRICING, fault);
    world.advance(Duration.ofMinutes(6));

    CallOptions capped =
        CallOptions.builder().maxPrice(usd("0.70")).deadline(Duration.ofSeconds(1)).build();
    assertUnavailable(style, client, capped);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("faults")
  void underALimitIsRefusedWhileNoPriceWasEverRead(Fault fault, CallStyle style) {
    SpendLimits limits = SpendLimits.builder().total("5.00").build();
    FreightClient client = client(builder().spendLimits(limits));
    server.faults().always(Operation.GET_PRICING, fault);

    CallOptions hurried = CallOptions.builder().deadline(Duration.ofSeconds(1)).build();
    assertUnavailable(style, client, hurried);
  }

  /** The list is asked for while the call is out, and the answer hardly waits for it. */
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("faults")
  void withoutALimitIsSentAndToldWhileTheListIsStillOut(Fault fault, CallStyle style) {
    FreightClient client = client(builder());
    server.faults().always(Operation.GET_PRICING, fault);

    Created load = (Created) style.createLoad(client, Loads.twoStops());
    assertThat(load.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(arrived(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  /** Its price came while it was out. */
  @ParameterizedTest
  @EnumSource
  void theFirstCallOfAClientIsToldWhatItCost(CallStyle style) {
    FreightClient client = client(builder());
    Created load = (Created) style.createLoad(client, Loads.twoStops());
    assertThat(load.charge().amountUsd()).isEqualByComparingTo(CREATE);
    assertThat(load.charge().pricedAt()).isNotNull();
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(CREATE);
  }

  /** A second client of the books counts what the first one has sent without a price. */
  @ParameterizedTest
  @EnumSource
  void whatWasSentWithoutAPriceCountsForTheLimitsOfOthers(CallStyle style) {
    SpendStore books = SpendStore.inMemory();
    List<Throwable> refused = new ArrayList<>();
    FreightClient limited =
        client(
            builder().spendStore(books).spendLimits(SpendLimits.builder().total("1.00").build()));
    FreightClient unlimited =
        client(
            builder()
                .spendStore(books)
                .listener(
                    event -> {
                      if (event instanceof RequestEvent.AttemptEnded
                          && event.operation() == Operation.CREATE_LOAD) {
                        refused.add(
                            catchThrowable(() -> style.createLoad(limited, Loads.twoStops())));
                      }
                    }));
    style.createLoad(unlimited, Loads.twoStops());
    assertThat(refused).singleElement().isInstanceOf(SpendLimitExceededException.class);
  }
}
