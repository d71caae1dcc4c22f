package io.freightsdk.examples.benchmarks.report;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.YearMonth;
import java.util.Comparator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Something that was measured, in the version that was measured.
 *
 * @param name as a reader knows it, such as {@code Jackson 3}
 * @param version read from the class path, never typed by hand
 * @param built year and month in which its files were made; empty where they do not tell, because
 *     builds that anyone can repeat write a constant date
 */
public record Peer(String name, String version, String built) {
  /** The constant dates are of the first years of the format. */
  private static final int NO_YEAR = 1990;

  /**
   * A library of the class path. Its version is the one that Maven resolved: the folder of its jar
   * in the local repository, because half of the peers' jars name no version inside.
   */
  public static Peer ofArtifact(String name, String artifactId) {
    return ofJar(name, jar(artifactId));
  }

  /** The same of a jar that is not on the class path, in a folder named by its version. */
  public static Peer ofJar(String name, Path jar) {
    return new Peer(name, String.valueOf(parent(jar).getFileName()), built(jar));
  }

  /** A tool of the machine. */
  public static Peer ofTool(String name, String version) {
    return new Peer(name, version, "");
  }

  /** Its version, and when that came out. */
  String age() {
    return built.isEmpty() ? version : version + ", of " + built;
  }

  /**
   * The jar of a library of the class path.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Path jar(String artifactId) {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      Path folder = jar.getParent();
      boolean isIt =
          folder != null
              && String.valueOf(jar.getFileName())
                  .equals(artifactId + "-" + folder.getFileName() + ".jar");
      if (isIt) return jar;
    }
    throw new IllegalArgumentException("no jar of " + artifactId + " in the class path");
  }

  private static String built(Path jar) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .map(ZipEntry::getTimeLocal)
          .filter(time -> time != null && time.getYear() > NO_YEAR)
          .max(Comparator.naturalOrder())
          .map(YearMonth::from)
          .map(YearMonth::toString)
          .orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + jar, e);
    }
  }

  private static Path parent(Path jar) {
    Path folder = jar.toAbsolutePath().getParent();
    if (folder == null) throw new IllegalArgumentException(jar + " is in no folder");
    return folder;
  }
}
