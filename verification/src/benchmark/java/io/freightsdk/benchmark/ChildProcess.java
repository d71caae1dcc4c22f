package io.freightsdk.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM. {@code close} ends it with SIGTERM, and waits for its end. */
final class ChildProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;

  private ChildProcess(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    try {
      this.process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a class of this class path. */
  static ChildProcess of(Class<?> main, String argument) {
    return new ChildProcess(
        List.of("-cp", System.getProperty("java.class.path"), main.getName(), argument));
  }

  /** Starts a jar. */
  static ChildProcess of(Path jar, String... arguments) {
    List<String> all = new ArrayList<>(List.of("-jar", jar.toString()));
    all.addAll(List.of(arguments));
    return new ChildProcess(all);
  }

  /** The next line of its output. */
  String readLine() {
    try {
      String line = lines.readLine();
      if (line == null) throw new IllegalStateException("the process ended without output");
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
