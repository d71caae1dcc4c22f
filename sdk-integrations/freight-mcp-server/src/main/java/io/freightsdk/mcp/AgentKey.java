package io.freightsdk.mcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The agent key: from the environment, a file, or a command such as that of a password manager. The
 * command runs on a thread of its own, because a host does not wait for a person who has to unlock
 * something.
 */
final class AgentKey {
  /** So long a command may take: a password manager may ask the person. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Why nothing can be sent, when the program is about to end with what the command lacked. */
  static final class Missing extends RuntimeException {
    private static final long serialVersionUID = 1;

    Missing(Options.Mistake told) {
      super(told.getMessage(), null, false, false);
    }
  }

  private final Supplier<String> known;
  private final @Nullable FutureTask<String> command;
  private final @Nullable Thread running;

  private AgentKey(
      Supplier<String> known, @Nullable FutureTask<String> command, @Nullable Thread running) {
    this.known = known;
    this.command = command;
    this.running = running;
  }

  /** One that is there. */
  static AgentKey known(Supplier<String> key) {
    return new AgentKey(key, null, null);
  }

  /** A file is read again for each request, so that a key can be rotated in it. */
  static AgentKey of(Options options, Map<String, String> environment) {
    String key = environment.get("FREIGHT_AGENT_KEY");
    String file = environment.get("FREIGHT_AGENT_KEY_FILE");
    String command = options.value("--key-command");
    if (command != null) return printedBy(command);
    if (file != null && !file.isBlank()) {
      Path path = Path.of(file);
      String unused = read(path);
      return known(() -> read(path));
    }
    if (key != null && !key.isBlank()) return known(() -> key);
    throw new Options.Mistake(
        "set the environment variable FREIGHT_AGENT_KEY: the broker's agent key; or"
            + " FREIGHT_AGENT_KEY_FILE, or --key-command");
  }

  private static AgentKey printedBy(String command) {
    FutureTask<String> printed = new FutureTask<>(() -> run(command, LIMIT));
    Thread running = new Thread(printed, "freight-key-command");
    running.setDaemon(true);
    running.start();
    return new AgentKey(() -> now(printed), printed, running);
  }

  private static String now(FutureTask<String> printed) {
    if (!printed.isDone()) throw new IllegalStateException("--key-command has not ended yet");
    try {
      return printed.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("--key-command has failed", e);
    }
  }

  /** The key, for a request. Does not wait: whoever spends money has waited for {@link #await}. */
  String now() {
    return known.get();
  }

  /**
   * Waits until the key is there, or will not be because this is stopped.
   *
   * @throws Options.Mistake if the command fails
   */
  void await() throws InterruptedException {
    if (command == null) return;
    try {
      String unused = command.get();
    } catch (CancellationException stopped) {
      // The program ends.
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Options.Mistake mistake) throw mistake;
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Tells the command to end if it still runs, with all that it has started. */
  void cancel() {
    if (command == null) return;
    boolean unused = command.cancel(true);
  }

  /** The same, and waits until it has. */
  void stop() throws InterruptedException {
    cancel();
    if (running != null) running.join();
  }

  private static String read(Path file) {
    List<String> lines = lines("FREIGHT_AGENT_KEY_FILE", file);
    if (lines.size() == 1) return lines.get(0);
    throw new Options.Mistake("FREIGHT_AGENT_KEY_FILE: expected a file of one line, the key");
  }

  /** The lines of a file with secrets, without empty ones. */
  static List<String> lines(String option, Path file) {
    try {
      boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
      if (posix && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        throw new Options.Mistake(
            option + ": every user can read " + file.toAbsolutePath() + "; run: chmod 600 FILE");
      }
      return Files.readAllLines(file).stream()
          .map(String::strip)
          .filter(s -> !s.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new Options.Mistake(option + ": the file " + file.toAbsolutePath() + " cannot be read");
    }
  }

  /**
   * What the command prints.
   *
   * @param limit how long it may take to print and to end; then it is ended, with all that it has
   *     started
   */
  static String run(String command, Duration limit) {
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    List<String> shell =
        windows ? List.of("cmd", "/c", command) : List.of("/bin/sh", "-c", command);
    try {
      Process process =
          new ProcessBuilder(shell).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      process.getOutputStream().close();
      String printed = printed(process, limit);
      if (!printed.isEmpty()) return printed;
    } catch (TimeoutException e) {
      throw new Options.Mistake(
          "--key-command: the command did not end within " + limit.toSeconds() + " s");
    } catch (IOException | ExecutionException e) {
      // Told below.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new Options.Mistake("--key-command: the command failed, or printed no key");
  }

  /** Reads on another thread, because a read cannot be ended; empty if the command fails. */
  private static String printed(Process process, Duration limit)
      throws InterruptedException, ExecutionException, TimeoutException {
    FutureTask<String> reading =
        new FutureTask<>(
            () -> {
              byte[] bytes = process.getInputStream().readNBytes(10_000);
              return process.waitFor() == 0
                  ? new String(bytes, StandardCharsets.UTF_8).strip()
                  : "";
            });
    Thread reader = new Thread(reading, "freight-key-reader");
    reader.setDaemon(true);
    reader.start();
    try {
      return reading.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!reading.isDone()) {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
      }
    }
  }
}
