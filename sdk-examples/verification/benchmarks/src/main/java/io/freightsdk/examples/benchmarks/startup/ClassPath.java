package io.freightsdk.examples.benchmarks.startup;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The class path of this JVM as Maven resolved it: the artifact of each entry, and the artifacts
 * that it needs. Read from the POMs next to the jars in the local repository.
 */
final class ClassPath {
  private final Map<String, Path> entries = new HashMap<>();
  private final Map<String, Pom> poms = new HashMap<>();

  static ClassPath ofThisJvm() throws IOException {
    ClassPath classPath = new ClassPath();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry).toAbsolutePath();
      Path pomFile = pomOf(path);
      if (pomFile == null) continue;
      Pom pom = Pom.read(pomFile);
      classPath.entries.put(pom.name(), path);
      classPath.poms.put(pom.name(), pom);
    }
    return classPath;
  }

  /** The entries of these artifacts and of all they need. */
  Set<Path> closure(Collection<String> artifacts) {
    Set<Path> found = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(artifacts);
    while (!open.isEmpty()) {
      Pom pom = find(open.remove());
      if (pom == null) continue;
      Path entry = entries.get(pom.name());
      if (entry != null && found.add(entry)) open.addAll(pom.needs());
    }
    for (String artifact : artifacts) {
      if (find(artifact) == null) {
        throw new IllegalStateException(artifact + " is not on the class path");
      }
    }
    return found;
  }

  /** What Maven left out is no need; what Kotlin names by its common part is there as the JVM's. */
  private @Nullable Pom find(String artifact) {
    Pom pom = poms.get(artifact);
    return pom != null ? pom : poms.get(artifact + "-jvm");
  }

  /** Bytes of an entry as a jar. */
  static long bytes(Path entry) throws IOException {
    return Files.isDirectory(entry) ? zipped(entry) : Files.size(entry);
  }

  private static long zipped(Path folder) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    zip(folder, bytes);
    return bytes.size();
  }

  /** A folder of classes as a jar: archives of classes know jars only. */
  static void zip(Path folder, OutputStream to) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(to);
        Stream<Path> all = Files.walk(folder)) {
      List<Path> files = all.filter(Files::isRegularFile).sorted().toList();
      for (Path file : files) {
        zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
        Files.copy(file, zip);
      }
    }
  }

  private static @Nullable Path pomOf(Path entry) {
    Path folder = entry.getParent();
    Path file = entry.getFileName();
    if (folder == null || file == null) return null;
    Path beside = folder.resolve(file.toString().replaceAll("\\.jar$", ".pom"));
    if (file.toString().endsWith(".jar") && Files.exists(beside)) return beside;
    // A module of this build: its target folder stands beside its POM.
    Path own = folder.resolveSibling("pom.xml");
    return Files.exists(own) ? own : null;
  }
}
