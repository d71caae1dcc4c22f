package io.freightsdk.examples.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages that readers of the project see. */
final class Pages {
  /** The project's folder. */
  static final Path ROOT = Path.of("..", "..", "..").toAbsolutePath().normalize();

  private Pages() {}

  /** The README, its neighbours, and all below {@code docs}. */
  static List<Path> all() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String name :
        List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", ".github/SECURITY.md")) {
      pages.add(ROOT.resolve(name));
    }
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.toString().contains("node_modules"))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }
}
