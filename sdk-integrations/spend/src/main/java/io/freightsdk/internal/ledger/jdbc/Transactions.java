package io.freightsdk.internal.ledger.jdbc;

import io.freightsdk.spend.SpendLedgerException;
import java.lang.reflect.Type;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jdbi.v3.core.statement.TemplateEngine;
import org.jspecify.annotations.Nullable;

/**
 * Work on the connections of a data source, each time for a while at most.
 *
 * <p>It runs on threads of its own. Neither a pool nor every driver lets its caller go after a
 * time, and H2 closes its file when a thread that uses it is interrupted.
 */
final class Transactions {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /**
   * Serialization failure, deadlock, lock not available, lock timeout; of MySQL also deadlock
   * (1213) and lock wait (1205), of MariaDB a row changed since the snapshot (1020), of H2 90131,
   * of SQLite a file that another process has locked (5).
   */
  private static final Set<String> CONFLICTS =
      Set.of("40001", "40P01", "55P03", "HYT00", "1213", "1205", "1020", "90131", "5");

  private static final int MAX_CONFLICTS = 40;

  /** Of any other failure: a broken connection, a server that starts, a session that dies. */
  private static final int MAX_FAILURES = 3;

  /** What the JDK says, and pools after it. */
  private static final String NO_DRIVER = "No suitable driver";

  /** The begin of a URL. */
  private static final Pattern DATABASE = Pattern.compile("jdbc:\\w+");

  /** However little time is left, so much is given to each statement. */
  private static final Duration LEAST = Duration.ofMillis(200);

  /** At most so long after a failure, before the next try. */
  static final Duration PAUSE = Duration.ofMillis(400);

  /** So long after its time a change is tried that is as true then. */
  private static final Duration LATE = Duration.ofSeconds(30);

  /**
   * So much is given to each of its statements: nobody waits for it, and a try that gives up its
   * place in the line for a lock has to go to the end of it.
   */
  private static final Duration LEAST_OF_LATE = LATE.dividedBy(MAX_FAILURES);

  /** More than a pool has connections; further callers wait in line. */
  private static final int THREADS = 64;

  /** Short beside the time for which other processes may wait for a file. */
  static final Duration TOGETHER = Duration.ofMillis(10);

  private static final int IDLE_SECONDS = 10;
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final Jdbi jdbi;
  private final Purpose purpose;
  private final Duration pause;
  private final Duration together;
  private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
  private final ThreadPoolExecutor threads;

  /** Work on the connections of a pool. */
  Transactions(DataSource source, Purpose purpose, Duration pause) {
    this(source, purpose, pause, THREADS, Duration.ZERO);
  }

  /**
   * Work on a database that one may change at a time, over one connection. The next work begins
   * when the last has ended, without a thread that has to wake up between them, and changes that
   * wait are committed together.
   *
   * @param together so long others are added to a change before they are committed
   */
  Transactions(DataSource source, Purpose purpose, Duration pause, Duration together) {
    this(source, purpose, pause, 1, together);
    jdbi.setStatementBuilderFactory(new KeptStatements());
  }

