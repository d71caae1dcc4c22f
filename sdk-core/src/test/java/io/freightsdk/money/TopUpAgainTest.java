package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.KnownPrices;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.ScriptedService;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often a call is sent that is refused with 402 whatever the balance is. */
class TopUpAgainTest {
  /** 1 + 1.6 + 2.56 + ... up to 30 seconds: sixteen requests in five minutes. */
  @ParameterizedTest
  @EnumSource
  void aCallThatIsRefusedThoughTheBalanceCoversItIsSentAtGrowingIntervals(CallStyle style) {
    assertThat(sentInFiveMinutes(style, "5.00", true)).isEqualTo(16);
  }

  @ParameterizedTest
  @EnumSource
  void aCallOfWhichNobodyKnowsThePriceIsSentAtGrowingIntervals(CallStyle style) {
    assertThat(sentInFiveMinutes(style, "0.00", false)).isEqualTo(16);
  }

  @ParameterizedTest
  @EnumSource
  void thePriceThatTheCallHasReadCountsIfTheRefusalStatesNone(CallStyle style) {
    assertThat(sentInFiveMinutes(style, "0.64", true)).isOne();
  }

  private static long sentInFiveMinutes(CallStyle style, String balanceUsd, boolean priced) {
    try (ScriptedService service = new ScriptedService()) {
      service.alwaysAnswers(
          Operation.CREATE_LOAD,
          Answers.json(402, "{\"error\":\"x\",\"code\":\"INSUFFICIENT_FUNDS\"}"));
      service.alwaysAnswers(
          Operation.GET_BALANCE,
          Answers.json(200, "{\"currency\":\"USD\",\"balanceUsd\":" + balanceUsd + "}"));
      service.alwaysAnswers(Operation.GET_PRICING, Answers.error(503));
      FreightClientBuilder builder =
          service.withOwnPrices().topUpPolicy(TopUpPolicy.awaitTopUp(Duration.ofMinutes(5)));
      if (priced) builder = TestBuilders.withPrices(builder, KnownPrices.usual());
      FreightClient client = service.client(builder);
      Caller<CreateLoadOutcome> load =
          service.world().start(() -> style.createLoad(client, Loads.twoStops()));
      service.world().advance(Duration.ofMinutes(6));
      assertThat(catchThrowableOfType(FreightException.class, () -> CallStyle.join(load)))
          .isInstanceOf(InsufficientFundsException.class);
      return service.requestCount(Operation.CREATE_LOAD);
    }
  }
}
