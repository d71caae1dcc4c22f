package io.freightsdk.testing;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * A log of the application that fails while this is open, such as one whose disk is full: each line
 * of the SDK that the thread of the test writes, because other tests log at the same time.
 */
public final class LogThatThrows implements AutoCloseable {
  private final Logger logger = Logger.getLogger("io.freightsdk");
  private final Thread thread = Thread.currentThread();
  private int lines;

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          if (Thread.currentThread() != thread) return;
          lines++;
          throw new IllegalStateException("the log is full");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  public LogThatThrows() {
    logger.addHandler(handler);
  }

  /** How many lines it has refused. */
  public int lines() {
    return lines;
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
  }
}
