package io.freightsdk.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A database in memory that a test can make unavailable, slow or unresponsive. */
public final class BreakableDatabase implements AutoCloseable {
  /** The point where the database blocks a thread. */
  public enum Hang {
    CONNECTION,
    STATEMENT,
    COMMIT,
    /** The response to a commit is blocked. */
    COMMIT_RESPONSE
  }

  private static final long BOUND_SECONDS = 120;

  private final String url =
      "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE";
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile boolean unavailable;
  private volatile long slowMillis;
  private volatile Hang hangs = Hang.CONNECTION;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  /** Connections that fail while the database is unavailable. */
  public DataSource dataSource() {
    return JdbcProxy.dataSource(this::connection);
  }

  /** Makes all connections fail until {@link #makeAvailable}. */
  public void makeUnavailable() {
    unavailable = true;
  }

  public void makeAvailable() {
    unavailable = false;
  }

  /** Blocks all requests for a connection until {@link #letGo}, even if interrupted. */
  public void hold() {
    hold(Hang.CONNECTION);
  }

  /** Blocks all threads at this point until {@link #letGo}, even if interrupted. */
  public void hold(Hang where) {
    hangs = where;
    gate = new CountDownLatch(1);
  }

  public void letGo() {
    gate.countDown();
  }

  /** Delays each connection by this time. */
  public void delayConnections(long millis) {
    slowMillis = millis;
  }

  /** The number of blocked threads. */
  public int waiting() {
    return waiting.get();
  }

  private Connection connection() throws SQLException {
    awaitGate(Hang.CONNECTION);
    if (slowMillis > 0) waitFor(new CountDownLatch(1), slowMillis);
    failIfUnavailable();
    Connection real = DriverManager.getConnection(url);
    return JdbcProxy.of(
        Connection.class,
        (method, arguments) -> {
          boolean ending = method.getName().equals("close") || method.getName().equals("rollback");
          if (!ending) failIfUnavailable();
          boolean commits = method.getName().equals("commit");
          if (method.getName().equals("prepareStatement")) awaitGate(Hang.STATEMENT);
          if (commits) awaitGate(Hang.COMMIT);
          try {
            return JdbcProxy.invoke(real, method, arguments);
          } finally {
            if (commits) awaitGate(Hang.COMMIT_RESPONSE);
          }
        });
  }

  private void awaitGate(Hang here) {
    CountDownLatch before = gate;
    // Threads at other points are not counted, because a test waits for this count.
    if (here != hangs || before.getCount() == 0) return;
    waiting.incrementAndGet();
    try {
      waitFor(before);
    } finally {
      waiting.decrementAndGet();
    }
  }

  private void failIfUnavailable() throws SQLException {
    if (unavailable) throw new SQLNonTransientConnectionException("the database is away", "08006");
  }

  private static void waitFor(CountDownLatch latch) {
    waitFor(latch, TimeUnit.SECONDS.toMillis(BOUND_SECONDS));
  }

  /** Restores the interrupt of its thread afterwards, as drivers do. */
  private static void waitFor(CountDownLatch latch, long millis) {
    boolean interrupted = false;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (latch.getCount() > 0 && System.nanoTime() < end) {
      try {
        if (latch.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  @Override
  public void close() throws SQLException {
    makeAvailable();
    letGo();
    try (Connection last = DriverManager.getConnection(url);
        var shutdown = last.createStatement()) {
      shutdown.execute("SHUTDOWN");
    }
  }
}
