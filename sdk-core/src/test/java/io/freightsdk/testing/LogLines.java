package io.freightsdk.testing;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The log of clients while this is open, as an application with java.util.logging gets it. */
public final class LogLines implements AutoCloseable {
  private static final Logger LOGGER = Logger.getLogger("io.freightsdk");
  private static final Level BEFORE = LOGGER.getLevel();

  /** The number of open instances, because tests may run concurrently; guarded by the class. */
  private static int listening;

  private final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          records.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** Records all levels from DEBUG. */
  public LogLines() {
    handler.setLevel(Level.ALL);
    LOGGER.addHandler(handler);
    listen(1);
  }

  public List<String> errors() {
    return of(Level.SEVERE);
  }

  public List<String> warnings() {
    return of(Level.WARNING);
  }

  public List<String> infos() {
    return of(Level.INFO);
  }

  public List<String> debug() {
    return of(Level.FINE);
  }

  /** All messages, each with its exception. */
  public List<String> all() {
    return records.stream().map(line -> line.getMessage() + " " + line.getThrown()).toList();
  }

  /** The stack traces of all exceptions, with their messages. */
  public String stackTraces() {
    StringWriter text = new StringWriter();
    for (LogRecord line : records) {
      if (line.getThrown() != null) line.getThrown().printStackTrace(new PrintWriter(text));
    }
    return text.toString();
  }

  private List<String> of(Level level) {
    SimpleFormatter texts = new SimpleFormatter();
    return records.stream()
        .filter(line -> line.getLevel().equals(level))
        .map(texts::formatMessage)
        .toList();
  }

  @Override
  public void close() {
    LOGGER.removeHandler(handler);
    listen(-1);
  }

  private static synchronized void listen(int more) {
    listening += more;
    LOGGER.setUseParentHandlers(listening == 0);
    LOGGER.setLevel(listening == 0 ? BEFORE : Level.FINE);
  }
}
