package io.freightsdk.examples.benchmarks.report;

import java.io.File;
import java.nio.file.Path;

/**
 * Something that was measured, in the version that was measured.
 *
 * @param name as a reader knows it, such as {@code Jackson 3}
 * @param version read from the class path, never typed by hand
 */
public record Peer(String name, String version) {

  /**
   * A library of the class path. Its version is the one that Maven resolved: the folder of its jar
   * in the local repository, because half of the peers' jars name no version inside.
   */
  public static Peer ofArtifact(String name, String artifactId) {
    Path folder = jar(artifactId).getParent();
    return new Peer(name, String.valueOf(folder.getFileName()));
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
}
