package io.freightsdk.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to start a JVM whose classes an earlier run has left in a file, as users can.
 *
 * @param name on the page, after the name of what is started; empty for a start with nothing left
 * @param javaHome whose JVM
 * @param leave flags of the run that leaves the file, at its end; none for a start with nothing
 *     left
 * @param use flags of the starts that are measured
 * @param file which is left
 */
public record Warmth(String name, Path javaHome, List<String> leave, List<String> use, Path file) {
  public static final String ARCHIVE = "with a class archive";
  public static final String CACHE = "Java 25 with an AOT cache";

  /** Says how on the page. */
  public static final String TEXT =
      "\""
          + ARCHIVE
          + "\" is a start in another way that users have: once with `-XX:ArchiveClassesAtExit=FILE`,"
          + " and then with `-XX:SharedArchiveFile=FILE`; \""
          + CACHE
          + "\" is `-XX:AOTCacheOutput=FILE` and then `-XX:AOTCache=FILE`.";

  /** With nothing left, with an archive of classes, and on Java 25 if there is one. */
  public static List<Warmth> all(Path folder, String program) throws IOException {
    Path home = Path.of(System.getProperty("java.home"));
    List<Warmth> all = new ArrayList<>();
    all.add(cold("", home));
    Path archive = folder.resolve(program + ".jsa");
    all.add(
        new Warmth(
            ARCHIVE,
            home,
            List.of("-XX:ArchiveClassesAtExit=" + archive),
            List.of("-XX:SharedArchiveFile=" + archive),
            archive));
    Path home25 = Jdk25.home();
    if (home25 == null) {
      System.out.println("  skipped: an AOT cache, for there is no JDK 25");
      return all;
    }
    all.add(cold("Java 25", home25));
    Path cache = folder.resolve(program + ".aot");
    all.add(
        new Warmth(
            CACHE,
            home25,
            List.of("-XX:AOTCacheOutput=" + cache),
            List.of("-XX:AOTCache=" + cache),
            cache));
    return all;
  }

  private static Warmth cold(String name, Path home) {
    return new Warmth(name, home, List.of(), List.of(), home);
  }

  /** What the page calls a program that is started like this. */
  public String of(String program) {
    return name.isEmpty() ? program : program + ", " + name;
  }

  /** A run of the program, from its start to its orderly end. */
  public interface Run {
    void with(List<String> flags) throws Exception;
  }

  /** Lets a run leave its file. */
  public void prepare(Run run) throws Exception {
    if (leave.isEmpty()) return;
    Files.deleteIfExists(file);
    run.with(leave);
    if (!Files.exists(file)) throw new IOException("no " + file + " was left");
  }
}
