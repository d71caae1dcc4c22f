package io.freightsdk.testsupport;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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
import org.jspecify.annotations.Nullable;

/**
 * A fault in a shipped class: one place of its source is changed and the class is compiled again,
 * to stand before the shipped one on the class path of another process, or in a class loader.
 *
 * @param source below the root, such as {@code sdk-core/src/main/java/.../Limiter.java}
 * @param place what stands there now, once; if it does not, the fault has to be planted elsewhere
 * @param instead what stands there then
 */
public record PlantedFault(String name, String source, String place, String instead) {
  private static final String OURS = "io.freightsdk.";

  /** The source with the fault. */
  public String changed() throws IOException {
    String text = Files.readString(file());
    int found = text.indexOf(place);
    boolean once = found >= 0 && text.indexOf(place, found + 1) < 0;
    if (!once) {
      throw new AssertionError(
          "\"%s\" has to be planted elsewhere: %s has %s this place: %s"
              .formatted(name, source, found < 0 ? "no more" : "more than once", place));
    }
    return text.replace(place, instead);
  }

  /** Tests run in the folder of their module. */
  private Path file() {
    for (Path root = Path.of("").toAbsolutePath(); root != null; root = root.getParent()) {
      Path file = root.resolve(source);
      if (Files.exists(file)) return file;
    }
    throw new AssertionError("\"%s\" has to be planted elsewhere: no %s".formatted(name, source));
  }

  /** Puts the class files into the folder. */
  public void compileTo(Path folder) throws IOException {
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
        List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-classpath", classPath());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(said, null, null)) {
      boolean compiles = compiler.getTask(null, files, said, options, null, List.of(file)).call();
      if (!compiles) throw new AssertionError(name + ": " + said.getDiagnostics());
    }
  }

  /** An IDE may start tests on the module path. */
  private static String classPath() {
    String path = System.getProperty("java.class.path");
    String modules = System.getProperty("jdk.module.path");
    return modules == null ? path : path + File.pathSeparator + modules;
  }

  /**
   * The classes of this project once more, those of the folder first; all others are the caller's.
   */
  public static ClassLoader loader(Path folder) {
    return new Planted(folder);
  }

  private static final class Planted extends ClassLoader {
    private final Path folder;

    Planted(Path folder) {
      super(PlantedFault.class.getClassLoader());
      this.folder = folder;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(OURS)) return super.loadClass(name, resolve);
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) return known;
        byte[] bytes = bytes(name.replace('.', '/') + ".class");
        if (bytes == null) throw new ClassNotFoundException(name);
        return defineClass(name, bytes, 0, bytes.length);
      }
    }

    private byte @Nullable [] bytes(String file) {
      Path own = folder.resolve(file);
      try (InputStream bytes =
          Files.exists(own) ? Files.newInputStream(own) : getParent().getResourceAsStream(file)) {
        return bytes == null ? null : bytes.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** How a process ended, and what it said. */
  public record Said(int code, String text) {}

  /**
   * Runs a program in a JVM of its own.
   *
   * @param planted what stands before the shipped classes; null for nothing
   */
  public static Said run(@Nullable PlantedFault planted, List<String> options, List<String> program)
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

  /** Deletes a folder of planted classes. */
  public static void delete(Path folder) throws IOException {
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
