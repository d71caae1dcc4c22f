package io.freightsdk.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The models of a changed description, generated and compiled apart from those of the build. */
final class CompiledModels implements AutoCloseable {
  private final URLClassLoader loader;

  private CompiledModels(URLClassLoader loader) {
    this.loader = loader;
  }

  /** Generates and compiles, warnings being errors, with the hand-written sources of the models. */
  static CompiledModels of(DescriptionText description, Path directory) throws IOException {
    Path yaml = Files.writeString(directory.resolve("description.yaml"), description.yaml());
    Path generated = directory.resolve("generated");
    Generator.generate(yaml, generated);
    Path classes = Files.createDirectories(directory.resolve("classes"));
    List<Path> sources = new ArrayList<>(javaFiles(generated));
    for (Path source : javaFiles(Path.of("src/main/java"))) {
      String name = source.toString().replace('\\', '/');
      boolean isGenerated =
          name.contains("/io/freightsdk/model/")
              && (!name.contains("/internal/") || name.contains("/internal/generated/"));
      if (!isGenerated && !source.endsWith("module-info.java")) sources.add(source);
    }
    compile(sources, classes);
    return new CompiledModels(loader(classes));
  }

  /** A class of {@code io.freightsdk.model}. */
  Class<?> type(String simpleName) throws ClassNotFoundException {
    return loader.loadClass("io.freightsdk.model." + simpleName);
  }

  /** The class of {@code io.freightsdk.json} that has their adapters. */
  Class<?> json() throws ClassNotFoundException {
    return loader.loadClass("io.freightsdk.json.FreightJson");
  }

  static List<Path> javaFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static void compile(List<Path> sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "--release",
            "17",
            "-Xlint:all,-path,-classfile,-processing",
            "-Werror",
            "-proc:none",
            "-d",
            classes.toString(),
            "-classpath",
            String.join(File.pathSeparator, libraries()));
    StringWriter output = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  output, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as(output.toString()).isTrue();
    }
  }

  private static URLClassLoader loader(Path classes) throws MalformedURLException {
    List<URL> urls = new ArrayList<>(List.of(classes.toUri().toURL()));
    for (String library : libraries()) urls.add(Path.of(library).toUri().toURL());
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** The class path of the tests without the classes of this module. */
  private static List<String> libraries() {
    return Pattern.compile(File.pathSeparator)
        .splitAsStream(System.getProperty("java.class.path"))
        .filter(entry -> entry.endsWith(".jar"))
        .toList();
  }

  @Override
  public void close() {
    try {
      loader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
