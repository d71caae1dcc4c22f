package io.freightsdk.internal.text;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/**
 * Writes log lines whose failure is nobody's: a handler of the application that throws must not
 * take from a caller what his call returned or cost.
 */
public final class SafeLog {
  private SafeLog() {}

  /**
   * Never throws.
   *
   * @param line made only if the level is logged
   */
  public static void log(Logger log, Level level, Supplier<String> line) {
    try {
      log.log(level, line);
    } catch (Throwable ofTheLog) {
      // There is no other place to say it.
    }
  }

  /** Never throws. */
  public static void log(Logger log, Level level, String line, Throwable thrown) {
    try {
      log.log(level, line, thrown);
    } catch (Throwable ofTheLog) {
      // There is no other place to say it.
    }
  }
}
