package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.model.ServiceCatalogEntry;
import io.freightsdk.server.service.account.PriceList;
import java.util.List;

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
            "Create a tracked load and text its driver a link",
            Operation.CREATE_LOAD),
        entry(
            prices,
            "logistics.create_tracked_load",
            "Create a load with geofence arrival and departure tracking for its life",
            Operation.CREATE_TRACKED_LOAD),
        entry(
            prices,
            "logistics.get_load_position",
            "Read the latest place, time and status of a load",
            Operation.GET_TRACKED_LOAD_POSITION),
        entry(
            prices,
            "billing.topup_card",
            "Top up the prepaid balance by card",
            Operation.TOP_UP_BY_CARD));
  }

  private static ServiceCatalogEntry entry(
      PriceList prices, String id, String description, Operation operation) {
    return ServiceCatalogEntry.builder()
        .id(id)
        .category(id.substring(0, id.indexOf('.')))
        .description(description)
        .priceUsd(prices.of(operation))
        .endpoint(operation.path())
        .payment(operation == Operation.TOP_UP_BY_CARD ? null : PREPAID)
        .build();
  }
}
