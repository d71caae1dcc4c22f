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

/** The client processes of a run. A killed process is restarted. */
final class ClientProcesses implements AutoCloseable {
  private static final Duration MAX_EXIT_TIME = Duration.ofMinutes(6);

  /** The arguments of all processes. */
  record CommonArguments(
      String baseUrl,
      String agentKey,
      String jdbcUrl,
      String ledgerName,
      Instant start,
      long seed,
      List<String> loads) {}

  private final CommonArguments settings;
  private final Path folder;
  private final EventLog log;
  private final Process[] processes;
  private final ResultFile.Incarnation[] current;
  private final List<ResultFile.Incarnation> incarnations = new ArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();

  ClientProcesses(int count, CommonArguments settings, Path folder, EventLog log)
      throws IOException {
    this.settings = settings;
    this.folder = folder;
    this.log = log;
    this.processes = new Process[count];
    this.current = new ResultFile.Incarnation[count];
    for (int i = 0; i < count; i++) start(i);
  }

  int count() {
    return processes.length;
  }

  /** Number of ended calls that no limit refused. */
  int calls() {
    return calls.get();
  }

  /** All processes, including killed ones. */
  List<ResultFile.Incarnation> incarnations() {
    return incarnations;
  }

  /** The name of a process that has exited; null if all run. */
  String exitedProcess() {
    for (int i = 0; i < processes.length; i++) if (!processes[i].isAlive()) return current[i].name;
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
    orders.values().removeIf(hasEnded -> hasEnded);
    Path resultFile = folder.resolve("results-" + number + "." + incarnation);
    CustomerProcess.Arguments arguments =
        new CustomerProcess.Arguments(
            settings.baseUrl,
            settings.agentKey,
            settings.jdbcUrl,
            settings.ledgerName,
            resultFile,
            settings.start,
            number,
            incarnation,
            settings.seed,
            settings.loads,
            List.copyOf(orders.keySet()));
    current[number] = new ResultFile.Incarnation(arguments.name(), resultFile);
    incarnations.add(current[number]);
    Process process =
        JvmProcess.start(
            folder.resolve("errors.log").toFile(), null, CustomerProcess.class, arguments.toList());
    processes[number] = process;
    Thread listener = new Thread(() -> countCalls(process), "calls-of-" + arguments.name());
    listener.setDaemon(true);
    listener.start();
    log.add("Process " + arguments.name() + " starts.");
  }

  private void countCalls(Process process) {
    try (InputStream output = process.getInputStream()) {
      while (output.read() >= 0) calls.incrementAndGet();
    } catch (IOException killed) {
      // The process was killed.
    }
  }

  /** Kills a process with SIGKILL, and restarts it. */
  void kill(int number) throws Exception {
    current[number].killed = true;
    log.add("Process " + current[number].name + " is killed.");
    processes[number].destroyForcibly();
    boolean hasExited = processes[number].waitFor(MAX_EXIT_TIME.toSeconds(), TimeUnit.SECONDS);
    if (!hasExited) throw new AssertionError("process " + current[number].name + " does not exit");
    start(number);
  }

  /** Ends all processes. Returns a stack trace for each that does not exit. */
  List<String> end() throws Exception {
    List<String> hanging = new ArrayList<>();
    for (Process process : processes) {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    }
    for (int i = 0; i < processes.length; i++) {
      if (processes[i].waitFor(MAX_EXIT_TIME.toSeconds(), TimeUnit.SECONDS)) continue;
      hanging.add(
          String.format(
              Locale.ROOT, "process %s does not exit: %s", current[i].name, stacks(processes[i])));
      processes[i].destroyForcibly().waitFor(MAX_EXIT_TIME.toSeconds(), TimeUnit.SECONDS);
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
