package io.freightsdk.examples.crash;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolMemory;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.TopUpPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The SDK. */
final class FreightWallet implements Wallet {
  private static final BigDecimal HIGHEST_PRICE = new BigDecimal("25.00");

  private final ToolMemory memory = ToolMemory.inMemory();
  private final List<Told> later = new CopyOnWriteArrayList<>();
  private final SpendStore books;
  private final FreightClient client;
  private final @Nullable SpendScope scope;

  FreightWallet(Place place, SpendStore books) {
    this.books = books;
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
            .spendStore(books)
            .spendLimits(cap)
            .spendListener(this::heard)
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
    CallOptionsBuilder options = CallOptions.builder().idempotencyKey(order.key());
    if (scope != null) options.scope(scope);
    try {
      return told(client.createLoad(input(order), options.build()).charge());
    } catch (FreightException e) {
      return told(e.charge());
    }
  }

  @Override
  public Told createForAgent(Order order) {
    List<AgentTool> tools = FreightTools.builder(client).unlimited().memory(memory).build();
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

  @Override
  public List<Told> toldLater() {
    return List.copyOf(later);
  }

  /** An entry of no attempt says by how much charged calls may differ after a change of a price. */
  private void heard(SpendEntry entry) {
    if (entry.attempt() < 0) later.add(Told.perhaps(entry.amountUsd()));
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
    books.close();
  }
}
