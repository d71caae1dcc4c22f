package io.freightsdk.internal.jobs.tasks;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The logger of the jobs, with a method for each level. */
public final class JobsLog {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.jobs");

  private JobsLog() {}

  static void debug(Supplier<String> line) {
    LOG.log(System.Logger.Level.DEBUG, line);
  }

  static void info(Supplier<String> line) {
    LOG.log(System.Logger.Level.INFO, line);
  }

  static void warn(Supplier<String> line) {
    LOG.log(System.Logger.Level.WARNING, line);
  }

  /** Logs with the stack trace of an exception. */
  static void warn(Supplier<String> line, @Nullable Throwable thrown) {
    LOG.log(System.Logger.Level.WARNING, line, thrown);
  }
}
