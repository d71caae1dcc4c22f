package io.freightsdk.internal.agent.tools;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.agent.answers.Answer;
import io.freightsdk.internal.agent.answers.Money;
import io.freightsdk.internal.agent.answers.ServiceText;
import io.freightsdk.internal.agent.approval.Invocation;
import io.freightsdk.internal.agent.approval.Prices;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the price list ({@code getPricing}). Later calls use the prices that it shows. */
final class PricesTool implements ToolBody {
  private static final int MAX_PRICES = 40;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.:-]{1,64}");

  private final FreightClient client;
  private final Prices prices;

  PricesTool(FreightClient client, Prices prices) {
    this.client = client;
    this.prices = prices;
  }

  @Override
  public Answer run(Invocation invocation) {
    Pricing pricing = client.getPricing();
    prices.read(pricing);
    Map<String, BigDecimal> all = pricing.prices();
    Map<String, String> shown = new TreeMap<>();
    for (Operation paid : Prices.PAID) {
      BigDecimal price = all.get(paid.priceKey());
      if (price != null) shown.put(String.valueOf(paid.priceKey()), Money.usd(price));
    }
    for (Map.Entry<String, BigDecimal> entry : all.entrySet()) {
      boolean fits = shown.size() < MAX_PRICES && entry.getValue().precision() < 40;
      if (fits && NAME.matcher(entry.getKey()).matches()) {
        shown.put(entry.getKey(), Money.usd(entry.getValue()));
      }
    }
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("currency", ServiceText.word(String.valueOf(pricing.currency())));
    members.put("pricesUsd", shown);
    return Answer.free(members);
  }
}
