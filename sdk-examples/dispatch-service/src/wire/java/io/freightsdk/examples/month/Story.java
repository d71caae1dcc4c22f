package io.freightsdk.examples.month;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** The month as one reads it afterwards: day, time, what happened, what it cost. */
final class Story {
  private final Path file;
  private final Consumer<String> readers;

  Story(Path file) throws IOException {
    this(file, line -> {});
  }

  /**
   * @param readers get each line at once
   */
  Story(Path file, Consumer<String> readers) throws IOException {
    this.file = file;
    this.readers = readers;
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
  }

  void tell(Instant at, String what) {
    Duration since = Duration.between(Plan.START, at);
    write(
        "day %2d  %02d:%02d  %s"
            .formatted(since.toDays() + 1, since.toHoursPart(), since.toMinutesPart(), what));
  }

  void write(String line) {
    readers.accept(line);
    try {
      Files.write(file, List.of(line), StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
