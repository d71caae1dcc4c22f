package io.freightsdk.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.SampleLoads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Threads of a client in the JVM of an application. */
class ClientThreadsIT {
  private static final int CALLERS = 1000;

  private InMemoryFreightServer server;
  private Broker broker;

  @BeforeEach
  void start() {
    server = InMemoryFreightServer.start();
    broker = server.createBroker("1000.00");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private FreightClient client() {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build();
  }

  /** A program that makes one call and returns from main without closing its client. */
  public static final class Program {
    public static void main(String[] args) {
      FreightClient client = FreightClient.builder().baseUrl(args[0]).agentKey(args[1]).build();
      System.out.print(client.getBalance().balanceUsd());
      System.out.print(" " + client.async().getBalance().join().currency());
    }
  }

  @Test
  void unclosedClientDoesNotKeepTheJvmAlive(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("output.txt");
    Process program =
        new ProcessBuilder(ChildJvm.program(Program.class, server.baseUrl(), broker.agentKey()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      Eventually.until(
          () -> !program.isAlive() || outputOf(output).endsWith("USD"),
          () -> "said: " + outputOf(output));
      // That was all of main. An idle OkHttp dispatcher would hold the JVM for a minute.
      assertThat(program.waitFor(50, TimeUnit.SECONDS)).as("the program ended").isTrue();
      assertThat(Files.readString(output, StandardCharsets.UTF_8)).isEqualTo("1000.00 USD");
      assertThat(program.exitValue()).isZero();
    } finally {
      program.destroyForcibly();
    }
  }

  private static String outputOf(Path output) {
    try {
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void threadsAreDaemonsAndEndWithTheClient() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    FreightClient client = client();
    client.getBalance();
    CallStyle.join(client.async().getBalance());
    Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
    started.removeAll(before);
    assertThat(started)
        .filteredOn(thread -> thread.getName().startsWith("freight-client"))
        .isNotEmpty()
        .allMatch(Thread::isDaemon);
    client.close();
    Eventually.until(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("freight-client")),
        () -> "threads left");
  }

  @Test
  void thousandBlockingCallsGetTheirLoads() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try (FreightClient client = client()) {
      assertEachGetsItsOwnLoad(callers, client);
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void thousandFuturesGetTheirLoads() {
    try (FreightClient client = client()) {
      List<CompletableFuture<CreateLoadOutcome>> futures = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        futures.add(client.async().createLoad(SampleLoads.twoStops()));
      }
      Set<String> numbers = new HashSet<>();
      futures.forEach(future -> numbers.add(CallStyle.join(future).loadNumber()));
      assertThat(numbers).hasSize(CALLERS);
      assertThat(broker.balanceUsd()).isEqualByComparingTo("350.00");
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads are final since Java 21")
  void virtualThreadsAreNotPinned(@TempDir Path folder) throws Exception {
    // The tests are compiled for Java 17, which cannot name the method.
    ExecutorService callers =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    try (FreightClient client = client();
        Recording recording = new Recording()) {
      // A class that is loaded or initialized holds a virtual thread on its carrier in any program.
      assertEachGetsItsOwnLoad(callers, client);
      broker.credit("650.00");
      recording.enable("jdk.VirtualThreadPinned").withoutThreshold();
      recording.start();
      assertEachGetsItsOwnLoad(callers, client);
      recording.stop();
      assertThat(pinnedInTheClient(recording, folder)).isEmpty();
    } finally {
      callers.shutdownNow();
    }
  }

  private static List<String> pinnedInTheClient(Recording recording, Path folder)
      throws IOException {
    Path file = folder.resolve("pinned.jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        // An event alone shows its reason, but the top of its stack only.
        .map(event -> event + " " + event.getStackTrace())
        .filter(pinned -> pinned.contains("io.freightsdk"))
        .toList();
  }

  private void assertEachGetsItsOwnLoad(ExecutorService callers, FreightClient client)
      throws Exception {
    List<Callable<String>> calls = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      calls.add(() -> client.createLoad(SampleLoads.twoStops()).loadNumber());
    }
    Set<String> numbers = new HashSet<>();
    for (Future<String> call : callers.invokeAll(calls, 5, TimeUnit.MINUTES)) {
      numbers.add(call.get());
    }
    assertThat(numbers).hasSize(CALLERS);
    assertThat(broker.balanceUsd()).isEqualByComparingTo("350.00");
  }
}
