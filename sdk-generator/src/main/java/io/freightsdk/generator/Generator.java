package io.freightsdk.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Generates the Java sources of an API description. The same description gives the same bytes on
 * every JDK and machine.
 */
public final class Generator {
  private Generator() {}

  /**
   * Takes the description and the directory for the sources; exits with 1 and one line on failure.
   */
  public static void main(String[] args) throws IOException {
    try {
      generate(Path.of(args[0]), Path.of(args[1]));
    } catch (NotUnderstood e) {
      System.err.println(Path.of(args[0]).getFileName() + ": " + e.getMessage());
      System.exit(1);
    }
  }

  /**
   * Writes all sources below a directory and deletes sources of an earlier run that are no more.
   */
  static void generate(Path description, Path directory) throws IOException {
    Map<Path, String> sources = sources(Description.parse(Files.readString(description)));
    Files.createDirectories(directory);
    try (Stream<Path> present = Files.walk(directory)) {
      for (Path file : present.filter(Files::isRegularFile).toList()) {
        if (!sources.containsKey(directory.relativize(file))) Files.delete(file);
      }
    }
    for (Map.Entry<Path, String> source : sources.entrySet()) {
      write(directory.resolve(source.getKey()), source.getValue());
    }
  }

  private static Map<Path, String> sources(Description description) {
    Map<Path, String> sources = new TreeMap<>();
    Path models = Path.of("io", "freightsdk", "model");
    Path adapters = models.resolve("internal");
    List<String> types = description.schemas().stream().map(Schema::name).toList();
    for (Schema.Model model : description.models()) {
      sources.put(models.resolve(model.name() + ".java"), RecordWriter.write(model));
      sources.put(
          adapters.resolve(model.name() + "JsonAdapter.java"), AdapterWriter.write(model, types));
    }
    for (Schema.OpenEnum openEnum : description.openEnums()) {
      sources.put(models.resolve(openEnum.name() + ".java"), OpenEnumWriter.write(openEnum));
    }
    sources.put(models.resolve("Operation.java"), OperationWriter.write(description.operations()));
    sources.put(adapters.resolve("JsonAdapters.java"), IndexWriter.write(description.schemas()));
    return sources;
  }

  /**
   * Leaves a file alone that already has this content, so that nothing is compiled again for it.
   */
  private static void write(Path file, String content) throws IOException {
    if (Files.exists(file) && Files.readString(file).equals(content)) return;
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
