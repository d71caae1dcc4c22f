package io.freightsdk.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A fenced code block of a page.
 *
 * @param line the number of its first line
 */
record Snippet(Path page, int line, String language, String text) {

  /** All fenced code blocks of a Markdown page, in order. */
  static List<Snippet> allOf(Path page) {
    List<Snippet> snippets = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    String language = null;
    int start = 0;
    int number = 0;
    for (String line : lines(page)) {
      number++;
      if (!line.startsWith("```")) {
        text.append(line).append('\n');
      } else if (language == null) {
        language = line.substring(3).trim();
        start = number + 1;
        text.setLength(0);
      } else {
        snippets.add(new Snippet(page, start, language, text.toString()));
        language = null;
      }
    }
    if (language != null) {
      throw new IllegalStateException(page + ":" + start + ": the code block has no end");
    }
    return snippets;
  }

  boolean isJava() {
    return language.equals("java") || language.equals("java compiled") || isSpringClass();
  }

  /** Whether a test runs it. Others would wait for a truck, or need a library that is missing. */
  boolean isRunnable() {
    return language.equals("java") || language.equals("java spring-boot-test");
  }

  /** Whether it is a class of a Spring Boot application. */
  boolean isSpringClass() {
    return language.startsWith("java spring-") && !language.equals("java spring-ai");
  }

  /** Whether it is a part of the application in {@code src/it/quarkus}. */
  boolean isQuarkusClass() {
    return language.equals("java quarkus");
  }

  /** Whether it is a complete file, not bare statements. */
  boolean isWholeFile() {
    return text.lines().anyMatch(line -> line.startsWith("public "))
        || isProgram()
        || isTestClass()
        || isSpringClass();
  }

  /** Whether it is a class of the application that the tests of the page start. */
  boolean belongsToShop() {
    return isSpringClass()
        && !language.equals("java spring-brokers")
        && !language.equals("java spring-connection")
        && !language.startsWith("java spring-customer-");
  }

  boolean isShopConfiguration() {
    return language.equals("yaml spring-shop");
  }

  boolean isProgram() {
    return text.contains("static void main(");
  }

  boolean isTestClass() {
    return text.contains("@Test");
  }

  /** The page and the line to open. */
  @Override
  public String toString() {
    return page.getFileName() + ":" + line;
  }

  private static List<String> lines(Path page) {
    try {
      return Files.readAllLines(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
