package io.freightsdk.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the public API of each published artifact with its file in {@code api}. With {@code
 * -Dfreight.regenerate=true}, writes the files.
 */
class PublicApiTest {
  private static final String COMMAND =
      "mvn -pl verification -am test -Dtest=PublicApiTest -Dfreight.regenerate=true";

  private static final Path ROOT = Path.of("..");
  private static final Path FILES = ROOT.resolve("api");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>freight-([\\w-]+)<");

  /** A list of versions, and a program. */
  private static final Set<String> WITHOUT_API = Set.of("bom", "mcp-server");

  @Test
  void filesListThePublicApi() throws IOException {
    Map<Path, List<String>> api = publicApi();
    if (Boolean.getBoolean("freight.regenerate")) write(api);
    Map<Path, List<String>> files = files();
    assertThat(difference("- ", files, api) + difference("+ ", api, files))
        .as("removed (-) and added (+) lines of the public API; to write them to api/: %s", COMMAND)
        .isEmpty();
  }

  private static Map<Path, List<String>> publicApi() throws IOException {
    Path integrations = ROOT.resolve("sdk-integrations");
    Map<Path, List<String>> api = new TreeMap<>();
    String bom = Files.readString(integrations.resolve("bom/pom.xml"));
    for (MatchResult artifact : ARTIFACT.matcher(bom).results().toList()) {
      String name = artifact.group(1);
      if (WITHOUT_API.contains(name)) continue;
      Path folder = Files.exists(ROOT.resolve(name)) ? ROOT : integrations;
      List<String> lines = PublicApi.of(folder.resolve(name).resolve("target/classes"));
      if (!lines.isEmpty()) api.put(FILES.resolve("freight-" + name + ".txt"), lines);
    }
    return api;
  }

  private static Map<Path, List<String>> files() throws IOException {
    Map<Path, List<String>> files = new TreeMap<>();
    try (Stream<Path> present = Files.list(FILES)) {
      for (Path file : present.toList()) files.put(file, Files.readAllLines(file));
    }
    return files;
  }

  private static void write(Map<Path, List<String>> api) throws IOException {
    Files.createDirectories(FILES);
    for (Path file : files().keySet()) Files.delete(file);
    for (Path file : api.keySet()) Files.writeString(file, String.join("\n", api.get(file)) + "\n");
  }

  private static String difference(
      String sign, Map<Path, List<String>> some, Map<Path, List<String>> others) {
    Set<String> lines = new TreeSet<>();
    some.values().forEach(lines::addAll);
    others.values().forEach(lines::removeAll);
    return lines.stream().map(line -> sign + line + "\n").collect(Collectors.joining());
  }
}
