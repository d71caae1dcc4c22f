package io.freightsdk.examples.crash;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SDK. */
final class FreightWallet implements Wallet {
  private static final BigDecimal HIGHEST_PRICE = new BigDecimal("25.00");

  private final SpendLedger ledger;
  private final FreightClient client;
  private final @Nullable SpendScope scope;

  FreightWallet(Place place, SpendLedger ledger) {
    this(place, ledger, guard -> guard);
  }

  FreightWallet(Place place, SpendLedger ledger, Function<LedgerGuard, SpendGuard> asked) {
    this.ledger = ledger;
    SpendLimits.Builder limits = SpendLimits.builder();
    Duration window = place.window();
    SpendLimits cap =
        (window == null ? limits.total(Place.CAP) : limits.per(window, Place.CAP)).build();
    String caller = place.caller();
    scope = caller == null ? null : SpendScope.of(caller, cap);
    client =
        FreightClient.builder()
            .baseUrl(place.baseUrl())
            .agentKey(place.agentKey())
            .spendGuard(asked.apply(ledger.guard(cap)))
            // Six callers fill it, and the look for a top-up is not to wait for them.
            .maxPendingCalls(6)
            .priceLife(place.priceLife())
            .clock(place.clock())
            .retryPolicy(RetryPolicy.builder().initialBackoff(Duration.ofMillis(20)).build())
            .topUpPolicy(TopUpPolicy.awaitTopUp(Duration.ofSeconds(10)))
            .build();
  }

  @Override
  public Told create(Order order) {
    CallOptions.Builder options = CallOptions.builder().idempotencyKey(order.key());
    if (scope != null) options.scope(scope);
    try {
      return told(client.createLoad(input(order), options.build()).charge());
    } catch (FreightException e) {
      return told(e.charge());
    }
  }

  @Override
  public Told createForAgent(Order order) {
    List<AgentTool> tools = FreightTools.builder(client).unlimited().build();
    AgentTool create =
        tools.stream().filter(tool -> tool.name().equals("create_load")).findFirst().orElseThrow();
    String arguments =
        """
        {"driverPhone":"%s","customerRef":"%s",
         "pickups":[{"address":"520 Vine St","city":"Cincinnati","state":"OH","zip":"45202"}],
         "deliveries":[{"address":"120 Gary Wade Blvd","city":"Sevierville","state":"TN","zip":"37862"}]}
        """
            .formatted(order.driverPhone(), order.reference());
    return told(create.invoke(arguments, ToolCall.anonymous()).charge());
  }

  private static Told told(Charge charge) {
    return switch (charge.kind()) {
      case NONE -> Told.NOTHING;
      case CHARGED -> Told.charged(Objects.requireNonNull(charge.amountUsd()));
      case UNKNOWN -> Told.perhaps(HIGHEST_PRICE);
    };
  }

  private static CreateLoadInput input(Order order) {
    return CreateLoadInput.builder()
        .driverPhone(order.driverPhone())
        .pickups(stop("520 Vine St", "Cincinnati", "OH", "45202"))
        .deliveries(stop("120 Gary Wade Blvd", "Sevierville", "TN", "37862"))
        .build();
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }

  @Override
  public void close() {
    client.close();
    ledger.close();
  }
}
