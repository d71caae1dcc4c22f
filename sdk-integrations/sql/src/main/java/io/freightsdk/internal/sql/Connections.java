package io.freightsdk.internal.sql;

import java.io.Serial;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;

/**
 * Connections of a data source, of which a server that says nothing keeps none for ever.
 *
 * @param patience how long it holds one at most
 */
public record Connections(DataSource dataSource, Duration patience) {
  /** How long a server that says nothing holds its connection, where nobody waits for less. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long MAX_PAUSE_MILLIS = 250;

  private static final System.Logger LOG = System.getLogger("io.freightsdk.sql");

  public Connections(DataSource dataSource) {
    this(dataSource, PATIENCE);
  }

  public interface Step {
    void run() throws SQLException;
  }

  /** A connection that is given back by {@link #close}. */
  public record Borrowed(Connection connection, int networkTimeout) implements AutoCloseable {
    @Override
    public void close() {
      quietly(() -> connection.setNetworkTimeout(Runnable::run, networkTimeout));
      quietly(connection::close);
    }
  }

  /**
   * Requires a connection with autocommit on, so that no transaction of the application is
   * committed or blocked.
   */
  public Borrowed borrow() throws SQLException {
    Connection connection = dataSource.getConnection();
    boolean free = false;
    try {
      free = connection.getAutoCommit();
      if (free) return new Borrowed(connection, bounded(connection));
    } finally {
      if (!free) quietly(connection::close);
    }
    throw new Unfit(
        "the data source gave a connection with autocommit off, which may be in a transaction of the application; give it its own data source, with autocommit on");
  }

  private int bounded(Connection connection) {
    int[] before = new int[1];
    quietly(
        () -> {
          before[0] = connection.getNetworkTimeout();
          connection.setNetworkTimeout(Runnable::run, (int) patience.toMillis());
        });
    return before[0];
  }

  /** What no repetition would change. */
  public static final class Unfit extends IllegalStateException {
    @Serial private static final long serialVersionUID = 1;

    Unfit(String why) {
      super(why);
    }
  }

  /**
   * Pauses before the next run for a growing, random time, so that conflicting processes do not
   * conflict again. False if interrupted.
   */
  public static boolean paused(int run) {
    long most = Math.min(MAX_PAUSE_MILLIS, 2L << Math.min(run, 10));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Runs a step whose failure changes nothing. */
  public static boolean quietly(Step step) {
    try {
      step.run();
      return true;
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.DEBUG, "a connection broke after its work was done", e);
      return false;
    }
  }
}
