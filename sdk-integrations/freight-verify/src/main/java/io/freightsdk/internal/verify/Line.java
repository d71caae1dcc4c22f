package io.freightsdk.internal.verify;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The way of one process to its database, which a mishap makes slow, holds, or cuts. It passes
 * whoever asks for a connection, runs a statement, or commits. Safe for concurrent use.
 */
public final class Line {
  private volatile DataSource real;
  private volatile Duration delay = Duration.ZERO;
  private final AtomicInteger running = new AtomicInteger();
  private volatile boolean away;

  /** Guarded by this. */
  private boolean ended;

  private volatile boolean givesOtherSessions;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  /** Passages until the line is cut; 0 if it never is. Guarded by this. */
  private int left;

  private boolean cutsAfterwards;

  public Line(DataSource real) {
    this.real = real;
  }

  /** The database as the process sees it. */
  public DataSource dataSource() {
    return (DataSource)
        Proxy.newProxyInstance(
            Line.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "toString" -> "Line";
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  case "getConnection" -> pass(() -> lent(real.getConnection()));
                  default -> invoke(real, method, arguments);
                });
  }

  /** From now on another database is at its end. */
  public void leadTo(DataSource other) {
    real = other;
  }

  /** Each passage takes so much longer. */
  public void delay(Duration time) {
    delay = time;
  }

  /** From now on whoever passes waits, interrupted or not. */
  public synchronized void hold() {
    if (!ended) gate = new CountDownLatch(1);
  }

  public void letGo() {
    gate.countDown();
  }

  /** From now on every passage fails, and open transactions are rolled back. */
  public void goAway() {
    away = true;
  }

  public synchronized void comeBack() {
    if (!ended) away = false;
    letGo();
  }

  /** From now on it is away, whatever else is asked of it, and holds nobody. */
  public synchronized void end() {
    ended = true;
    away = true;
    letGo();
  }

  /** Goes away at the passage of this number, counted from now. */
  public synchronized void cutAt(int passage, boolean afterwards) {
    left = passage;
    cutsAfterwards = afterwards;
  }

  /** Waits for what was on its way when the line ended. */
  void awaitQuiet() {
    Machine.untilQuiet(() -> running.get() == 0);
  }

  public boolean isAway() {
    return away;
  }

  /** From now on each transaction has another session, as behind a pooler. */
  public void giveOtherSessions() {
    givesOtherSessions = true;
  }

  /** For what reaches its store without JDBC: waits, or fails, as a statement would. */
  public void pass() throws SQLException {
    try {
      Object unused = pass(() -> true);
    } catch (SQLException lost) {
      throw lost;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Work {
    @Nullable Object run() throws Throwable;
  }

  private @Nullable Object pass(Work work) throws Throwable {
    waitAtTheGate();
    if (!delay.isZero()) Machine.pause(delay);
    boolean cuts = isCutHere();
    if (cuts && !cutsAfterwards) away = true;
    Object result;
    running.incrementAndGet();
    try {
      if (away) throw lost();
      result = work.run();
    } finally {
      running.decrementAndGet();
    }
    waitAtTheGate();
    if (cuts) away = true;
    if (!away) return result;
    if (result instanceof AutoCloseable open) open.close();
    throw lost();
  }

  private synchronized boolean isCutHere() {
    return left > 0 && --left == 0;
  }

  private void waitAtTheGate() {
    boolean interrupted = false;
    CountDownLatch here = gate;
    while (here.getCount() > 0) {
      try {
        here.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  private static SQLException lost() {
    return new SQLNonTransientConnectionException("the connection was cut", "08006");
  }

  private Connection lent(Connection first) {
    Lent lent = new Lent(first);
    return proxy(Connection.class, lent::call);
  }

  /** A connection that may change its session. Used by one thread at a time. */
  private final class Lent {
    private Connection session;
    private boolean closed;

    Lent(Connection first) {
      this.session = first;
    }

    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
      return switch (method.getName()) {
        case "close" -> close();
        case "isClosed" -> closed || away;
        case "abort" -> null;
        case "rollback" -> {
          Object rolledBack = invoke(session, method, arguments);
          if (away) throw lost();
          yield rolledBack;
        }
        case "commit" -> pass(() -> invoke(session, method, arguments));
        default -> other(method, arguments);
      };
    }

    private @Nullable Object close() throws SQLException {
      if (closed) return null;
      closed = true;
      if (away) endTransaction(session);
      session.close();
      return null;
    }

    private @Nullable Object other(Method method, @Nullable Object[] arguments) throws Throwable {
      if (away) throw lost();
      boolean begins =
          method.getName().equals("setAutoCommit") && Boolean.FALSE.equals(arguments[0]);
      boolean states = Statement.class.isAssignableFrom(method.getReturnType());
      if (givesOtherSessions && (begins || (states && session.getAutoCommit()))) takeAnother();
      Object result = invoke(session, method, arguments);
      return states ? passing(method.getReturnType(), result) : result;
    }

    private void takeAnother() throws SQLException {
      Connection before = session;
      session = real.getConnection();
      before.close();
    }
  }

  private Object passing(Class<?> type, @Nullable Object statement) {
    return proxy(
        type,
        (method, arguments) ->
            method.getName().startsWith("execute")
                ? pass(() -> invoke(statement, method, arguments))
                : invoke(statement, method, arguments));
  }

  /** It dies with the process that had it. */
  private static void endTransaction(Connection session) throws SQLException {
    if (session.isClosed() || session.getAutoCommit()) return;
    session.rollback();
    session.setAutoCommit(true);
  }

  private interface Handler {
    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            Line.class.getClassLoader(),
            new Class<?>[] {type},
            (any, method, arguments) ->
                switch (method.getName()) {
                  case "toString" -> type.getSimpleName();
                  case "hashCode" -> System.identityHashCode(any);
                  case "equals" -> any == arguments[0];
                  default -> handler.call(method, arguments);
                }));
  }

  private static @Nullable Object invoke(
      @Nullable Object target, Method method, @Nullable Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