  private Transactions(
      DataSource source, Purpose purpose, Duration pause, int most, Duration together) {
    this.jdbi = Jdbi.create(source);
    // Ending a transaction, it would turn autocommit on.
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    jdbi.registerArgument(new AsItIs());
    // The texts of statements are complete.
    jdbi.getConfig(SqlStatements.class).setTemplateEngine(TemplateEngine.NOP);
    // What is bound to a statement is nothing for a log.
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
    this.purpose = purpose;
    this.pause = pause;
    this.together = together;
    String name = "freight-" + purpose.noun.replace(' ', '-') + "-";
    this.threads =
        new ThreadPoolExecutor(
            most,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            waiting,
            work -> {
              Thread thread = new Thread(work, name + NUMBERS.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  Purpose purpose() {
    return purpose;
  }

  /**
   * Runs work in one transaction. It may run several times, also after it was committed, if the
   * answer to that was lost.
   *
   * @param evenLate whether it is committed also when its caller no longer waits
   * @param isolation that its connection is set to for it; {@code TRANSACTION_NONE} for none
   * @throws SpendLedgerException if the database failed, or the time was over
   * @throws RuntimeException what the work threw, if that was no {@link DatabaseFailure}
   */
  <T extends @Nullable Object> T change(
      Function<Handle, T> work, Duration atMost, boolean evenLate, int isolation) {
    return within(new Task<>(own(work), true, isolation, atMost, evenLate));
  }

  /** The same, of work whose every statement is a transaction of its own. */
  <T extends @Nullable Object> T read(Function<Handle, T> work, Duration atMost) {
    return within(new Task<>(own(work), false, Connection.TRANSACTION_NONE, atMost, false));
  }

  /** Runs statements that may run again; all that they throw comes from the database. */
  <T extends @Nullable Object> T run(Function<Handle, T> statements, Duration atMost) {
    return within(new Task<>(statements, false, Connection.TRANSACTION_NONE, atMost, false));
  }

  // --- the thread that waits ---

  /** Waits for it no longer than the time, whatever happens to it. An interrupt ends no wait. */
  private <T extends @Nullable Object> T within(Task<T> task) {
    threads.execute(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.answer.get(task.leftNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          if (!task.evenLate) task.answer.cancel(false);
          throw task.tooLate(e);
        } catch (ExecutionException e) {
          if (e.getCause() instanceof RuntimeException failure) throw failure;
          throw new AssertionError(e);
        }
      }
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  // --- the thread that works ---

  /**
   * Makes a change and those that wait behind it with one commit, which writes to the disk once for
   * all of them. It is no more than a try: if anything fails, each of them is made alone.
   */
  private void makeTogether(Task<?> first) {
    List<Task<?>> taken = new ArrayList<>(List.of(first));
    try (Handle handle = jdbi.open()) {
      List<Runnable> answers =
          inTransaction(handle, first.isolation, taken, () -> makeWaiting(handle, taken));
      answers.forEach(Runnable::run);
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.DEBUG, "changes are made one by one", e);
    }
    taken.forEach(Task::makeAlone);
  }

  /**
   * Makes the change that was taken, and takes and makes others in their order until none waits, or
   * other processes have waited long enough for the database.
   *
   * @return what answers their callers
   */
  private List<Runnable> makeWaiting(Handle handle, List<Task<?>> taken) {
    long end = System.nanoTime() + together.toNanos();
    List<Runnable> answers = new ArrayList<>();
    answers.add(taken.get(0).makeAmongOthers(handle));
    while (System.nanoTime() < end && waiting.peek() instanceof Task<?> next && next.isChange) {
      Runnable unused = waiting.remove();
      if (next.answer.isDone()) continue;
      taken.add(next);
      answers.add(next.makeAmongOthers(handle));
    }
    return answers;
  }

  /**
   * What failures mean differs too much among drivers to decide by it: all that counts is whether
   * the change was not committed, or nobody knows, and then it is made again.
   */
  private final class Task<T extends @Nullable Object> implements Runnable {
    private final Function<Handle, T> work;
    private final boolean isChange;
    private final int isolation;
    private final Duration atMost;
    private final boolean evenLate;
    private final long end;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /** Whether it waits for a connection, and not for the database. */
    private volatile boolean isUnconnected = true;

    /** Of the last try; null if none has failed. */
    private volatile @Nullable Throwable lastFailure;

    /** Whether a commit was sent. */
    private volatile boolean mayBeDone;

    Task(
        Function<Handle, T> work,
        boolean isChange,
        int isolation,
        Duration atMost,
        boolean evenLate) {
      this.work = work;
      this.isChange = isChange;
      this.isolation = isolation;
      this.atMost = atMost;
      this.evenLate = evenLate;
      this.end = System.nanoTime() + atMost.toNanos();
    }

    long leftNanos() {
      return end - System.nanoTime();
    }

    boolean isTooLate() {
      return leftNanos() <= 0 && !evenLate;
    }

    @Override
    public void run() {
      boolean areOthersBehindIt = !together.isZero() && isChange && !waiting.isEmpty();
      if (areOthersBehindIt) makeTogether(this);
      else makeAlone();
    }

    /** Returns what answers its caller, once the transaction is committed. */
    Runnable makeAmongOthers(Handle handle) {
      isUnconnected = false;
      T result = work.apply(handle);
      return () -> answer.complete(result);
    }

    /** Unless its caller has been answered, or has gone. */
    void makeAlone() {
      if (answer.isDone()) return;
      try {
        boolean unused = answer.complete(result());
      } catch (Throwable e) {
        boolean unused = answer.completeExceptionally(e);
      }
    }

    private T result() {
      int failures = 0;
      for (int run = 1; ; run++) {
        Throwable failure;
        isUnconnected = true;
        try (Handle handle = jdbi.open()) {
          isUnconnected = false;
          return bounded(handle);
        } catch (Own own) {
          // Nobody can say any more that nothing was committed.
          throw mayBeDone ? failed(own.cause) : own.cause;
        } catch (SpendLedgerException refused) {
          throw refused;
        } catch (Throwable e) {
          failure = e;
        }
        lastFailure = failure;
        boolean isConflict = isConflict(failure);
        if (!isConflict) failures++;
        boolean areFew = isConflict ? run < MAX_CONFLICTS : failures < MAX_FAILURES;
        boolean isInTime = leftNanos() > (evenLate ? -LATE.toNanos() : 0);
        boolean goesOn = areFew && isInTime && failure instanceof Exception;
        if (!goesOn) throw failed(failure);
        pause(run, isConflict);
      }
    }

    /**
     * Gives each statement the time that is left, and the network as much, so that a server that
     * says nothing keeps no connection for ever. It goes back to its pool as it was.
     */
    private T bounded(Handle handle) throws SQLException {
      Connection connection = handle.getConnection();
      if (!connection.getAutoCommit()) {
        throw new SpendLedgerException(
            "%1$s: the data source gave a connection with autocommit off, which may be in a transaction of the application; give the %1$s a data source of its own, with autocommit on"
                .formatted(purpose.noun),
            null,
            false);
      }
      // It has locked the file when it begins, so that none of its statements waits.
      boolean isOfFile = isChange && !together.isZero();
      if (isOfFile) return made(handle);
      Duration least = evenLate ? LEAST_OF_LATE : LEAST;
      long millis = Math.max(least.toMillis(), TimeUnit.NANOSECONDS.toMillis(leftNanos()));
      int seconds = (int) Math.max(1, TimeUnit.MILLISECONDS.toSeconds(millis));
      handle.getConfig(SqlStatements.class).setQueryTimeout(seconds);
      int[] before = new int[1];
      quietly(() -> before[0] = connection.getNetworkTimeout());
      int most = (int) Math.min(Integer.MAX_VALUE, millis);
      quietly(() -> connection.setNetworkTimeout(Runnable::run, most));
      try {
        return made(handle);
      } finally {
        quietly(() -> connection.setNetworkTimeout(Runnable::run, before[0]));
      }
    }

    private T made(Handle handle) throws SQLException {
      return isChange
          ? inTransaction(handle, isolation, List.of(this), () -> work.apply(handle))
          : work.apply(handle);
    }

    private SpendLedgerException failed(Throwable failure) {
      String what = mayBeDone ? "commit" : "read or write";
      Throwable root = root(failure);
      if (String.valueOf(root.getMessage()).startsWith(NO_DRIVER)) {
        // Its message is the URL, which may have a password.
        Matcher url = DATABASE.matcher(root.getMessage());
        return new SpendLedgerException(
            "%s: no suitable driver for %s; add the JDBC driver of the database to the class path"
                .formatted(purpose.noun, url.find() ? url.group() : "the URL of the data source"),
            null,
            false);
      }
      String kind =
          root instanceof SQLException sql
              ? "SQL state " + sql.getSQLState()
              : root.getClass().getSimpleName();
      String why =
          "%s: cannot %s (%s): %s"
              .formatted(purpose.noun, what, kind, String.valueOf(root.getMessage()));
      return new SpendLedgerException(why, failure, true);
    }

    /** Says what failed, or else what has not come in the time. */
    SpendLedgerException tooLate(TimeoutException end) {
      Throwable failure = lastFailure;
      return failure == null ? new SpendLedgerException(silence(), end, true) : failed(failure);
    }

    private String silence() {
      String seconds = String.format(Locale.ROOT, "%.1f s", atMost.toMillis() / 1e3);
      boolean isOfAFile = !together.isZero();
      if (isOfAFile) {
        return "%s: its file was in use for %s by other calls or another program (SQLITE_BUSY)"
            .formatted(purpose.noun, seconds);
      }
      String why =
          isUnconnected
              ? "%1$s: the data source gave no connection for %2$s; a paid call inside a database transaction holds one and needs another, so give the %1$s a data source of its own, or its pool more connections"
              : "%s: the database did not answer for %s";
      return why.formatted(purpose.noun, seconds);
    }
  }

  /**
   * @param tasks those that it makes, when it has made them
   */
  private static <T extends @Nullable Object> T inTransaction(
      Handle handle, int isolation, List<Task<?>> tasks, Supplier<T> work) throws SQLException {
    Connection connection = handle.getConnection();
    // To ask for it may be a round trip.
    boolean isLeft = isolation == Connection.TRANSACTION_NONE;
    int before = isLeft ? isolation : connection.getTransactionIsolation();
    boolean isSet = before != isolation;
    if (isSet) connection.setTransactionIsolation(isolation);
    boolean isOver = false;
    try {
      connection.setAutoCommit(false);
      T result = work.get();
      boolean isTooLate = tasks.stream().anyMatch(Task::isTooLate);
      if (isTooLate) throw new SQLException("its time is over", "HYT00");
      for (Task<?> task : tasks) task.mayBeDone = true;
      connection.commit();
      isOver = true;
      return result;
    } finally {
      isOver = isOver || quietly(connection::rollback);
      // To turn autocommit on, as a Handle would, would commit what could not be rolled back; and
      // what the connection may still hold must not reach another caller of its pool.
      if (!isOver) quietly(() -> connection.abort(Runnable::run));
      if (isOver) quietly(() -> connection.setAutoCommit(true));
      if (isOver && isSet) quietly(() -> connection.setTransactionIsolation(before));
    }
  }

  /** What the database or its driver has done to a statement, among what rules may throw. */
  static final class DatabaseFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    DatabaseFailure(Throwable cause) {
      super(cause);
    }

    /** Rows were not as they had been read: the change has to be made again. */
    static DatabaseFailure changedMeanwhile() {
      return new DatabaseFailure(new SQLException("rows were changed meanwhile", "40001"));
    }

    /** Runs a statement. */
    static <T extends @Nullable Object> T marked(Supplier<T> statement) {
      try {
        return statement.get();
      } catch (RuntimeException failure) {
        throw new DatabaseFailure(failure);
      }
    }
  }

  /**
   * Binds a value as its driver takes it. JDBI would ask all its factories for each value of each
   * statement, which takes longer than the rest of what it does.
   */
  private static final class AsItIs implements ArgumentFactory.Preparable {
    @Override
    public Optional<Function<Object, Argument>> prepare(Type type, ConfigRegistry config) {
      return Optional.of(AsItIs::argument);
    }

    private static Argument argument(Object value) {
      return value instanceof Argument argument ? argument : Value.of(value);
    }
  }

  /** Carries what the rules have thrown past those that look after the database. */
  private static final class Own extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final RuntimeException cause;

    Own(RuntimeException cause) {
      super(cause);
      this.cause = cause;
    }
  }

  private static <T extends @Nullable Object> Function<Handle, T> own(Function<Handle, T> work) {
    return handle -> {
      try {
        return work.apply(handle);
      } catch (DatabaseFailure failure) {
        throw failure;
      } catch (RuntimeException own) {
        throw new Own(own);
      }
    };
  }

  private interface Step {
    void run() throws SQLException;
  }

  /** Whether it worked; if not, somebody has already failed or will. */
  private static boolean quietly(Step step) {
    try {
      step.run();
      return true;
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.DEBUG, "a connection is not as it should be", e);
      return false;
    }
  }

  private static boolean isConflict(Throwable failure) {
    if (!(root(failure) instanceof SQLException sql)) return false;
    String state = sql.getSQLState();
    return (state != null && CONFLICTS.contains(state))
        || CONFLICTS.contains(Integer.toString(sql.getErrorCode()));
  }

  /** The first failure of SQL among the causes, or else the last of them. */
  static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && !(root instanceof SQLException)) root = root.getCause();
    return root;
  }

  /** Of conflicts for a growing, random time, so that processes do not meet again. */
  private void pause(int run, boolean isConflict) {
    long longest = pause.toMillis();
    long most = isConflict ? Math.min(longest, 2L << Math.min(run, 7)) : longest;
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
    } catch (InterruptedException nobodyDoes) {
      // The thread is ours.
    }
  }
}
