package io.freightsdk.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.StatusReadOnlyException;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first calls of a user. */
class CreateAndReadTest extends ServerFixture {
  private final FreightClient client = client(builder());

  @ParameterizedTest
  @EnumSource
  void createdLoadCanBeRead(CallStyle style) {
    CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops());
    assertThat(load.deduplicated()).isFalse();
    assertThat(load.attempts()).isEqualTo(1);
    assertThat(style.getLoadPosition(client, load.loadNumber()).status())
        .isEqualTo(LoadStatus.PLANNED);
    assertThat(style.getBalance(client).balanceUsd()).isEqualByComparingTo("24.33");
    assertThat(style.getPricing(client, CallOptions.DEFAULT).prices().get("load_create"))
        .isEqualByComparingTo("0.65");
  }

  @ParameterizedTest
  @EnumSource
  void statusCannotBeSet(CallStyle style) {
    StatusReadOnlyException refusal =
        catchThrowableOfType(
            StatusReadOnlyException.class,
            () ->
                style.updateLoadStatus(
                    client, SampleLoads.NUMBER, LoadStatus.DELIVERED, CallOptions.DEFAULT));
    assertThat(refusal.status()).isEqualTo(410);
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.attempts()).isEqualTo(1);
  }
}
