package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tracker leaves nothing behind in the executor, whose next task may be due in months. */
class ClosedTrackerIT {
  @AutoClose private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");

  @AutoClose("shutdownNow")
  private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(2);

  @AutoClose
  private final FreightClient client =
      FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build();

  private final LoadTracker tracker = LoadTracker.builder(client, executor, event -> {}).build();

  private String load() {
    return client.createLoad(SampleOrders.cincinnatiToSevierville()).loadNumber();
  }

  /** Waits until each load was read once, and its next read is minutes away. */
  private static void awaitNextReads(ScheduledThreadPoolExecutor executor, int loads)
      throws Exception {
    Eventually.until(
        () ->
            executor.getQueue().stream()
                .filter(task -> ((Delayed) task).getDelay(TimeUnit.SECONDS) > 60)
                .count(),
        waiting -> waiting == loads);
  }

  @Test
  void whatIsRemovedIsNoLongerQueued() throws Exception {
    String first = load();
    tracker.add(first);
    tracker.add(load());
    awaitNextReads(executor, 2);
    tracker.remove(first);
    assertThat(executor.getQueue()).hasSize(1);
    tracker.close();
    assertThat(executor.getQueue()).isEmpty();
  }

  @Test
  void anExecutorThatWasShutDownFirstEndsWithItsTracker() throws Exception {
    tracker.add(load());
    awaitNextReads(executor, 1);
    executor.shutdown();
    tracker.close();
    assertThat(executor.awaitTermination(50, TimeUnit.SECONDS)).isTrue();
  }

  /** Its thread is reading while the tracker is closed. */
  @Test
  void whatRunsAtTheCloseQueuesNothing() throws Exception {
    LoadTracker[] closes = new LoadTracker[1];
    closes[0] = LoadTracker.builder(client, executor, event -> closes[0].close()).build();
    closes[0].add(load());
    Eventually.until(closes[0]::loads, Collection::isEmpty);
    executor.shutdown();
    assertThat(executor.awaitTermination(50, TimeUnit.SECONDS)).isTrue();
  }

  /** Its earlier run waits to call the listener, which refused that it is given up. */
  @Test
  void aLoadThatIsAddedAgainAfterItsEndWaitsOnce() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    LoadTracker refused =
        LoadTracker.builder(
                client,
                executor,
                event -> {
                  calls.incrementAndGet();
                  throw new IllegalStateException("the listener refuses");
                })
            .build();
    refused.add("LD-2099-1");
    Eventually.until(calls::get, called -> called == 1);
    Eventually.until(executor.getQueue()::size, waiting -> waiting == 1);
    assertThat(refused.add("LD-2099-1")).isTrue();
    refused.close();
    Eventually.until(executor::getActiveCount, active -> active == 0);
    assertThat(executor.getQueue()).isEmpty();
  }

  @Test
  void aTrackerOfAClosedClientEnds() throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Handler handler = new WarningsInto(warnings);
    Logger logger = Logger.getLogger("io.freightsdk.jobs");
    logger.addHandler(handler);
    try {
      String load = load();
      client.close();
      tracker.add(load);
      Eventually.until(tracker::loads, Collection::isEmpty);
      Eventually.until(executor::getActiveCount, active -> active == 0);
      assertThat(executor.getQueue()).isEmpty();
      assertThat(warnings)
          .singleElement()
          .asString()
          .contains("client was closed", "no longer followed", load);
    } finally {
      logger.removeHandler(handler);
    }
  }

  static final class WarningsInto extends Handler {
    private final List<String> warnings;

    WarningsInto(List<String> warnings) {
      this.warnings = warnings;
    }

    @Override
    public void publish(LogRecord line) {
      if (line.getLevel() == Level.WARNING) warnings.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** The program of the page. */
  public static final class Program {
    public static void main(String[] args) throws Exception {
      ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(4);
      try (FreightClient client =
              FreightClient.builder().baseUrl(args[0]).agentKey(args[1]).build();
          LoadTracker tracker = LoadTracker.builder(client, threads, event -> {}).build()) {
        tracker.add(client.createLoad(SampleOrders.cincinnatiToSevierville()).loadNumber());
        awaitNextReads(threads, 1);
      }
      threads.shutdown();
      System.out.print("closed");
    }
  }

  @Test
  void theProgramOfThePageEnds(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("output.txt");
    List<String> command = ChildJvm.program(Program.class, server.baseUrl(), broker.agentKey());
    Process program =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      boolean hasEnded = program.waitFor(100, TimeUnit.SECONDS);
      assertThat(Files.readString(output, StandardCharsets.UTF_8)).isEqualTo("closed");
      assertThat(hasEnded).as("the program ended").isTrue();
    } finally {
      program.destroyForcibly();
    }
  }
}
