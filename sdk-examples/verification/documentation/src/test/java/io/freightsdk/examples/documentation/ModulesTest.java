package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModulesTest {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern OURS = Pattern.compile("<artifactId>(freight-[\\w-]+)</artifactId>");
  private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
  private static final Pattern PROFILES = Pattern.compile("(?s)<profiles>.*</profiles>");

  /** By its name: the modules that its POM names. */
  private final Map<String, Set<String>> named = new HashMap<>();

  private final List<String> tested = new ArrayList<>();

  /** They share the cores among forks of their own: a module beside them would be one too many. */
  @Test
  void noModuleIsTestedBesideTheServerOrTheClient() throws IOException {
    read(Pages.ROOT);
    assertThat(tested).contains("freight-generator", "freight-sdk-models", "freight-jackson");
    for (String shared : List.of("freight-in-memory-server", "freight-sdk-core")) {
      Set<String> before = needed(shared);
      assertThat(tested)
          .as("modules beside %s", shared)
          .filteredOn(module -> !module.equals(shared) && !before.contains(module))
          .allMatch(module -> needed(module).contains(shared));
    }
  }

  private void read(Path folder) throws IOException {
    String pom = Files.readString(folder.resolve("pom.xml"));
    String own = PROFILES.matcher(PARENT.matcher(pom).replaceAll("")).replaceAll("");
    Matcher names = OURS.matcher(own);
    assertThat(names.find()).as("%s", folder).isTrue();
    String name = names.group(1);
    Set<String> others = named.computeIfAbsent(name, any -> new HashSet<>());
    while (names.find()) others.add(names.group(1));
    boolean hasTests =
        Stream.of("src/test", "src/wire").map(folder::resolve).anyMatch(Files::isDirectory);
    if (hasTests) tested.add(name);
    Matcher modules = MODULE.matcher(own);
    while (modules.find()) read(folder.resolve(modules.group(1)));
  }

  /** What has to be built before it. */
  private Set<String> needed(String module) {
    Set<String> all = new HashSet<>();
    List<String> next = new ArrayList<>(named.getOrDefault(module, Set.of()));
    while (!next.isEmpty()) {
      String one = next.remove(next.size() - 1);
      if (all.add(one)) next.addAll(named.getOrDefault(one, Set.of()));
    }
    return all;
  }
}
