package io.freightsdk.spring.boot;

import io.freightsdk.internal.concurrent.LruMap;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.environment.TimeSource.Moment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Caches a value for each customer, such as limits of a table, for a minute. While it cannot be
 * read again, the last one is used, and one caller in a minute waits for the next read. Safe for
 * concurrent use.
 */
final class CustomerCache<V> {
  static final Duration MAX_AGE = Duration.ofMinutes(1);

  /** The most recently used customers; others are read again. */
  private static final int MAX_CUSTOMERS = 10_000;

  /** A value, and when it was read, or when the last try to read it again began. */
  private record Value<V>(V value, Moment since) {}

  private final String name;
  private final Function<String, @Nullable V> source;
  private final TimeSource time;
  private final LruMap<String, Value<V>> values = new LruMap<>(MAX_CUSTOMERS);
  private final AtomicBoolean isFailing = new AtomicBoolean();

  /**
   * Creates an empty cache.
   *
   * @param name of all values together, for the log
   * @param source reads the value of a customer; null if there is none
   */
  CustomerCache(String name, Function<String, @Nullable V> source, TimeSource time) {
    this.name = name;
    this.source = source;
    this.time = time;
  }

  /**
   * The value of a customer. A missing value is read at each call.
   *
   * @throws RuntimeException of the source, if the value was never read
   */
  @Nullable V of(String customerId) {
    Value<V> last = values.get(customerId);
    Moment now = time.moment();
    if (last != null) {
      if (now.since(last.since()).compareTo(MAX_AGE) < 0) return last.value();
      // Other callers use the last value while this one reads.
      values.put(customerId, new Value<>(last.value(), now));
    }
    V value;
    try {
      value = source.apply(customerId);
    } catch (RuntimeException unavailable) {
      if (last == null) throw unavailable;
      if (!isFailing.getAndSet(true)) {
        FreightAutoConfiguration.LOG.warn(
            name + " cannot be read; the last ones are used", unavailable);
      }
      return last.value();
    }
    if (isFailing.getAndSet(false)) FreightAutoConfiguration.LOG.info(name + " can be read again");
    if (value == null) values.remove(customerId);
    else values.put(customerId, new Value<>(value, now));
    return value;
  }
}
