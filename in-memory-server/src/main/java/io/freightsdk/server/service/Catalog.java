package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.model.ServiceCatalogEntry;
import io.freightsdk.server.service.account.PriceList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The load-related entries of the service catalog (API description, section 2.10). */
public final class Catalog {
  private static final String PREPAID = "prepaid_balance";

  private Catalog() {}

  /** The entries at the live prices. */
  public static List<ServiceCatalogEntry> entries(PriceList prices) {
    return List.of(
        entry(
            prices,
            "agent.create_load",
            "agent",
            "Create a tracked load and text its driver a link",
            Operation.CREATE_LOAD,
            PREPAID),
        entry(
            prices,
            "logistics.create_tracked_load",
            "logistics",
            "Create a load with geofence arrival and departure tracking for its life",
            Operation.CREATE_TRACKED_LOAD,
            PREPAID),
        entry(
            prices,
            "logistics.get_load_position",
            "logistics",
            "Read the latest place, time and status of a load",
            Operation.GET_TRACKED_LOAD_POSITION,
            PREPAID),
        entry(
            prices,
            "billing.topup_card",
            "billing",
            "Top up the prepaid balance by card",
            Operation.TOP_UP_BY_CARD,
            null));
  }

  private static ServiceCatalogEntry entry(
      PriceList prices,
      String id,
      String category,
      String description,
      Operation operation,
      @Nullable String payment) {
    return ServiceCatalogEntry.builder()
        .id(id)
        .category(category)
        .description(description)
        .priceUsd(prices.of(operation))
        .endpoint(operation.path())
        .payment(payment)
        .build();
  }
}
