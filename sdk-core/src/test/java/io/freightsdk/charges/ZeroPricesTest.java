package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Zero is a price: a call that costs zero has a charge of 0 USD, and a lost response is UNKNOWN.
 */
class ZeroPricesTest extends ServerFixture {
  private final TestGuard guard = guard("0");

  /** Its limit of 0 USD allows calls that cost zero. */
  private final FreightClient client = guardedClient(guard);

  private void setZeroPrices() {
    server.price("load_create", "0");
    server.price("position_read", "0.00");
  }

  @ParameterizedTest
  @EnumSource
  void zeroPriceIsReportedAsCharged(CallStyle style) {
    setZeroPrices();
    CreateLoadOutcome load =
        SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), key("order-1")));
    FreightResponse<LoadPosition> read =
        style.positionResponse(client, load.loadNumber(), CallOptions.DEFAULT);

    for (Charge reported : new Charge[] {load.charge(), read.charge()}) {
      assertThat(reported.kind()).isEqualTo(Charge.Kind.CHARGED);
      assertThat(reported.amountUsd()).isEqualByComparingTo("0");
      assertThat(reported.pricedAt()).isEqualTo(world.now());
    }
    assertThat(guard.entries())
        .extracting(entry -> entry.outcome().kind())
        .containsExactly(Charge.Kind.CHARGED, Charge.Kind.CHARGED);
  }

  @ParameterizedTest
  @EnumSource
  void repeatedCallAtZeroPriceReportsNone(CallStyle style) {
    setZeroPrices();
    style.createLoad(client, SampleLoads.twoStops(), key("order-1"));

    CreateLoadOutcome again =
        SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), key("order-1")));

    assertThat(again.charge()).isEqualTo(Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void lostReadAtZeroPriceIsUnknown(CallStyle style) {
    setZeroPrices();
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());

    FreightException lost =
        catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));

    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(guard.entries())
        .extracting(entry -> entry.outcome().kind())
        .containsExactly(Charge.Kind.CHARGED, Charge.Kind.UNKNOWN);
  }

  /** Confirmations are free in the API description. */
  @ParameterizedTest
  @EnumSource
  void confirmationWithoutAPriceIsNotCharged(CallStyle style) {
    setZeroPrices();
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    try {
      style.call(client, Operation.CONFIRM_DELIVERY, load, CallOptions.DEFAULT);
    } catch (FreightException notThereYet) {
      assertThat(notThereYet.charge()).isEqualTo(Charge.NONE);
    }
    assertThat(guard.purchases()).hasSize(1);
  }
}
