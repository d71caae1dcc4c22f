package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The shape of the module, read from its sources. */
class ArchitectureTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final String ROOT = "io.freightsdk.server";
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern USE =
      Pattern.compile("(io\\.freightsdk\\.server(?:\\.[a-z]\\w*)*)\\.[A-Z]");

  private record Source(Path path, String inPackage, String text) {}

  private static List<Source> sources() throws IOException {
    List<Source> sources = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String text = read(file);
        Matcher matcher = PACKAGE.matcher(text);
        if (matcher.find()) sources.add(new Source(file, matcher.group(1), text));
      }
    }
    return sources;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void thePackagesFormNoCircle() throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (Source source : sources()) {
      Set<String> used = uses.computeIfAbsent(source.inPackage(), name -> new TreeSet<>());
      Matcher use = USE.matcher(source.text());
      while (use.find()) used.add(use.group(1));
      used.remove(source.inPackage());
    }

    assertThat(uses).hasSizeGreaterThan(15);
    assertThat(uses.get(ROOT)).isNotEmpty();
    for (String name : uses.keySet()) {
      assertThat(reachable(uses, name))
          .as("what %s uses, directly or not", name)
          .doesNotContain(name);
    }
  }

  private static Set<String> reachable(Map<String, Set<String>> uses, String from) {
    Set<String> seen = new LinkedHashSet<>();
    List<String> open = new ArrayList<>(uses.get(from));
    while (!open.isEmpty()) {
      String next = open.remove(open.size() - 1);
      if (seen.add(next)) open.addAll(uses.getOrDefault(next, Set.of()));
    }
    return seen;
  }

  @Test
  void theRulesKnowNeitherClockNorWireNorService() throws IOException {
    for (Source source : sources()) {
      if (!source.inPackage().startsWith(ROOT + ".domain")) continue;
      assertThat(source.text())
          .as(source.path().toString())
          .doesNotContain(
              "Instant.now(", "System.nanoTime(", "new Random(", ROOT + ".http", ROOT + ".service");
    }
  }

  @Test
  void everyPackageSaysWhatItIs() throws IOException {
    Set<Path> described = new TreeSet<>();
    Set<Path> packages = new TreeSet<>();
    for (Source source : sources()) {
      packages.add(source.path().getParent());
      if (source.path().endsWith("package-info.java")) described.add(source.path().getParent());
    }
    assertThat(described).isEqualTo(packages);
  }
}
