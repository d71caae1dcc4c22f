package io.freightsdk.examples.benchmarks;

import io.freightsdk.examples.benchmarks.report.Measurements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the suites one after the other, each in a fresh JVM, and writes the page: {@code Benchmarks
 * all|suite[,suite] workFolder docsFolder}. What an earlier run of another suite measured stays,
 * until the work folder is deleted.
 */
public final class Benchmarks {
  private static final List<Suite> SUITES = List.of();

  private Benchmarks() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2) {
      runHere(arguments[0], Path.of(arguments[1]));
      return;
    }
    Path work = Files.createDirectories(Path.of(arguments[1]));
    for (String name : names(arguments[0])) runInFreshJvm(name, work);
  }

  private static List<String> names(String wanted) {
    if (wanted.equals("all")) return SUITES.stream().map(Suite::name).toList();
    List<String> names = new ArrayList<>();
    for (String name : wanted.split(",")) names.add(suite(name).name());
    return names;
  }

  private static Suite suite(String name) {
    return SUITES.stream()
        .filter(suite -> suite.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no suite "
                        + name
                        + "; there are "
                        + SUITES.stream().map(Suite::name).toList()));
  }

  private static void runInFreshJvm(String name, Path work)
      throws IOException, InterruptedException {
    System.out.println("== " + name);
    Files.deleteIfExists(file(name, work));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                Benchmarks.class.getName(),
                name,
                work.toString())
            .inheritIO()
            .start();
    int code = process.waitFor();
    if (code != 0) throw new IllegalStateException("suite " + name + " ended with " + code);
  }

  private static void runHere(String name, Path work) throws Exception {
    suite(name).run(new Measurements(file(name, work)), work);
  }

  private static Path file(String name, Path work) {
    return work.resolve("measured-" + name + ".jsonl");
  }
}
