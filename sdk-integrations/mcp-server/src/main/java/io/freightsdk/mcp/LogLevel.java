package io.freightsdk.mcp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lowest level of log messages that are sent to a host; {@code info} until the host sets it.
 */
final class LogLevel {
  static final List<String> ALL =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private volatile int least = ALL.indexOf("info");

  /** False if there is no such level. */
  boolean set(@Nullable Object name) {
    int level = name == null ? -1 : ALL.indexOf(name);
    if (level >= 0) least = level;
    return level >= 0;
  }

  boolean wants(String level) {
    return ALL.indexOf(level) >= least;
  }
}
