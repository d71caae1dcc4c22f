package io.freightsdk.server.service.load;

import java.time.Instant;

/**
 * Who a load is. {@code toString} hides the tokens: they are capabilities.
 *
 * @param loadNumber {@code LD-<year>-<number>}, never given twice
 * @param loadId a UUID
 */
public record LoadIds(
    String loadNumber,
    String loadId,
    String brokerId,
    String trackingToken,
    String driverToken,
    Instant createdAt) {
  @Override
  public String toString() {
    return "LoadIds[" + loadNumber + "]";
  }
}
