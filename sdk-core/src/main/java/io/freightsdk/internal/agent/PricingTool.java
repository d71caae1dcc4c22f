package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Pricing;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the price list: API description, section 4.5. */
final class PricingTool implements ToolBody {
  private final FreightClient client;
  private final ToolDefinition definition = Definitions.getPricing();

  PricingTool(FreightClient client) {
    this.client = client;
  }

  @Override
  public ToolDefinition definition() {
    return definition;
  }

  @Override
  public Answer run(Invocation invocation) {
    Pricing pricing = client.getPricing();
    Map<String, String> prices = new TreeMap<>();
    pricing.prices().forEach((key, price) -> prices.put(key, Money.usd(price)));

    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("currency", pricing.currency());
    members.put("pricesUsd", prices);
    return Answer.free(members);
  }
}
