package io.freightsdk.server.service;

import io.freightsdk.server.domain.trip.LoadTrip;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.service.refusal.RefusedException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Access to loads with the tokens of their links, until the links expire. */
public final class LinkAccess {
  private final FreightService service;

  LinkAccess(FreightService service) {
    this.service = service;
  }

  /**
   * The load behind a tracking link.
   *
   * @throws RefusedException if there is none (404) or it ended more than seven days ago (410)
   */
  public StoredLoad loadForCustomer(String trackingToken) {
    return requireOpen(service.store().loads().findByTrackingToken(trackingToken));
  }

  /**
   * The load behind a driver link. This does not mark the driver as joined, because the link
   * preview of a messenger opens the link, too.
   *
   * @throws RefusedException if there is none (404) or it ended more than seven days ago (410)
   */
  public StoredLoad loadForDriver(String driverToken) {
    return requireOpen(service.store().loads().findByDriverToken(driverToken));
  }

  private StoredLoad requireOpen(@Nullable StoredLoad load) {
    if (load == null) throw RefusedException.loadNotFound();
    if (hasExpired(load.read(LoadTrip::progress))) throw RefusedException.linkExpired();
    return load;
  }

  /** Whether the links have expired, seven days after the end of their load. */
  boolean hasExpired(Progress progress) {
    Instant delivered = progress.deliveredAt();
    Instant end = delivered == null ? progress.trackingEndsAt() : delivered;
    return end != null && service.now().isAfter(end.plus(Progress.LINK_VALIDITY));
  }
}
