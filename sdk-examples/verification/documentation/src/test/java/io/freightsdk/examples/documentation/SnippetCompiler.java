package io.freightsdk.examples.documentation;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Makes a class of a snippet, as a reader would who pastes it.
 *
 * <p>A snippet is a whole program, a test class, or bare statements. Statements see what the page
 * has already introduced: {@code server}, {@code broker}, {@code client}, {@code input}, {@code
 * loadNumber} and {@code dataSource}.
 */
final class SnippetCompiler {
  private static final Pattern TYPE = Pattern.compile("(?:class|record|interface) (\\w+)");

  private static final String STATEMENTS =
      """
      import static io.freightsdk.server.assertj.FreightAssertions.*;
      import io.freightsdk.*;
      import io.freightsdk.error.*;
      import io.freightsdk.model.*;
      import io.freightsdk.retry.*;
      import io.freightsdk.server.*;
      import io.freightsdk.server.fault.*;
      import io.freightsdk.server.view.*;
      import io.freightsdk.spend.*;
      %s
      import java.math.BigDecimal;
      import java.time.*;
      import java.util.*;
      import java.util.concurrent.*;
      import javax.sql.DataSource;

      public final class Statements {
        public static void run(
            InMemoryFreightServer server,
            Broker broker,
            FreightClient client,
            CreateLoadInput input,
            String loadNumber,
            DataSource dataSource) throws Exception {
      %s
        }
      }
      """;

  private final Path output;

  SnippetCompiler(Path output) {
    this.output = output;
  }

  Class<?> compile(Snippet snippet) throws IOException, ClassNotFoundException {
    boolean wholeFile = snippet.isProgram() || snippet.isTestClass();
    String source = wholeFile ? snippet.text() : wrap(snippet.text());
    String name = typeName(source);
    Path classes = Files.createDirectories(output);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-d", classes.toString(), "-proc:none", "-parameters");
      boolean compiled =
          compiler
              .getTask(messages, files, null, options, null, List.of(new Source(name, source)))
              .call();
      if (!compiled) {
        throw new AssertionError(snippet + " does not compile:\n" + messages + "\n" + source);
      }
    }
    URL[] path = {classes.toUri().toURL()};
    return new URLClassLoader(path, SnippetCompiler.class.getClassLoader()).loadClass(name);
  }

  /** Imports at the head of bare statements belong to the file, the rest into the method. */
  private static String wrap(String text) {
    StringBuilder imports = new StringBuilder();
    StringBuilder statements = new StringBuilder();
    text.lines()
        .forEach(
            line -> (line.startsWith("import ") ? imports : statements).append(line).append('\n'));
    return STATEMENTS.formatted(imports, statements);
  }

  private static String typeName(String source) {
    Matcher matcher = TYPE.matcher(source);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no class in:\n" + source);
    }
    return matcher.group(1);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
