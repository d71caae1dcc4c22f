package io.freightsdk.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a JDK 25 is: in the environment variable {@code JDK_25}, or next to the running JDK. */
public final class Jdk25 {
  private Jdk25() {}

  public static @Nullable Path home() throws IOException {
    String named = System.getenv("JDK_25");
    if (named != null) return Path.of(named);
    Path folder = Path.of(System.getProperty("java.home")).toRealPath().getParent();
    if (folder == null) return null;
    try (Stream<Path> homes = Files.list(folder)) {
      return homes.filter(Jdk25::is25).findFirst().orElse(null);
    }
  }

  private static boolean is25(Path home) {
    Path release = home.resolve("release");
    if (!Files.isReadable(release) || !Files.exists(home.resolve("bin/java"))) return false;
    try {
      return Files.readString(release).contains("JAVA_VERSION=\"25");
    } catch (IOException e) {
      return false;
    }
  }
}
