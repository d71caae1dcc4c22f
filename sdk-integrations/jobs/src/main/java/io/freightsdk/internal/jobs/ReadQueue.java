package io.freightsdk.internal.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntSupplier;

/** The queue of reads of one budget, wherever its next free place is stored. */
public interface ReadQueue {
  /**
   * A place in the queue.
   *
   * @param at when the load may be read; at once if that is past
   * @param waitFactor see {@link ReadQueueState#waitFactor}
   */
  record Place(Instant at, double waitFactor) {}

  /** Gives a load that is due the next place. */
  Place join(Instant now);

  /**
   * Time between two places: a millisecond or more, also while a read costs nothing, so that the
   * UPDATE that takes a place always changes its row. Some drivers count only rows that change.
   *
   * @param perDay budget in USD
   * @throws io.freightsdk.error.FreightException if the price of a read cannot be read
   */
  static Duration step(FreightClient client, BigDecimal perDay) {
    BigDecimal price = client.price(Operation.GET_LOAD_POSITION);
    BigDecimal millis = BigDecimal.valueOf(Duration.ofDays(1).toMillis()).multiply(price);
    long step = millis.divide(perDay, RoundingMode.CEILING).longValue();
    return Duration.ofMillis(Math.max(1, step));
  }

  /**
   * A queue in the memory of this process.
   *
   * @param loads how many loads share it
   */
  static ReadQueue inMemory(
      FreightClient client, BigDecimal perDay, Instant begin, IntSupplier loads) {
    return new ReadQueue() {
      private Instant next = begin;

      @Override
      public Place join(Instant now) {
        Duration step = step(client, perDay);
        synchronized (this) {
          ReadQueueState queue = new ReadQueueState(next, step);
          if (!queue.isExplainedBy(loads.getAsInt(), now)) queue = queue.restarted(now);
          ReadQueueState joined = queue.joined(now);
          next = joined.next();
          return new Place(queue.place(now), joined.waitFactor(now));
        }
      }
    };
  }
}
