package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stops paid calls of this client after the service has answered 402, until the balance covers
 * them. Otherwise a model that repeats a refused call would send it without end.
 */
final class Funds {
  private static final Pattern PATH = Pattern.compile("/[a-z0-9/_-]{1,60}");

  private final FreightClient client;
  private final Prices prices;
  private final ClientState shared;

  Funds(FreightClient client, ClientState shared, Prices prices) {
    this.client = client;
    this.shared = shared;
    this.prices = prices;
  }

  boolean stopped() {
    return shared.refusedUsd.get() != null;
  }

  /** The paid tools that this balance does not cover; null when no balance is known. */
  List<String> stoppedTools(@Nullable BigDecimal balanceUsd) {
    List<String> stopped = new ArrayList<>();
    for (Operation paid : ToolFactory.PAID) {
      BigDecimal price = prices.lastSeen(paid);
      boolean covered = balanceUsd != null && price != null && balanceUsd.compareTo(price) >= 0;
      if (!covered) stopped.add(ToolFactory.toolOf(paid));
    }
    return stopped;
  }

  /** The service refused a call of this price because the balance does not cover it. */
  void refused(BigDecimal priceUsd) {
    BigDecimal unused =
        shared.refusedUsd.updateAndGet(before -> before == null ? priceUsd : before.max(priceUsd));
  }

  /** The balance was read. */
  void seen(BigDecimal balanceUsd) {
    @Nullable BigDecimal unused =
        shared.refusedUsd.updateAndGet(
            price -> price != null && balanceUsd.compareTo(price) >= 0 ? null : price);
  }

  /** Returns if nothing is stopped, or if the balance covers the price now; refuses otherwise. */
  void require(BigDecimal priceUsd) {
    if (!stopped()) return;

    @Nullable BigDecimal balanceUsd;
    try {
      balanceUsd = client.getBalance().balanceUsd();
    } catch (FreightException e) {
      throw Failures.of(e);
    }
    // Without an amount it is not known whether the balance covers the price; the service decides.
    if (balanceUsd == null) return;
    seen(balanceUsd);
    if (balanceUsd.compareTo(priceUsd) < 0) {
      throw refusal(priceUsd, balanceUsd, null, Charge.NONE);
    }
  }

  static Refusal refusal(
      @Nullable BigDecimal priceUsd,
      @Nullable BigDecimal balanceUsd,
      @Nullable String billingPath,
      Charge charge) {
    Refusal.Builder refusal =
        Refusal.of("INSUFFICIENT_FUNDS", Retry.AFTER_USER_ACTION).charge(charge);
    if (priceUsd != null) refusal.fact(Fact.PRICE_USD, Money.usd(priceUsd));
    if (balanceUsd != null) refusal.fact(Fact.BALANCE_USD, Money.left(balanceUsd));
    if (billingPath != null && PATH.matcher(billingPath).matches()) {
      refusal.fact(Fact.BILLING_PATH, billingPath);
    }
    String fact =
        priceUsd != null && balanceUsd != null
            ? "The prepaid balance of %s USD does not cover %s USD."
                .formatted(Money.left(balanceUsd), Money.usd(priceUsd))
            : "The prepaid balance does not cover the call.";
    return refusal.because(
        fact,
        "Ask the user to top up in the broker console (Billing); calls that cost more than the"
            + " balance stay stopped until then. Do not repeat the call before.");
  }
}
