package io.freightsdk.micrometer;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Logs an outage of the database of ledger or orders once, even if many reads fail: a warning at
 * the first failure, and a line when all reads succeed again. Other failures are at DEBUG.
 */
final class DatabaseOutageLog {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.micrometer");

  private final AtomicInteger failing = new AtomicInteger();

  /**
   * Logs that reads of a value started to fail, or succeed again.
   *
   * @param name of the value that is read
   * @param failure null if they succeed again
   */
  void logChange(String name, @Nullable Throwable failure) {
    if (failure == null) {
      boolean isLast = failing.decrementAndGet() == 0;
      LOG.log(
          isLast ? Level.INFO : Level.DEBUG, (isLast ? "all meters" : name) + " can be read again");
    } else {
      boolean isFirst = failing.getAndIncrement() == 0;
      LOG.log(
          isFirst ? Level.WARNING : Level.DEBUG,
          name + " cannot be read; meters are NaN until the database responds",
          failure);
    }
  }
}
