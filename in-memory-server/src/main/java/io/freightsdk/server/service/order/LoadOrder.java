package io.freightsdk.server.service.order;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A load as ordered (API description, section 2.1), every field valid. {@code toString} shows none
 * of it.
 *
 * @param driverPhone in E.164
 * @param customerRef trimmed; null when absent or blank
 */
public record LoadOrder(
    String driverPhone,
    List<StopOrder> pickups,
    List<StopOrder> deliveries,
    @Nullable String shipperName,
    @Nullable String carrierName,
    @Nullable String equipmentType,
    @Nullable String customerRef,
    @Nullable BigDecimal rate,
    @Nullable Double miles,
    @Nullable Double weight,
    @Nullable String truckNumber) {
  public LoadOrder {
    pickups = List.copyOf(pickups);
    deliveries = List.copyOf(deliveries);
  }

  @Override
  public String toString() {
    return "LoadOrder[" + pickups.size() + " pickups, " + deliveries.size() + " deliveries]";
  }
}
