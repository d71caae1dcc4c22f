package io.freightsdk.chaos;

import io.freightsdk.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts a class of the tests' class path in another, small JVM. */
final class JvmProcess {
  private JvmProcess() {}

  /**
   * Starts a program.
   *
   * @param errors the file for its standard error
   * @param output the file for its standard output; null to read it from the process
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
