package io.freightsdk.examples.month;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.freightsdk.FreightClient;
import io.freightsdk.examples.dispatch.DispatchService;
import io.freightsdk.outbox.Outbox;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The service as it is, with the time of the month and a door for the test. */
@Configuration(proxyBeanMethods = false)
@Import({DispatchService.class, MonthProcess.Door.class})
public class MonthProcess {
  /** The starter takes the bean of this name for client, ledger, outbox, watches and jobs. */
  @Bean(defaultCandidate = false)
  SharedClock freightClock(@Value("${month.clock}") Path file) {
    return SharedClock.open(file);
  }

  /** Says when the process has done what is due at this time, and how large it is. */
  @RestController
  static final class Door implements AutoCloseable {
    private static final int MILLIS_BETWEEN_LOOKS = 15;

    /** In which a watch that has seen the time begins with what is due. */
    private static final int QUIET_LOOKS = 4;

    /** From a task of a watch to the request that it sends. */
    private static final int HANDOVERS = 3;

    private static final int MOST_LOOKS = 300;

    private final FreightClient client;
    private final Outbox outbox;
    private final HikariDataSource database;
    private final SharedClock clock;
    private final ScheduledExecutorService looker = Executors.newSingleThreadScheduledExecutor();

    Door(
        FreightClient client,
        Outbox outbox,
        HikariDataSource database,
        @Qualifier("freightClock") Clock clock) {
      this.client = client;
      this.outbox = outbox;
      this.database = database;
      this.clock = (SharedClock) clock;
    }

    /**
     * Sends what the outbox has, and answers when nothing was on its way for some looks.
     *
     * @param jobs whether the jobs, which look each second, must have looked too
     */
    @GetMapping("/month/quiet")
    CompletableFuture<String> quiet(@RequestParam("jobs") boolean jobs) {
      try {
        while (outbox.send() > 0) {}
      } catch (RuntimeException databaseIsAway) {
        // The outbox tries again by itself.
      }
      return quiet(() -> isQuiet(jobs));
    }

    private CompletableFuture<String> quiet(BooleanSupplier isQuiet) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      int[] looks = new int[2];
      Future<?> looking =
          looker.scheduleWithFixedDelay(
              () -> {
                looks[0] = isQuiet.getAsBoolean() ? looks[0] + 1 : 0;
                if (looks[0] >= QUIET_LOOKS) answer.complete("quiet");
                if (++looks[1] >= MOST_LOOKS) answer.complete("busy");
              },
              0,
              MILLIS_BETWEEN_LOOKS,
              TimeUnit.MILLISECONDS);
      return answer.whenComplete((said, failed) -> looking.cancel(false));
    }

    private boolean isQuiet(boolean jobs) {
      letOthersBegin();
      HikariPoolMXBean pool = database.getHikariPoolMXBean();
      return client.activity().calls() == 0
          && (pool == null || pool.getActiveConnections() == 0)
          && clock.isSeenBy("freight-watch")
          && (!jobs || clock.isSeenBy("freight-jobs"));
    }

    /**
     * Hands over from thread to thread, as what is due does before it can be seen. On a busy
     * machine that takes longer for both.
     */
    private static void letOthersBegin() {
      for (int i = 0; i < HANDOVERS; i++) CompletableFuture.runAsync(() -> {}, Door::begin).join();
    }

    private static void begin(Runnable task) {
      new Thread(task, "month-handover").start();
    }

    /** In bytes, threads and connections to the database. */
    record Body(long heap, int threads, int connections) {}

    @GetMapping("/month/body")
    Body body() {
      System.gc();
      HikariPoolMXBean pool = database.getHikariPoolMXBean();
      return new Body(
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
          ManagementFactory.getThreadMXBean().getThreadCount(),
          pool == null ? 0 : pool.getTotalConnections());
    }

    @Override
    public void close() {
      looker.shutdownNow();
    }
  }
}
