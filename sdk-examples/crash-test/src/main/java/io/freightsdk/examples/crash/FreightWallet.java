package io.freightsdk.examples.crash;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.SpendGuard;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.SdkWallet;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The SDK with the options of the crash test, and with tools for agents. */
final class FreightWallet extends SdkWallet {
  FreightWallet(Place place, Function<Place, SpendLedger> ledger) {
    this(place, ledger, guard -> guard);
  }

  FreightWallet(
      Place place, Function<Place, SpendLedger> ledger, Function<LedgerGuard, SpendGuard> asked) {
    super(new SetUp(ledger, FreightWallet::limits, null, unused -> options(), asked), place);
  }

  static SpendLedger inDatabase(Place place) {
    return SpendLedger.jdbc(place.database().dataSource(), place.book());
  }

  static SpendLedger inMemory(Place place) {
    return place.clock() == null
        ? SpendLedger.inMemory()
        : SpendLedger.builder().clock(place.clock()).inMemory();
  }

  private static SpendLimits limits(Place place) {
    SpendLimits.Builder limits = SpendLimits.builder();
    Duration window = place.window();
    return window == null
        ? limits.total(place.money().cap()).build()
        : limits.per(window, place.money().cap()).build();
  }

  private static FreightClientBuilder options() {
    return FreightClient.builder()
        // Six callers fill it, and the look for a top-up is not to wait for them.
        .maxPendingCalls(6)
        .retryPolicy(RetryPolicy.builder().initialBackoff(Duration.ofMillis(20)).build())
        .topUpPolicy(TopUpPolicy.awaitTopUp(Duration.ofSeconds(10)));
  }

  @Override
  public Told createForAgent(Order order) {
    List<AgentTool> tools = FreightTools.builder(client()).unlimited().build();
    AgentTool create =
        tools.stream().filter(tool -> tool.name().equals("create_load")).findFirst().orElseThrow();
    String arguments =
        """
        {"driverPhone":"%s","customerRef":"%s",
         "pickups":[{"address":"520 Vine St","city":"Cincinnati","state":"OH","zip":"45202"}],
         "deliveries":[{"address":"120 Gary Wade Blvd","city":"Sevierville","state":"TN","zip":"37862"}]}
        """
            .formatted(order.driverPhone(), order.reference());
    return told(create.invoke(arguments, ToolCall.anonymous()).charge(), null);
  }
}
