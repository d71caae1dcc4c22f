package io.freightsdk.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The client processes of a run: each is started again when it was killed. */
final class ClientProcesses implements AutoCloseable {
  private static final Duration BOUND = Duration.ofMinutes(6);

  /** What all of them are started with. */
  record Settings(
      String baseUrl,
      String agentKey,
      String jdbcUrl,
      String book,
      Instant start,
      long seed,
      List<String> loads) {}

  private final Settings settings;
  private final Path folder;
  private final EventLog story;
  private final Process[] processes;
  private final ResultFile.Incarnation[] alive;
  private final List<ResultFile.Incarnation> incarnations = new ArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();

  ClientProcesses(int count, Settings settings, Path folder, EventLog story) throws IOException {
    this.settings = settings;
    this.folder = folder;
    this.story = story;
    this.processes = new Process[count];
    this.alive = new ResultFile.Incarnation[count];
    for (int i = 0; i < count; i++) start(i);
  }

  int count() {
    return processes.length;
  }

  /** Calls that have ended, and that no limit refused. */
  int calls() {
    return calls.get();
  }

  /** All that ever ran, the living and the dead. */
  List<ResultFile.Incarnation> incarnations() {
    return incarnations;
  }

  /** One of them that has ended by itself; null if all live. */
  String ended() {
    for (int i = 0; i < processes.length; i++) if (!processes[i].isAlive()) return alive[i].name;
    return null;
  }

  private void start(int number) throws IOException {
    int incarnation = 0;
    Map<String, Boolean> orders = new LinkedHashMap<>();
    for (ResultFile.Incarnation before : incarnations) {
      if (!before.name.startsWith(number + ".")) continue;
      incarnation++;
      orders.putAll(ResultFile.read(before).orders());
    }
    orders.values().removeIf(over -> over);
    Path told = folder.resolve("told-" + number + "." + incarnation);
    CustomerProcess.Task task =
        new CustomerProcess.Task(
            settings.baseUrl,
            settings.agentKey,
            settings.jdbcUrl,
            settings.book,
            told,
            settings.start,
            number,
            incarnation,
            settings.seed,
            settings.loads,
            List.copyOf(orders.keySet()));
    alive[number] = new ResultFile.Incarnation(task.name(), told);
    incarnations.add(alive[number]);
    Process process =
        JvmProcess.start(
            folder.resolve("errors.log").toFile(), null, CustomerProcess.class, task.arguments());
    processes[number] = process;
    Thread listener = new Thread(() -> listen(process), "calls-of-" + task.name());
    listener.setDaemon(true);
    listener.start();
    story.tell("Process " + task.name() + " starts.");
  }

  private void listen(Process process) {
    try (InputStream output = process.getInputStream()) {
      while (output.read() >= 0) calls.incrementAndGet();
    } catch (IOException killed) {
      // It says nothing any more.
    }
  }

  /** SIGKILL, and another one in its place. */
  void kill(int number) throws Exception {
    alive[number].killed = true;
    story.tell("Process " + alive[number].name + " is killed.");
    processes[number].destroyForcibly();
    boolean dead = processes[number].waitFor(BOUND.toSeconds(), TimeUnit.SECONDS);
    if (!dead) throw new AssertionError("process " + alive[number].name + " does not die");
    start(number);
  }

  /** Lets customers come to an end and clients close; what hangs, and where, for each that does. */
  List<String> end() throws Exception {
    List<String> hanging = new ArrayList<>();
    for (Process process : processes) {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    }
    for (int i = 0; i < processes.length; i++) {
      if (processes[i].waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) continue;
      hanging.add(
          String.format(
              Locale.ROOT, "process %s does not end: %s", alive[i].name, stacks(processes[i])));
      processes[i].destroyForcibly().waitFor(BOUND.toSeconds(), TimeUnit.SECONDS);
    }
    return hanging;
  }

  private static String stacks(Process process) throws IOException {
    Process stacks =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jstack").toString(),
                String.valueOf(process.pid()))
            .redirectErrorStream(true)
            .start();
    return new String(stacks.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    for (Process process : processes) process.destroyForcibly();
  }
}
