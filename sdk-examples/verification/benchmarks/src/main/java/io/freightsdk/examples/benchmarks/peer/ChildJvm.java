package io.freightsdk.examples.benchmarks.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that is asked by lines and answers by lines. Closing it ends it. */
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;
  private final PrintWriter questions;
  private final String what;

  private ChildJvm(Process process, String what) {
    this.process = process;
    this.what = what;
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.questions = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /** Starts a class of this class path in the same kind of JVM as this one. */
  public static ChildJvm start(Class<?> main, String... arguments) throws IOException {
    return start(
        Path.of(System.getProperty("java.home")),
        System.getProperty("java.class.path"),
        main,
        arguments);
  }

  public static ChildJvm start(Path javaHome, String classPath, Class<?> main, String... arguments)
      throws IOException {
    return start(javaHome, List.of(), classPath, main, arguments);
  }

  /**
   * @param flags of its JVM
   */
  public static ChildJvm start(
      Path javaHome, List<String> flags, String classPath, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    // The same for all, so that memory is no advantage of whoever runs first.
    command.add("-Xmx512m");
    command.addAll(flags);
    command.add("-cp");
    command.add(classPath);
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new ChildJvm(process, main.getSimpleName() + " " + String.join(" ", arguments));
  }

  /** Asks and waits for the answer. */
  public String ask(String question) throws IOException {
    questions.println(question);
    return next();
  }

  /** The next line it says. */
  public String next() throws IOException {
    String line = answers.readLine();
    if (line == null) throw new IOException(what + " ended without an answer");
    return line;
  }

  /** Waits until it has ended by itself, with all that it does then. */
  public void awaitEnd() {
    process.onExit().join();
  }

  @Override
  public void close() {
    questions.close();
    try {
      if (process.waitFor(5, TimeUnit.SECONDS)) return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
