package io.freightsdk.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands of other JVMs that live for seconds: their best compiler would come too late. */
public final class ChildJvm {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private ChildJvm() {}

  /** {@code java} with these arguments; a list that may be added to. */
  public static List<String> command(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(JAVA, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    // SQLite's library is native, which newer JVMs announce unless it is allowed, as by our jar.
    boolean announces = Runtime.version().feature() >= 24;
    if (announces) command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of(arguments));
    return command;
  }

  /** A program on this JVM's class path. */
  public static List<String> program(Class<?> main, String... arguments) {
    List<String> command =
        command(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            main.getName());
    command.addAll(List.of(arguments));
    return command;
  }
}
