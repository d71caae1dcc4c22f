package io.freightsdk.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Generates the models from an API description. The same description gives the same bytes on every
 * JDK and machine.
 */
final class Generator {
  private static final String HEADER =
      "// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.\n";

  private static final String MODELS =
      """
      /**
       * The JSON types of the API, generated from its description: one record for each JSON object, one
       * open enum for each list of names, and the operations. {@code io.freightsdk.json.FreightJson}
       * reads and writes them.
       */
      @NullMarked
      package io.freightsdk.model;

      import org.jspecify.annotations.NullMarked;
      """;

  private static final String ADAPTERS =
      """
      /**
       * The JSON adapters of the types of the API, generated from its description. Not exported. They
       * use the records, which use the annotations of {@code JsonNames}.
       */
      @NullMarked
      package io.freightsdk.model.internal.generated;

      import org.jspecify.annotations.NullMarked;
      """;

  private Generator() {}

  /** Writes the models below a directory. */
  static void generate(Path description, Path directory) throws IOException {
    write(models(Description.parse(Files.readString(description))), directory);
  }

  /** Also deletes other files in the packages of these sources, from an earlier run. */
  private static void write(Map<Path, String> sources, Path directory) throws IOException {
    Set<Path> packages = new TreeSet<>();
    for (Path source : sources.keySet()) packages.add(source.getParent());
    for (Path name : packages) {
      Path folder = Files.createDirectories(directory.resolve(name));
      try (Stream<Path> present = Files.list(folder)) {
        for (Path file : present.filter(Files::isRegularFile).toList()) {
          if (!sources.containsKey(directory.relativize(file))) Files.delete(file);
        }
      }
    }
    for (Map.Entry<Path, String> source : sources.entrySet()) {
      write(directory.resolve(source.getKey()), source.getValue());
    }
  }

  /** The sources of the models by their names below a folder of sources. */
  static Map<Path, String> models(Description description) {
    Map<Path, String> sources = new TreeMap<>();
    Path models = Path.of("io", "freightsdk", "model");
    Path adapters = models.resolve(Path.of("internal", "generated"));
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
    sources.put(models.resolve("package-info.java"), MODELS);
    sources.put(
        adapters.resolve("JsonAdapters.java"), AdapterIndexWriter.write(description.schemas()));
    sources.put(adapters.resolve("JsonNames.java"), JsonNamesWriter.write(description.models()));
    sources.put(adapters.resolve("package-info.java"), ADAPTERS);
    sources.replaceAll((name, source) -> HEADER + source);
    return sources;
  }

  /** Skips a file that already has this content, so that it is not compiled again. */
  private static void write(Path file, String content) throws IOException {
    if (Files.exists(file) && Files.readString(file).equals(content)) return;
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
