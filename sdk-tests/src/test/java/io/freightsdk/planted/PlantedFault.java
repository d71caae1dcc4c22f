package io.freightsdk.interleavings;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A fault in a shipped class: one place of its source is changed, the class is compiled again, and
 * everything of this project is loaded once more around it.
 *
 * @param source below the modules, such as {@code sdk-core/src/main/java/.../Limiter.java}
 * @param place what stands there now; if it does not, the fault has to be planted elsewhere
 * @param instead what stands there then
 */
record PlantedFault(String name, String source, String place, String instead) {
  private static final String OURS = "io.freightsdk.";

  /** The model as it is loaded around the fault. */
  Class<?> around(Class<?> model) throws Exception {
    return Class.forName(model.getName(), true, new Around(compiled()));
  }

  private Map<String, byte[]> compiled() throws IOException {
    Path file = Path.of("..").resolve(source);
    String text = Files.readString(file);
    if (!text.contains(place)) throw new IllegalStateException(name + ": not found in " + source);
    JavaFileObject changed =
        new SimpleJavaFileObject(
            URI.create("string:///" + file.getFileName()), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text.replace(place, instead);
          }
        };
    Map<String, ByteArrayOutputStream> written = new HashMap<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    JavaFileManager files =
        new ForwardingJavaFileManager<>(compiler.getStandardFileManager(said, null, null)) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String type, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + type), kind) {
              @Override
              public OutputStream openOutputStream() {
                return written.computeIfAbsent(type, any -> new ByteArrayOutputStream());
              }
            };
          }
        };
    boolean compiles =
        compiler
            .getTask(
                null,
                files,
                said,
                List.of(
                    "-proc:none", "-nowarn", "-classpath", System.getProperty("java.class.path")),
                null,
                List.of(changed))
            .call();
    if (!compiles) throw new IllegalStateException(name + ": " + said.getDiagnostics());
    Map<String, byte[]> classes = new HashMap<>();
    written.forEach((type, bytes) -> classes.put(type, bytes.toByteArray()));
    return classes;
  }

  /** Loads what is ours itself. */
  private static final class Around extends ClassLoader {
    private final Map<String, byte[]> changed;

    Around(Map<String, byte[]> changed) {
      super(PlantedFault.class.getClassLoader());
      this.changed = changed;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(OURS)) return super.loadClass(name, resolve);
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) return known;
        byte[] bytes = changed.get(name);
        if (bytes == null) bytes = unchanged(name);
        return defineClass(name, bytes, 0, bytes.length);
      }
    }

    private byte[] unchanged(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) throw new ClassNotFoundException(name);
        return in.readAllBytes();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
