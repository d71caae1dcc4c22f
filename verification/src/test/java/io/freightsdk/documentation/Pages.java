package io.freightsdk.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages that readers of the project see. */
final class Pages {
  /** The project's folder. */
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private Pages() {}

  /** Pages outside {@code docs}. */
  private static final List<String> PAGES_OUTSIDE_DOCS =
      List.of(
          "README.md",
          "AGENTS.md",
          "CHANGELOG.md",
          "CONTRIBUTING.md",
          "DEPENDENCIES.md",
          "SECURITY.md",
          ".github/CODE_OF_CONDUCT.md",
          ".ci/release/README.md",
          "in-memory-server/CHOICES.md",
          "sdk-examples/order-service/README.md");

  /** All pages. */
  static List<Path> all() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String name : PAGES_OUTSIDE_DOCS) pages.add(ROOT.resolve(name));
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }
}
