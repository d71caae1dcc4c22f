package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps words out that CONTRIBUTING lists: nobody would search for them, or they need a second
 * reading.
 */
class WordsTest {

  private static final Pattern UNWANTED =
      Pattern.compile(
          "\\b(mend(s|ed|ing)?|anew|dear(er|est|ly)?|turnstiles?|purses?|passengers?|longest ago"
              + " asked)\\b"
              // Also as a part of a name.
              + "|\\bdesks?\\b|(?-i:[a-z]Desks?\\b|\\bdesk[A-Z]|[a-z]Dearer\\b)"
              + "|not asked for longest",
          Pattern.CASE_INSENSITIVE);

  /** In code these may be names. */
  private static final Pattern UNWANTED_ON_PAGES =
      Pattern.compile(
          "\\b(under way|sets? aside|giv(e|es|en) back|hears|in force)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern READ_BY_PEOPLE = Pattern.compile(".*\\.(java|md|html|js|yaml|sql)");

  @Test
  void sourcesAndPagesUseTheWordsOfTheField() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files()) {
      int number = 0;
      for (String line : lines(file)) {
        number++;
        boolean isPage = file.toString().endsWith(".md");
        boolean isUnwanted =
            UNWANTED.matcher(line).find() || (isPage && UNWANTED_ON_PAGES.matcher(line).find());
        if (isUnwanted) {
          found.add(Pages.ROOT.relativize(file) + ":" + number + ": " + line.strip());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(Pages.ROOT)) {
      return all.filter(file -> READ_BY_PEOPLE.matcher(file.getFileName().toString()).matches())
          .filter(
              file ->
                  !Pages.ROOT
                      .relativize(file)
                      .toString()
                      .matches(".*(target|node_modules|\\.git)/.*"))
          // The list itself, and this pattern.
          .filter(file -> !file.endsWith("CONTRIBUTING.md") && !file.endsWith("WordsTest.java"))
          .toList();
    }
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (MalformedInputException notText) {
      return List.of();
    }
  }
}
