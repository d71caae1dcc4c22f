package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestGuard;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which price a call goes by: one, from a reservation to its end. */
class PricesOverSocketsTest extends MoneyOverSocketsTest {
  /** It says what the balance does not cover, and not what the list says. */
  @ParameterizedTest
  @EnumSource
  void thePriceThatARefusalStatesIsNoReading(CallStyle style) {
    TestGuard guard = guard("1.00");
    try (Gateway gateway = new Gateway(server.baseUrl())) {
      FreightClient client =
          priced(
              builder()
                  .baseUrl(gateway.baseUrl())
                  .retryPolicy(RetryPolicy.none())
                  .spendGuard(guard));
      gateway.next(
          Operation.CREATE_LOAD,
          Gateway.turnedAway(
              Answers.json(
                  402,
                  "{\"error\":\"no\",\"code\":\"INSUFFICIENT_FUNDS\",\"balanceUsd\":0,\"priceUsd\":0}")),
          Gateway.answerLost());
      assertThatExceptionOfType(InsufficientFundsException.class)
          .isThrownBy(() -> style.createLoad(client, Loads.twoStops()));
      FreightException lost =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, Loads.twoStops()));

      assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(guard.unknownUsd()).isEqualByComparingTo(CREATE);
    }
  }
}
