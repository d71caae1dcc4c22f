package io.freightsdk.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The first deployment of an application with several replicas, on a database without our tables.
 */
public final class ConcurrentStarts {
  private static final int ROUNDS = 3;

  private final CyclicBarrier allStarted;
  private final String url;

  private ConcurrentStarts(String url, int starters) {
    this.url = url;
    this.allStarted = new CyclicBarrier(starters);
  }

  /** Arguments of a test: each kind of database, two starters and four. */
  public static Stream<Object[]> starts() {
    return EmptyDatabase.here().stream()
        .flatMap(kind -> Stream.of(2, 4).map(starters -> new Object[] {kind, starters}));
  }

  /**
   * Runs the starts concurrently and throws the exception of a failed one. Each start has its own
   * connections.
   */
  public static void run(EmptyDatabase kind, int starters, Consumer<DataSource> start)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(starters);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        ConcurrentStarts together = new ConcurrentStarts(kind.make(), starters);
        List<Callable<Boolean>> starts = new ArrayList<>();
        for (int i = 0; i < starters; i++) {
          starts.add(
              () -> {
                start.accept(together.connections());
                return true;
              });
        }
        for (Future<Boolean> started : threads.invokeAll(starts)) {
          started.get(60, TimeUnit.SECONDS);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Each has seen that nothing is there before one of them makes the first table. */
  private DataSource connections() {
    AtomicBoolean began = new AtomicBoolean();
    AtomicBoolean made = new AtomicBoolean();
    return JdbcProxy.dataSource(
        () -> {
          Connection real = DriverManager.getConnection(url);
          waitOnce(began);
          return JdbcProxy.of(
              Connection.class,
              (method, values) -> {
                Object result = JdbcProxy.invoke(real, method, values);
                boolean makes =
                    method.getName().equals("prepareStatement")
                        && String.valueOf(values[0]).contains("CREATE TABLE");
                if (makes) waitOnce(made);
                return result;
              });
        });
  }

  private void waitOnce(AtomicBoolean waited) throws Exception {
    if (waited.compareAndSet(false, true)) allStarted.await(60, TimeUnit.SECONDS);
  }
}
