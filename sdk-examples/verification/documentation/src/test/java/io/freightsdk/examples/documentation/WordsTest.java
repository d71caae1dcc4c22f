package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
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

  private static final Set<String> NOT_OURS = Set.of("target", "node_modules", ".git");

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
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        Pages.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean isSkipped = NOT_OURS.contains(String.valueOf(folder.getFileName()));
            return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            // But for the list itself, and this pattern.
            boolean isList = name.equals("CONTRIBUTING.md") || name.equals("WordsTest.java");
            if (READ_BY_PEOPLE.matcher(name).matches() && !isList) files.add(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            // Another test's, deleted meanwhile.
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (MalformedInputException notText) {
      return List.of();
    }
  }
}
