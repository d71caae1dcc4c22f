package io.freightsdk.testing;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A log of the application that fails while this is open, such as one whose disk is full. */
public final class LogThatThrows implements AutoCloseable {
  private final Logger logger = Logger.getLogger("io.freightsdk");
  private final AtomicInteger lines = new AtomicInteger();
  private final Handler handler;

  /**
   * Opens it.
   *
   * @param isOfTest which lines fail, because other tests log at the same time
   */
  public LogThatThrows(Predicate<LogRecord> isOfTest) {
    handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            if (!isOfTest.test(line)) return;
            lines.incrementAndGet();
            throw new IllegalStateException("the log is full");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
  }

  /** One in which each line fails that this thread writes. */
  public static LogThatThrows ofThisThread() {
    Thread thread = Thread.currentThread();
    return new LogThatThrows(line -> Thread.currentThread() == thread);
  }

  /** How many lines have failed. */
  public int lines() {
    return lines.get();
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
  }
}
