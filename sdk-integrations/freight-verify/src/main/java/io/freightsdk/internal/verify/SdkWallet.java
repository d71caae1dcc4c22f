package io.freightsdk.internal.verify;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A client of the SDK with its ledger. */
public class SdkWallet implements Wallet {
  /** What a limit, an empty balance or another load under one key makes of a call. */
  private static final Set<NextStep> EXPECTED =
      Set.of(NextStep.RAISE_LIMIT, NextStep.TOP_UP, NextStep.FIX_REQUEST);

  private final SpendLedger ledger;
  private final FreightClient client;
  private final @Nullable SpendScope scope;
  private final Place place;

  /**
   * What a wallet is made of.
   *
   * @param ledger opens a ledger at a place
   * @param limits of the client
   * @param scope of its calls; null for none
   * @param client a builder with every option but where the service is, the guard and the clock
   * @param guard what the client asks, made of the ledger's
   */
  public record SetUp(
      Function<Place, SpendLedger> ledger,
      Function<Place, SpendLimits> limits,
      @Nullable SpendScope scope,
      Function<Place, FreightClientBuilder> client,
      Function<LedgerGuard, SpendGuard> guard) {}

  public SdkWallet(SetUp setUp, Place place) {
    this.place = place;
    this.ledger = setUp.ledger.apply(place);
    SpendLimits limits = setUp.limits.apply(place);
    String caller = place.caller();
    this.scope = caller == null ? setUp.scope : SpendScope.of(caller, limits);
    this.client = client(setUp, place, setUp.guard.apply(ledger.guard(limits)));
  }

  private static FreightClient client(SetUp setUp, Place place, SpendGuard guard) {
    FreightClientBuilder builder = setUp.client.apply(place);
    builder.baseUrl(place.baseUrl()).agentKey(place.agentKey()).spendGuard(guard);
    if (place.priceLife() != null) builder.priceLife(place.priceLife());
    if (place.clock() != null) builder.clock(place.clock());
    builder.interceptor(
        chain -> {
          if (chain.request().method().equals("POST")) place.post().leaves();
          return chain.proceed(chain.request());
        });
    return builder.build();
  }

  public FreightClient client() {
    return client;
  }

  @Override
  public Told create(Order order) {
    CallOptions.Builder options = CallOptions.builder().idempotencyKey(order.key());
    if (scope != null) options.scope(scope);
    if (place.deadline() != null) options.deadline(place.deadline());
    try {
      CreateLoadOutcome load = client.createLoad(input(order), options.build());
      return told(load.charge(), null).ofLoad(load.loadNumber());
    } catch (FreightException e) {
      boolean isExpected =
          e instanceof SpendLimitExceededException || EXPECTED.contains(e.nextStep());
      return told(e.charge(), isExpected ? null : e.getMessage());
    }
  }

  protected Told told(Charge charge, @Nullable String failure) {
    return switch (charge.kind()) {
      case NONE ->
          failure == null ? Told.NOTHING : new Told(Told.NOTHING.usd(), false, failure, null);
      case CHARGED -> new Told(Objects.requireNonNull(charge.amountUsd()), false, failure, null);
      case UNKNOWN -> new Told(place.money().higher(), true, failure, null);
    };
  }

  /** The load that an order is for. */
  public static CreateLoadInput input(Order order) {
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
