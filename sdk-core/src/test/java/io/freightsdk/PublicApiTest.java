package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the module shows to applications. */
class PublicApiTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern EXPORT = Pattern.compile("(?m)^ {2}exports ([\\w.]+);");
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile("(?m)^public .*?\\b(?:class|interface|record|enum) (\\w+)");

  /** A page that a user can still look over; what only one type needs is nested in that. */
  @Test
  void noMoreThanNinetyTypesAreExported() throws IOException {
    Set<String> types = new TreeSet<>();
    String module = Files.readString(SOURCES.resolve("module-info.java"), StandardCharsets.UTF_8);
    List<String> packages =
        EXPORT.matcher(module).results().map((MatchResult export) -> export.group(1)).toList();
    assertThat(packages).contains("io.freightsdk", "io.freightsdk.spend.jdbc");
    for (String exported : packages) {
      try (Stream<Path> files = Files.list(SOURCES.resolve(exported.replace('.', '/')))) {
        for (Path file : files.filter(any -> any.toString().endsWith(".java")).toList()) {
          PUBLIC_TYPE
              .matcher(Files.readString(file, StandardCharsets.UTF_8))
              .results()
              .forEach(type -> types.add(exported + '.' + type.group(1)));
        }
      }
    }
    assertThat(types).contains("io.freightsdk.FreightClient").hasSizeLessThanOrEqualTo(90);
  }
}
