package io.freightsdk.jobs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The warnings of the jobs while it is open. */
public final class Warnings extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("io.freightsdk.jobs");
  public final List<String> all = new CopyOnWriteArrayList<>();

  /** The exceptions of the warnings that have a stack trace. */
  public final List<Throwable> thrown = new CopyOnWriteArrayList<>();

  public Warnings() {
    logger.addHandler(this);
  }

  @Override
  public void publish(LogRecord line) {
    if (line.getLevel() != Level.WARNING) return;
    all.add(line.getMessage());
    if (line.getThrown() != null) thrown.add(line.getThrown());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
