package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.error.FreightException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the pages about the inside of the client name is there, under that name. */
class DocumentedNamesTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path MAIN = Path.of("src", "main", "java");

  /** What the generator makes of the interfaces' templates. */
  private static final Path FACES = Path.of("target", "generated-sources", "faces");

  private static final Path INTEGRATIONS = Path.of("..", "sdk-integrations");

  /** The client, and what was cut from it into artifacts of its own. */
  private static final List<Path> MAINS =
      List.of(
          MAIN,
          FACES,
          INTEGRATIONS.resolve("freight-agent").resolve(MAIN),
          INTEGRATIONS.resolve("freight-outbox").resolve(MAIN),
          INTEGRATIONS.resolve("freight-spend").resolve(MAIN),
          INTEGRATIONS.resolve("freight-sql").resolve(MAIN),
          INTEGRATIONS.resolve("freight-watch").resolve(MAIN));

  private static final Set<String> OTHERS = Set.of("Throwable", "OkHttp");

  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|interface|record|enum)\\s+([A-Z]\\w*)");
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern LOGGER =
      Pattern.compile("System\\.getLogger\\(\\s*(?:\"([^\"]+)\"|(\\w+)\\.class\\.getName\\(\\))");

  /** Source by the qualified name of its only top-level type. */
  private static final Map<String, String> SOURCES = new TreeMap<>();

  private static final Set<String> TYPES = new TreeSet<>();
  private static String allSource = "";

  @BeforeAll
  static void readTheCode() throws IOException {
    for (Path main : MAINS) {
      try (Stream<Path> files = Files.walk(main.resolve("io"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
          String source = Files.readString(file, StandardCharsets.UTF_8);
          String path = main.relativize(file).toString().replace(".java", "");
          SOURCES.put(path.replace('/', '.').replace('\\', '.'), source);
          TYPES.addAll(found(TYPE, source));
        }
      }
    }
    allSource = String.join("\n", SOURCES.values());
    assertThat(TYPES).contains("FreightClient");
  }

  @Test
  void everyNameOnThePageAboutACallExists() throws IOException {
    List<String> unknown = new ArrayList<>();
    for (String code : found(CODE, aCall())) {
      if (!exists(code)) unknown.add(code);
    }
    assertThat(unknown).as("names that are not in src/main").isEmpty();
  }

  @Test
  void everyInternalPackageIsOnThePageAboutACall() throws IOException {
    Set<String> packages = new TreeSet<>();
    for (String name : SOURCES.keySet()) {
      boolean ofTheClient = Files.exists(MAIN.resolve(name.replace('.', '/') + ".java"));
      if (ofTheClient && name.startsWith("io.freightsdk.internal.")) {
        packages.add(packageOf(name).substring("io.freightsdk.".length()));
      }
    }
    assertThat(found(CODE, aCall())).containsAll(packages);
  }

  @Test
  void everyNameInThePictureOfACallExists() throws IOException {
    String picture = picture();
    List<String> names = new ArrayList<>();
    for (String text : found(Pattern.compile("class=\"(?:name|code)\"[^>]*>([^<]+)<"), picture)) {
      names.addAll(found(Pattern.compile("(\\w+)"), text));
    }
    for (String text : found(Pattern.compile("<text[^>]*>([^<]+)<"), picture)) {
      names.addAll(found(Pattern.compile("\\b([A-Z][a-z]+[A-Z]\\w*|[a-z]+[A-Z]\\w*)"), text));
    }
    assertThat(names).contains("Tally", "Steps", "WireTrace", "maxAge");
    assertThat(names).allMatch(DocumentedNamesTest::exists, "exists in src/main");
  }

  @Test
  void thePictureOfACallNeedsNothingFromElsewhere() throws Exception {
    String picture = picture();
    assertThat(DocumentBuilderFactory.newInstance().newDocumentBuilder())
        .satisfies(parser -> parser.parse(Path.of("how-a-call-works.svg").toFile()));
    assertThat(picture).doesNotContain("href", "@import", "@font-face", "<script");
    assertThat(found(Pattern.compile("(url\\([^)]*\\))"), picture)).containsOnly("url(#to)");
    assertThat(picture).contains("prefers-color-scheme: dark");
  }

  @Test
  void thePageAboutLoggingListsEveryLogger() throws IOException {
    Set<String> used = new TreeSet<>();
    SOURCES.forEach(
        (name, source) -> {
          for (MatchResult call : LOGGER.matcher(source).results().toList()) {
            String type = call.group(2);
            used.add(type == null ? call.group(1) : qualified(type, packageOf(name)));
          }
        });
    assertThat(used).contains("io.freightsdk.http", "io.freightsdk.calls");
    Pattern row = Pattern.compile("(?m)^\\| `(io\\.freightsdk[\\w.]*)` \\|");
    assertThat(found(row, page("operations.md"))).containsExactlyInAnyOrderElementsOf(used);
  }

  /** The end of a message names it. */
  @Test
  void everyExceptionHasARowOnThePageAboutErrors() throws IOException {
    List<String> named = found(Pattern.compile("`(\\w+Exception)\\b"), rows(page("errors.md")));
    assertThat(leaves(FreightException.class)).contains("InsufficientFundsException");
    assertThat(named).containsAll(leaves(FreightException.class));
  }

  private static String rows(String page) {
    return page.lines().filter(line -> line.startsWith("|")).collect(Collectors.joining("\n"));
  }

  private static List<String> leaves(Class<?> type) {
    Class<?>[] below = type.getPermittedSubclasses();
    if (below == null) return List.of(type.getSimpleName());
    return Stream.of(below).flatMap(each -> leaves(each).stream()).toList();
  }

  /** A type, a type's member, a package, a thread's name, a folder, or any other word of code. */
  private static boolean exists(String code) {
    String name = code.endsWith("()") ? code.substring(0, code.length() - 2) : code;
    if (OTHERS.contains(name) || TYPES.contains(name)) return true;
    if (name.matches("[A-Z]\\w*[a-z]\\w*")) return false;
    if (name.matches("[A-Z]\\w*\\.\\w+")) {
      int dot = name.indexOf('.');
      String type = '.' + name.substring(0, dot);
      return SOURCES.keySet().stream()
          .filter(known -> known.endsWith(type))
          .anyMatch(known -> isWord(name.substring(dot + 1), SOURCES.getOrDefault(known, "")));
    }
    if (name.matches("[a-z]+(\\.[a-z]+)+")) {
      String inside = "io/freightsdk/" + name.replace('.', '/');
      return MAINS.stream().anyMatch(main -> Files.isDirectory(main.resolve(inside)));
    }
    if (name.startsWith("freight-")) {
      return allSource.contains('"' + name.replaceFirst("-[^a-z-]+$", "") + '"');
    }
    return name.matches("\\w+")
        ? isWord(name, allSource)
        : Files.isDirectory(Path.of("..").resolve(name));
  }

  private static boolean isWord(String name, String source) {
    return Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(source).find();
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  private static String page(String name) throws IOException {
    return Files.readString(DOCS.resolve(name), StandardCharsets.UTF_8);
  }

  private static String aCall() throws IOException {
    return Files.readString(Path.of("HOW-A-CALL-WORKS.md"));
  }

  private static String picture() throws IOException {
    return Files.readString(Path.of("how-a-call-works.svg"));
  }

  private static String qualified(String type, String here) {
    String neighbour = here + '.' + type;
    if (SOURCES.containsKey(neighbour)) return neighbour;
    return SOURCES.keySet().stream()
        .filter(known -> known.endsWith('.' + type))
        .findFirst()
        .orElse(type);
  }

  private static String packageOf(String type) {
    return type.substring(0, type.lastIndexOf('.'));
  }
}
