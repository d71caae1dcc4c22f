package io.freightsdk.server.service.order;

import io.freightsdk.server.geo.Coordinates;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One stop as ordered (API description, section 2.2).
 *
 * @param facilityName shown to the driver; the street address when the order has none
 * @param date start of the planned window; null without one
 * @param at given coordinates; null when the address must be geocoded
 */
public record StopOrder(
    String address,
    String city,
    String state,
    String zip,
    String facilityName,
    @Nullable Instant date,
    @Nullable Coordinates at) {}
