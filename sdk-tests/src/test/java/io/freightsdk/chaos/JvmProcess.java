package io.freightsdk.chaos;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A program of the tests' class path in a JVM of its own, a small one. */
final class JvmProcess {
  private JvmProcess() {}

  /**
   * Starts it.
   *
   * @param errors what its standard error is appended to
   * @param output where its standard output goes; null to read it
   */
  static Process start(File errors, @Nullable File output, Class<?> program, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(errors));
    if (output != null) builder.redirectOutput(output);
    return builder.start();
  }
}
