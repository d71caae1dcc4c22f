package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the commands of the pages to the project: profiles, modules, tests, settings and scripts
 * that they name are there. The continuous build and the nightly one run most of them; none takes a
 * reader to a name that has gone.
 */
class CommandsTest {
  private static final Pattern INLINE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern PROFILES = Pattern.compile("-P(\\S+)");
  private static final Pattern MODULES = Pattern.compile("-pl (\\S+)");
  private static final Pattern TESTS = Pattern.compile("-Dtest=([\\w,*#]+)");
  private static final Pattern SETTING = Pattern.compile("-D([a-z][\\w.-]+)");
  private static final Pattern SCRIPT =
      Pattern.compile("(?<![\\w/-])(\\.ci/[\\w./-]+|sdk-[\\w/.-]+\\.sh|\\./mvnw)");

  /** Settings of the JDK and of Maven's plugins, which nothing here has to name. */
  private static final Pattern OF_OTHERS =
      Pattern.compile("(java|javax|https|skipTests|maven|surefire|spotless|jacoco|jazzer)\\b.*");

  @Test
  void everyCommandNamesWhatIsThere() throws IOException {
    List<String> commands = commands();
    assertThat(commands).isNotEmpty();
    Set<String> profiles = found("<profile>(?:\\s|<!--.*?-->)*<id>([^<]+)</id>", poms());
    Set<String> sources = sourceNames();
    String settings = settings();
    List<String> wrong = new ArrayList<>();
    for (String command : commands) {
      for (String profile : parts(PROFILES, command)) {
        if (!profiles.contains(profile)) wrong.add(command + ": no profile " + profile);
      }
      for (String module : parts(MODULES, command)) {
        String path = module.replaceAll("['!]", ""); // all but this one
        boolean isModule = Files.exists(Pages.ROOT.resolve(path).resolve("pom.xml"));
        if (!isModule) wrong.add(command + ": no module " + module);
      }
      for (String test : parts(TESTS, command)) {
        String name = test.replaceFirst("#.*", "");
        boolean isPlaceholder = name.equals("Name");
        if (!isPlaceholder && !sources.contains(name + ".java")) {
          wrong.add(command + ": no test " + name);
        }
      }
      for (String setting : parts(SETTING, command)) {
        boolean isKnown =
            setting.equals("test")
                || OF_OTHERS.matcher(setting).matches()
                || settings.contains(setting);
        if (!isKnown) wrong.add(command + ": nothing reads " + setting);
      }
      for (MatchResult script : SCRIPT.matcher(command).results().toList()) {
        if (!Files.exists(Pages.ROOT.resolve(script.group(1)))) {
          wrong.add(command + ": no " + script.group(1));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Blocks of shell, a command of several lines as one, and commands within a sentence. */
  private static List<String> commands() throws IOException {
    List<String> commands = new ArrayList<>();
    for (Path page : Pages.all()) {
      for (Snippet snippet : Snippet.of(page)) {
        boolean isShell = snippet.language().isEmpty() || snippet.language().equals("sh");
        if (isShell) commands.addAll(List.of(snippet.text().replace("\\\n", " ").split("\n")));
      }
      Matcher inline = INLINE.matcher(Files.readString(page));
      while (inline.find()) commands.add(inline.group(1));
    }
    return commands.stream()
        .filter(text -> text.contains("mvn ") || text.startsWith("-D") || text.startsWith(".ci/"))
        .toList();
  }

  private static List<String> parts(Pattern pattern, String command) {
    return pattern
        .matcher(command)
        .results()
        .flatMap(found -> Stream.of(found.group(1).split(",")))
        .filter(part -> !part.isEmpty())
        .toList();
  }

  private static Set<String> found(String pattern, List<Path> files) throws IOException {
    Pattern wanted = Pattern.compile(pattern, Pattern.DOTALL);
    Set<String> found = new TreeSet<>();
    for (Path file : files) {
      wanted.matcher(Files.readString(file)).results().forEach(hit -> found.add(hit.group(1)));
    }
    return found;
  }

  private static List<Path> poms() throws IOException {
    return files(path -> path.endsWith("pom.xml"));
  }

  private static Set<String> sourceNames() throws IOException {
    return files(path -> path.toString().endsWith(".java")).stream()
        .map(path -> path.getFileName().toString())
        .collect(Collectors.toSet());
  }

  /** Everything that could read a setting. */
  private static String settings() throws IOException {
    StringBuilder all = new StringBuilder();
    all.append(Files.readString(Pages.ROOT.resolve(".mvn/jvm.config")));
    for (Path file : poms()) all.append(Files.readString(file));
    for (Path file : files(path -> path.toString().endsWith(".java"))) {
      all.append(Files.readString(file));
    }
    return all.toString();
  }

  private static List<Path> files(Predicate<Path> wanted) throws IOException {
    try (Stream<Path> all = Files.walk(Pages.ROOT)) {
      return all.filter(wanted)
          .filter(
              path -> !Pages.ROOT.relativize(path).toString().matches(".*(target|node_modules)/.*"))
          .filter(path -> !path.endsWith("CommandsTest.java"))
          .toList();
    }
  }
}
