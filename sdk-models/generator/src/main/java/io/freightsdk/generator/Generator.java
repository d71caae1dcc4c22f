package io.freightsdk.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Generates Java sources from an API description: the models, or the client's interfaces. The same
 * description gives the same bytes on every JDK and machine.
 */
public final class Generator {
  private Generator() {}

  /**
   * Takes the description and the directory for the models, or the description, the directory for
   * the interfaces and the folder of their templates. Exits with 1 and one line on failure.
   */
  public static void main(String[] args) throws IOException {
    try {
      Path description = Path.of(args[0]);
      Path directory = Path.of(args[1]);
      if (args.length == 2) generate(description, directory);
      else generateFaces(description, directory, Path.of(args[2]));
    } catch (NotUnderstood e) {
      System.err.println(Path.of(args[0]).getFileName() + ": " + e.getMessage());
      System.exit(1);
    }
  }

  /** Writes the models below a directory. */
  static void generate(Path description, Path directory) throws IOException {
    write(models(Description.parse(Files.readString(description))), directory);
  }

  /** Writes the interfaces of the client, and the classes behind them, below a directory. */
  static void generateFaces(Path description, Path directory, Path templates) throws IOException {
    Description described = Description.parse(Files.readString(description));
    FaceWriter faces =
        new FaceWriter(
            described,
            Face.read(Files.readString(templates.resolve("operations.yaml")), described));
    Map<Path, String> sources = new TreeMap<>();
    try (Stream<Path> files = Files.walk(templates)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
        Path name = templates.relativize(file);
        // A checkout on Windows may have its own ends of lines.
        String template = Files.readString(file).replace("\r\n", "\n");
        sources.put(name, faces.write(name.toString(), template));
      }
    }
    write(sources, directory);
  }

  /** Deletes the sources of an earlier run that are no more. */
  private static void write(Map<Path, String> sources, Path directory) throws IOException {
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

  private static Map<Path, String> models(Description description) {
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
