package io.freightsdk.server.domain.trip;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What ended a load, beside its driver's fixes.
 *
 * @param deliveredAt when a confirmed or expired bill of lading made it DELIVERED; null when
 *     arrival did, or nothing yet
 * @param bolExpired whether waiting for the bill of lading ended without it
 * @param bolReceivedAt as the latest confirmation says; null while the bill of lading is missing
 * @param bolConfirmedAt when the first confirmation came
 * @param cancelledAt null unless cancelled
 */
record Closing(
    @Nullable Instant deliveredAt,
    boolean bolExpired,
    @Nullable Instant bolReceivedAt,
    @Nullable Instant bolConfirmedAt,
    @Nullable Instant cancelledAt) {
  static final Closing NONE = new Closing(null, false, null, null, null);

  Closing deliver(Instant at) {
    return new Closing(at, bolExpired, bolReceivedAt, bolConfirmedAt, cancelledAt);
  }

  Closing expire(Instant at) {
    return new Closing(at, true, bolReceivedAt, bolConfirmedAt, cancelledAt);
  }

  Closing confirm(Instant receivedAt, Instant now) {
    Instant first = bolConfirmedAt == null ? now : bolConfirmedAt;
    return new Closing(deliveredAt, bolExpired, receivedAt, first, cancelledAt);
  }

  Closing cancel(Instant now) {
    return new Closing(deliveredAt, bolExpired, bolReceivedAt, bolConfirmedAt, now);
  }
}
