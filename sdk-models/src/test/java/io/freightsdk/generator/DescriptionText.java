package io.freightsdk.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The real description, with places of it changed. */
record DescriptionText(String yaml) {
  static final Path FILE = Path.of("src/main/resources/io/freightsdk/json/freight-agent-api.yaml");
  static final DescriptionText REAL = new DescriptionText(read());

  private static String read() {
    try {
      return Files.readString(FILE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces every occurrence of a text that must be there. */
  DescriptionText with(String old, String replacement) {
    assertThat(yaml).contains(old);
    return new DescriptionText(yaml.replace(old, replacement));
  }

  /** Replaces the first occurrence of a text after a line that must be there. */
  DescriptionText after(String line, String old, String replacement) {
    int start = yaml.indexOf("\n" + line + "\n");
    assertThat(start).as(line).isPositive();
    int place = yaml.indexOf(old, start);
    assertThat(place).as(old).isPositive();
    String tail = yaml.substring(place + old.length());
    return new DescriptionText(yaml.substring(0, place) + replacement + tail);
  }
}
