package io.freightsdk.spring.boot.autoconfigure;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** What deletes the old of the positions and bookings in the database, whoever keeps them. */
final class Kept {
  private static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");

  private final List<Consumer<Instant>> positions = new ArrayList<>();
  private final List<ToIntFunction<Instant>> bookings = new ArrayList<>();

  /**
   * @param purge deletes positions of before a time
   */
  synchronized void positions(Consumer<Instant> purge) {
    positions.add(purge);
  }

  /**
   * @param purge deletes bookings of before a time, and says how many
   */
  synchronized void bookings(ToIntFunction<Instant> purge) {
    bookings.add(purge);
  }

  synchronized void purgePositions(Instant before) {
    positions.forEach(purge -> purge.accept(before));
  }

  synchronized void purgeBookings(Instant before) {
    for (ToIntFunction<Instant> purge : bookings) {
      LOG.info(
          "outbox: %d bookings of before %s deleted".formatted(purge.applyAsInt(before), before));
    }
  }
}
