package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spring.boot.FreightProperties.Limits;
import io.freightsdk.spring.boot.FreightProperties.PerCustomer;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The log line of the client at the start: the address and each limit that applies. Of the
 * customers with limits of their own, it shows the first ten.
 */
final class StartLine {
  private static final String OF_CLIENT = " for scope " + SpendScope.CLIENT;

  private static final int SHOWN_CUSTOMERS = 10;

  private StartLine() {}

  /**
   * When the tools for agents ask a person.
   *
   * @param text such as {@code asks above 0.50 USD}
   */
  record Approvals(String text) {}

  /**
   * The line.
   *
   * @param customerLimits null if a bean of the application has the limits of customers
   * @param approvals null without tools for agents
   */
  static String of(
      FreightClient client,
      FreightProperties properties,
      SpendGuard guard,
      @Nullable PropertiesCustomerLimits customerLimits,
      @Nullable Approvals approvals) {
    List<String> parts = new ArrayList<>();
    parts.add(client.baseUrl());
    parts.add(ofCalls(properties, guard));
    Limits limits = properties.limits();
    ZoneId zone = limits.zone();
    if (customerLimits == null)
      parts.add("the limits of each customer from the CustomerLimits bean");
    parts.addAll(ofOrders(limits));
    addTo(parts, "each customer's page ", limits.perCustomerPage().limits(zone));
    addTo(parts, "agents ", properties.tools().limits(zone));
    if (approvals != null) parts.add(approvals.text());
    return "freight client: " + String.join(", ", parts);
  }

  /** The limits of customers' orders as they were read, so that a wrong limit or id is visible. */
  static List<String> ofOrders(Limits limits) {
    List<String> parts = new ArrayList<>();
    addTo(parts, "each customer ", limits.perCustomer().limits(limits.zone()));
    Map<String, PerCustomer> customers = limits.customers();
    customers.entrySet().stream()
        .limit(SHOWN_CUSTOMERS)
        .forEach(
            one ->
                addTo(
                    parts, "customer " + one.getKey() + " ", one.getValue().limits(limits.zone())));
    int more = customers.size() - SHOWN_CUSTOMERS;
    if (more > 0) parts.add(more + " more customers have their own");
    return parts;
  }

  private static String ofCalls(FreightProperties properties, SpendGuard guard) {
    List<String> caps = new ArrayList<>();
    if (properties.maxPrice() != null) {
      caps.add(properties.maxPrice().toPlainString() + " USD per call");
    }
    if (guard instanceof LedgerGuard ours) caps.addAll(words(ours.limits()));
    else caps.add("the limits of the application's own SpendGuard");
    return caps.isEmpty() ? "no spend limit" : String.join(", ", caps);
  }

  private static void addTo(List<String> parts, String whose, List<SpendLimit> limits) {
    List<String> words = words(limits);
    if (!words.isEmpty()) parts.add(whose + String.join(" and ", words));
  }

  private static List<String> words(List<SpendLimit> limits) {
    return limits.stream().map(limit -> limit.description().replace(OF_CLIENT, "")).toList();
  }
}
