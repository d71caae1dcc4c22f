package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.outbox.Outbox;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.watch.jdbc.JdbcPositionCache;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** The books and positions of all clients, for what deletes the old of them. */
final class Kept {
  private static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");

  private final Map<String, SpendStore> books = new LinkedHashMap<>();
  private final Set<JdbcPositionCache> positions = new LinkedHashSet<>();
  private final Set<Outbox> outboxes = new LinkedHashSet<>();

  synchronized void books(String name, SpendStore store) {
    books.put(name, store);
  }

  synchronized void positions(PositionCache cache) {
    if (cache instanceof JdbcPositionCache database) positions.add(database);
  }

  synchronized void outbox(Outbox outbox) {
    outboxes.add(outbox);
  }

  synchronized Map<String, SpendStore> books() {
    return new LinkedHashMap<>(books);
  }

  void purgeBooks(Instant before) {
    books()
        .forEach(
            (name, store) ->
                LOG.info(
                    "book \"%s\": %d ledger entries of before %s deleted"
                        .formatted(name, store.purge(before), before)));
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
