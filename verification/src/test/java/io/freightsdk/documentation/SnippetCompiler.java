package io.freightsdk.documentation;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles each snippet to a class.
 *
 * <p>A snippet is a program, a test class, or bare statements. Statements become a method with the
 * parameters {@code server}, {@code broker}, {@code client}, {@code ledger}, {@code input}, {@code
 * loadNumber} and {@code dataSource}, and a field {@code jobs}. They may declare their own client
 * or ledger. A client that they build gets the address and key of {@code broker}. A reader's client
 * gets both from the environment.
 */
final class SnippetCompiler {
  private static final Pattern TYPE = Pattern.compile("(?:class|record|interface) (\\w+)");

  private static final String STATEMENTS =
      """
      %s
      %s
      import javax.sql.DataSource;

      public final class Statements {
        public static FreightJobs jobs;

        public static void run(
            InMemoryFreightServer server,
            Broker broker,
            FreightClient %s,
            SpendLedger %s,
            CreateLoadInput input,
            String loadNumber,
            DataSource dataSource) throws Exception {
      %s
        }
      }
      """;

  private static final String BROKER_CLIENT =
      "FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey())";

  private final Map<Snippet, Class<?>> classes = new HashMap<>();
  private final Map<Snippet, String> errors = new HashMap<>();
  private final Snippet declaredImports = declaredImports();

  /**
   * Compiles all snippets in one run of javac, because that is faster. Each is in its own package,
   * except the snippets of one application. A snippet that does not compile is removed, and the
   * others are compiled without it.
   */
  SnippetCompiler(List<Snippet> snippets, Path output)
      throws IOException, ReflectiveOperationException {
    Source importsAlone = Source.of("imports", wrap(""));
    if (!compile(Map.of(declaredImports, importsAlone), output)) throw error(declaredImports);
    Map<Snippet, Source> sources = new LinkedHashMap<>();
    for (Snippet snippet : snippets) {
      String packageName = snippet.belongsToShop() ? "shop" : "snippet" + sources.size();
      String text = snippet.isWholeFile() ? snippet.text() : wrap(snippet.text());
      sources.put(snippet, Source.of(packageName, text));
    }
    while (!compile(sources, output)) sources.keySet().removeAll(errors.keySet());
    URL[] path = {output.toUri().toURL()};
    URLClassLoader loader = new URLClassLoader(path, SnippetCompiler.class.getClassLoader());
    for (Map.Entry<Snippet, Source> compiled : sources.entrySet()) {
      classes.put(compiled.getKey(), loader.loadClass(compiled.getValue().type));
    }
  }

  /** The class of a snippet. */
  Class<?> classOf(Snippet snippet) {
    if (errors.containsKey(snippet)) throw error(snippet);
    return classes.get(snippet);
  }

  private AssertionError error(Snippet snippet) {
    return new AssertionError(snippet + " does not compile:\n" + errors.get(snippet));
  }

  private boolean compile(Map<Snippet, Source> sources, Path output) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options = List.of("-proc:none", "-parameters", "-Xmaxerrs", "0");
    try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
      if (compiler.getTask(null, files, found, options, null, sources.values()).call()) return true;
    }
    boolean isNew = false;
    for (Diagnostic<? extends JavaFileObject> diagnostic : found.getDiagnostics()) {
      if (diagnostic.getKind() != Diagnostic.Kind.ERROR) continue;
      for (Map.Entry<Snippet, Source> source : sources.entrySet()) {
        if (source.getValue() != diagnostic.getSource()) continue;
        errors.merge(source.getKey(), diagnostic + "\n", String::concat);
        isNew = true;
      }
    }
    if (!isNew) throw new AssertionError("javac fails: " + found.getDiagnostics());
    return false;
  }

  /** The imports that the quickstart declares for the statements of all pages. */
  private static Snippet declaredImports() {
    Path quickstart = Pages.ROOT.resolve("docs/quickstart.md");
    return Snippet.allOf(quickstart).stream()
        .filter(snippet -> snippet.language().equals("java imports"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(quickstart + " has no block of \"java imports\""));
  }

  /** Moves imports of bare statements to the top of the file, and the rest into a method. */
  private String wrap(String text) {
    StringBuilder imports = new StringBuilder();
    StringBuilder statements = new StringBuilder();
    text.lines()
        .forEach(
            line -> (line.startsWith("import ") ? imports : statements).append(line).append('\n'));
    String body = statements.toString().replace("FreightClient.builder()", BROKER_CLIENT);
    return String.format(
        Locale.ROOT,
        STATEMENTS,
        declaredImports.text(),
        imports,
        parameter("client", text),
        parameter("ledger", text),
        body);
  }

  /** The name of a page's variable. If the snippet declares the same name, it gets another one. */
  private static String parameter(String name, String text) {
    return text.contains(" " + name + " = ") ? "page" + name : name;
  }

  private static String typeName(String source) {
    Matcher matcher = TYPE.matcher(source);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no class in:\n" + source);
    }
    return matcher.group(1);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String type;
    private final String text;

    private Source(String type, String text) {
      super(
          URI.create("string:///" + type.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE);
      this.type = type;
      this.text = text;
    }

    static Source of(String packageName, String text) {
      return new Source(packageName + "." + typeName(text), "package " + packageName + "; " + text);
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
