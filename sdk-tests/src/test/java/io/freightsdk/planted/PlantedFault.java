package io.freightsdk.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A fault in a shipped class: one place of its source is changed and the class is compiled again,
 * to stand before the shipped one on the class path of another process.
 *
 * @param source below the root, such as {@code sdk-core/src/main/java/.../Limiter.java}
 * @param place what stands there now; if it does not, the fault has to be planted elsewhere
 * @param instead what stands there then
 */
public record PlantedFault(String name, String source, String place, String instead) {
  private static final Path ROOT = Path.of("..");

  /** The source with the fault. */
  public String changed() throws IOException {
    String text = Files.readString(ROOT.resolve(source));
    assertThat(text.contains(place)).as("%s: %s has %s", name, source, place).isTrue();
    return text.replace(place, instead);
  }

  /** Puts the class files into the folder. */
  void compileTo(Path folder) throws IOException {
    String text = changed();
    URI uri = URI.create("string:///" + Path.of(source).getFileName());
    JavaFileObject file =
        new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none",
            "-nowarn",
            "-d",
            folder.toString(),
            "-classpath",
            System.getProperty("java.class.path"));
    try (StandardJavaFileManager files = compiler.getStandardFileManager(said, null, null)) {
      boolean compiles = compiler.getTask(null, files, said, options, null, List.of(file)).call();
      assertThat(compiles).as(() -> name + ": " + said.getDiagnostics()).isTrue();
    }
  }

  /** How a process ended, and what it said. */
  public record Said(int code, String text) {}

  /**
   * Runs a program in a JVM of its own.
   *
   * @param planted what stands before the shipped classes; null for nothing
   */
  public static Said run(PlantedFault planted, List<String> options, List<String> program)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("planted");
    try {
      if (planted != null) planted.compileTo(folder);
      List<String> command = ChildJvm.command();
      command.addAll(options);
      command.add("-cp");
      command.add(folder + File.pathSeparator + System.getProperty("java.class.path"));
      command.addAll(program);
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), said);
      } finally {
        process.destroyForcibly();
      }
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
