package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages are read by people who have little time, and by many whose language is another one. */
class SentencesTest {
  private static final int LONGEST = 30;
  private static final int MOST_PAGES = 18;
  private static final int MOST_WORDS = 25_000;
  private static final Pattern END = Pattern.compile("(?<=[.!?:])[\"”)*]*\\s+");
  private static final Pattern STARTS_A_POINT = Pattern.compile("([-*]|\\d+\\.) .*");

  @Test
  void noSentenceHasMoreThanThirtyWords() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path page : pages()) {
      for (String text : texts(page)) {
        for (String sentence : END.split(text)) {
          if (words(sentence) > LONGEST) tooLong.add(page.getFileName() + ": " + sentence);
        }
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void thePagesTogetherAreNoBook() throws IOException {
    List<Path> pages = pages().subList(1, pages().size()); // the README has a test of its own
    long words = 0;
    for (Path page : pages) words += Files.readString(page).split("\\s+").length;
    assertThat(pages).hasSizeLessThanOrEqualTo(MOST_PAGES);
    assertThat(words).isLessThanOrEqualTo(MOST_WORDS);
  }

  /** The README and all pages; what the folders beside them hold is looked up, not read. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Pages.ROOT.resolve("README.md")));
    try (Stream<Path> files = Files.list(Pages.ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  /** Paragraphs, points and cells of tables; names in code count as one word, addresses as none. */
  private static List<String> texts(Path page) throws IOException {
    List<String> texts = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    boolean isCode = false;
    String all = Files.readString(page).replaceAll("(?s)<!--.*?-->", "");
    for (String line : all.replaceAll("(?m)^(#|!\\[).*$", "").split("\n")) {
      boolean isFence = line.startsWith("```");
      boolean isRow = line.startsWith("|");
      boolean isEnd = isFence || isRow || line.isBlank() || STARTS_A_POINT.matcher(line).matches();
      if (isEnd) {
        texts.add(text.toString());
        text.setLength(0);
      }
      if (isFence) isCode = !isCode;
      if (isCode || isFence) continue;
      if (isRow) {
        texts.addAll(List.of(plain(line).split("\\|")));
      } else {
        text.append(plain(line)).append(' ');
      }
    }
    texts.add(text.toString());
    return texts;
  }

  private static String plain(String line) {
    return line.replaceAll("`[^`]*`", "X").replaceAll("]\\([^)]*\\)", "]");
  }

  private static long words(String sentence) {
    return Stream.of(sentence.strip().split("\\s+"))
        .filter(word -> word.matches(".*\\w.*"))
        .count();
  }
}
