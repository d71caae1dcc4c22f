package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The application of a reader: classes and files of pages, and classes of their own. */
final class ReaderSources {
  static final Path PAGES = Path.of("../../docs/spring");
  private static final Pattern CODE = Pattern.compile("(?ms)^```(\\w+)(?: (\\S+))?\\n(.*?)^```");
  private static final Pattern TYPE = Pattern.compile("(?:class|record|interface) (\\w+)");

  private final Path folder;
  private final List<Path> sources = new ArrayList<>();

  ReaderSources(Path folder) {
    this.folder = folder;
  }

  /** A code block of a page. */
  record Code(String language, String label, String text) {
    boolean isClass() {
      return language.equals("java") && label.startsWith("spring-") && !isTest();
    }

    boolean isTest() {
      return label.equals("spring-boot-test");
    }
  }

  static List<Code> codeOf(String page) {
    try {
      return CODE.matcher(Files.readString(PAGES.resolve(page)))
          .results()
          .map(code -> new Code(code.group(1), String.valueOf(code.group(2)), code.group(3)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a class, and returns its name. */
  String add(String text) throws IOException {
    Matcher type = TYPE.matcher(text);
    assertThat(type.find()).as(text).isTrue();
    Path file = folder.resolve(type.group(1) + ".java");
    sources.add(Files.writeString(file, "package com.example;\n" + text));
    return "com.example." + type.group(1);
  }

  /** Adds a file that the application finds on its class path. */
  void add(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  /** Compiles everything as {@code spring-boot-starter-parent} does. */
  URLClassLoader compile() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    List<String> options = List.of("-proc:none", "-parameters", "-d", folder.toString());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      Iterable<? extends JavaFileObject> all = files.getJavaFileObjectsFromPaths(sources);
      boolean isCompiled = compiler.getTask(errors, files, null, options, null, all).call();
      assertThat(isCompiled).as("%s", errors).isTrue();
    }
    return new URLClassLoader(
        new URL[] {folder.toUri().toURL()}, ReaderSources.class.getClassLoader());
  }
}
