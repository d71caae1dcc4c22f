package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.outbox.Outbox;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.watch.jdbc.JdbcPositionCache;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Positions and bookings in the database, for what deletes the old of them. */
final class Kept {
  private static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");

  private final Set<JdbcPositionCache> positions = new LinkedHashSet<>();
  private final Set<Outbox> outboxes = new LinkedHashSet<>();

  synchronized void positions(PositionCache cache) {
    if (cache instanceof JdbcPositionCache database) positions.add(database);
  }

  synchronized void outbox(Outbox outbox) {
    outboxes.add(outbox);
  }

  synchronized void purgePositions(Instant before) {
    positions.forEach(cache -> cache.purge(before));
  }

  synchronized void purgeBookings(Instant before) {
    for (Outbox outbox : outboxes) {
      LOG.info("outbox: %d bookings of before %s deleted".formatted(outbox.purge(before), before));
    }
  }
}
