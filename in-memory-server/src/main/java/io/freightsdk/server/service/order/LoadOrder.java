package io.freightsdk.server.service.order;

import io.freightsdk.server.domain.trip.PlannedStop;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A load as ordered (API description, section 2.1), every field valid, as far as the service has a
 * use for it. {@code toString} shows none of it.
 *
 * @param driverPhone in E.164
 * @param stops pickups first
 * @param weight in pounds
 * @param customerRef trimmed; null when absent or blank
 */
public record LoadOrder(
    String driverPhone,
    List<PlannedStop> stops,
    @Nullable String equipmentType,
    @Nullable Double weight,
    @Nullable String customerRef,
    @Nullable String truckNumber) {
  @Override
  public String toString() {
    return "LoadOrder[" + stops.size() + " stops]";
  }
}
