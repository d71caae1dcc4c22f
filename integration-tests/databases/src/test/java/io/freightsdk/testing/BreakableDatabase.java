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

/** A database in memory that a test can take away, make slow, or hold up. */
public final class BreakableDatabase implements AutoCloseable {
  /** Where it keeps a thread waiting. */
  public enum Hang {
    CONNECTION,
    STATEMENT,
    COMMIT,
    /** What is committed is not answered. */
    ANSWER
  }

  private static final long BOUND_SECONDS = 120;

  private final String url =
      "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE";
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile boolean away;
  private volatile long slowMillis;
  private volatile Hang hangs = Hang.CONNECTION;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  /** Connections to it; each fails while the database is away. */
  public DataSource dataSource() {
    return JdbcProxy.dataSource(this::connection);
  }

  /** From now on nobody reaches it. */
  public void goAway() {
    away = true;
  }

  public void comeBack() {
    away = false;
  }

  /** From now on whoever asks for a connection waits, interrupted or not. */
  public void hold() {
    hold(Hang.CONNECTION);
  }

  /** From now on whoever comes there waits, interrupted or not. */
  public void hold(Hang where) {
    hangs = where;
    gate = new CountDownLatch(1);
  }

  public void letGo() {
    gate.countDown();
  }

  /** Every connection comes that much later. */
  public void slow(long millis) {
    slowMillis = millis;
  }

  /** Threads that are kept waiting. */
  public int waiting() {
    return waiting.get();
  }

  private Connection connection() throws SQLException {
    pass(Hang.CONNECTION);
    if (slowMillis > 0) waitFor(new CountDownLatch(1), slowMillis);
    failIfAway();
    Connection real = DriverManager.getConnection(url);
    return JdbcProxy.of(
        Connection.class,
        (method, arguments) -> {
          boolean ending = method.getName().equals("close") || method.getName().equals("rollback");
          if (!ending) failIfAway();
          boolean commits = method.getName().equals("commit");
          if (method.getName().equals("prepareStatement")) pass(Hang.STATEMENT);
          if (commits) pass(Hang.COMMIT);
          try {
            return JdbcProxy.invoke(real, method, arguments);
          } finally {
            if (commits) pass(Hang.ANSWER);
          }
        });
  }

  private void pass(Hang here) {
    CountDownLatch before = gate;
    // Who only passes by is not kept waiting: a test would take it for the one that it waits for.
    if (here != hangs || before.getCount() == 0) return;
    waiting.incrementAndGet();
    try {
      waitFor(before);
    } finally {
      waiting.decrementAndGet();
    }
  }

  private void failIfAway() throws SQLException {
    if (away) throw new SQLNonTransientConnectionException("the database is away", "08006");
  }

  private static void waitFor(CountDownLatch latch) {
    waitFor(latch, TimeUnit.SECONDS.toMillis(BOUND_SECONDS));
  }

  /** Keeps the interrupt of its thread for afterwards, as drivers do. */
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
    comeBack();
    letGo();
    try (Connection last = DriverManager.getConnection(url);
        var shutdown = last.createStatement()) {
      shutdown.execute("SHUTDOWN");
    }
  }
}
