package io.freightsdk.chaos;

import io.freightsdk.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
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
    List<String> command = ChildJvm.program(program, arguments.toArray(new String[0]));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(errors));
    if (output != null) builder.redirectOutput(output);
    return builder.start();
  }
}
