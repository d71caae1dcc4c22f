package io.freightsdk.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whoever needs sockets, threads, processes or browsers is in the folder {@code src/wire/java} of
 * its module, whose tests run last and alone. Read from the sources of all modules, without their
 * comments and strings.
 */
class WireFoldersTest {
  private static final Path ROOT = Path.of("..");

  private static final Pattern OF_THE_WIRE =
      Pattern.compile(
          "\\bnew Thread\\s*\\(|\\bThread\\.(ofVirtual|ofPlatform|startVirtualThread)\\b"
              + "|\\bExecutors\\.|\\bnew (ForkJoinPool|(Scheduled)?ThreadPoolExecutor)\\b"
              + "|\\b(supplyAsync|runAsync)\\s*\\(|\\.parallelStream\\s*\\("
              + "|\\bnew (CountDownLatch|CyclicBarrier)\\b|\\bTogether\\."
              + "|\\b(Server)?Socket(Channel)?\\b|\\bRawSocket\\b|\\bMockWebServer\\b"
              + "|\\bHttps?Server\\b|\\bHttpClient\\.new|\\.newCall\\s*\\(|\\bplaywright\\b"
              + "|\\bProcessBuilder\\b|\\.exec\\s*\\(|\\bPlantedFault\\.run\\s*\\("
              + "|\\bInMemoryFreightServer\\s*\\.\\s*start\\s*\\("
              + "|\\bInMemoryFreightServer\\s*\\.\\s*builder\\(\\)[^;]*\\.\\s*start\\s*\\("
              + "|\\bbuilder\\s*\\.\\s*start\\s*\\(|\\.onPort\\s*\\(|\\.overSockets\\s*\\("
              + "|@(FreightServerTest|AutoConfigureFreightServer)\\b|\\bRANDOM_PORT\\b");

  /** Those that may need it all the same, and why. */
  private static final Map<String, String> MAY =
      Map.ofEntries(
          Map.entry(
              "in-memory-server/embedded/src/support/java/io/freightsdk/server/support/Http.java",
              "asks over a connection only what has a base URL; in this process without a thread"),
          Map.entry(
              "in-memory-server/embedded/src/support/java/io/freightsdk/server/support/Service.java",
              "on a port only by onPort(), which is of the wire"),
          Map.entry(
              "sdk-core/src/test/java/io/freightsdk/testing/Stage.java",
              "over sockets only by overSockets(), which is of the wire"),
          Map.entry(
              "sdk-core/src/contracts/java/io/freightsdk/testing/Front.java",
              "over sockets only by overSockets(), which is of the wire"),
          Map.entry(
              "sdk-core/src/contracts/java/io/freightsdk/testing/Gateway.java",
              "in a world, or before a server that has a port"),
          Map.entry(
              "sdk-core/src/test/java/io/freightsdk/client/Seam.java",
              "in a world, too: the seams of a socket and of threads are there for the others"),
          Map.entry(
              "sdk-core/src/testing/java/io/freightsdk/testing/Caller.java",
              "its thread runs only while the test's thread stands still"),
          Map.entry(
              "sdk-tests/support/src/main/java/io/freightsdk/testsupport/PlantedFault.java",
              "a process only by run(), which is of the wire"),
          Map.entry(
              "sdk-core/src/test/java/io/freightsdk/planted/RulesOfACallTest.java",
              "waits for one process, in which nothing happens at the same time"),
          Map.entry(
              "sdk-tests/src/test/java/io/freightsdk/simulation/SimulationTest.java",
              "waits for one process, in which nothing happens at the same time"),
          Map.entry(
              "sdk-tests/src/test/java/io/freightsdk/simulation/OutsideWaits.java",
              "a watch that interrupts a world which waits for ever; it takes no part in one"),
          Map.entry(
              "sdk-tests/src/test/java/io/freightsdk/architecture/SystemAccessTest.java",
              "what it takes is read, and never run"));

  /** Folders whose classes tests of several modules have. */
  private static final List<String> SHARED =
      List.of(
          "sdk-core/src/testing/java",
          "sdk-core/src/contracts/java",
          "in-memory-server/embedded/src/testing/java",
          "in-memory-server/embedded/src/support/java",
          "sdk-integrations/freight-sql/src/testing/java",
          "sdk-integrations/freight-spend/src/testing/java",
          "sdk-integrations/freight-agent/src/testing/java",
          "sdk-integrations/freight-guard-contract/src/main/java",
          "sdk-integrations/freight-spring-boot-test/src/main/java",
          "sdk-tests/support/src/main/java");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

  /** Strings are matched first, so that a comment in one is none. */
  private static final Pattern NO_CODE =
      Pattern.compile(
          "(?s)\"\"\".*?(?<!\\\\)\"\"\"|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\""
              + "|'(?:[^'\\\\]|\\\\[^']+|\\\\')'|//[^\n]*+|/\\*.*?\\*/");

  /**
   * @param file from the root of the reactor
   * @param code without comments and strings
   */
  private record Source(String file, String inPackage, String name, String code) {
    /** Whether this source has a use for that one. */
    boolean names(Source other) {
      boolean isSeen =
          inPackage.equals(other.inPackage) || code.contains(other.inPackage + "." + other.name);
      return isSeen && Pattern.compile("\\b" + other.name + "\\b").matcher(code).find();
    }
  }

  private static String code(String text) {
    return NO_CODE.matcher(text).replaceAll(" ");
  }

  private static Set<String> ofTheWire(String code) {
    Set<String> found = new TreeSet<>();
    // An import alone needs nothing.
    String body = code.replaceAll("(?m)^import .*$", "");
    OF_THE_WIRE.matcher(body).results().map(MatchResult::group).forEach(found::add);
    return found;
  }

  private static List<Source> sources(String folder) throws IOException {
    if (!Files.isDirectory(ROOT.resolve(folder))) return List.of();
    List<Source> sources = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
      for (Path path : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String text = Files.readString(path);
        Matcher named = PACKAGE.matcher(text);
        String inPackage = named.find() ? named.group(1) : "";
        String file = ROOT.relativize(path).toString().replace('\\', '/');
        String name = path.getFileName().toString().replace(".java", "");
        sources.add(new Source(file, inPackage, name, code(text)));
      }
    }
    return sources;
  }

  /** The folders of all modules, from the root. */
  private static Set<String> modules() {
    Set<String> modules = new LinkedHashSet<>();
    addModules("", modules);
    return modules;
  }

  private static void addModules(String folder, Set<String> modules) {
    try {
      Matcher names = MODULE.matcher(Files.readString(ROOT.resolve(folder).resolve("pom.xml")));
      while (names.find()) {
        String module = folder.isEmpty() ? names.group(1) : folder + "/" + names.group(1);
        if (modules.add(module)) addModules(module, modules);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whoNeedsSocketsThreadsOrProcessesIsInTheFolderForIt() throws IOException {
    Set<String> unused = new TreeSet<>(MAY.keySet());
    List<Source> sharedOfTheWire = new ArrayList<>();
    for (String folder : SHARED) {
      for (Source source : sources(folder)) {
        boolean needsIt = !ofTheWire(source.code()).isEmpty();
        if (needsIt && !unused.remove(source.file())) sharedOfTheWire.add(source);
      }
    }
    List<String> wrong = new ArrayList<>();
    int read = 0;
    for (String module : modules()) {
      List<Source> wire = new ArrayList<>(sources(module + "/src/wire/java"));
      wire.addAll(sharedOfTheWire);
      for (Source test : sources(module + "/src/test/java")) {
        read++;
        Set<String> needs = ofTheWire(test.code());
        wire.stream().filter(test::names).map(Source::name).forEach(needs::add);
        boolean may = MAY.containsKey(test.file());
        if (may && !needs.isEmpty()) unused.remove(test.file());
        if (!may && !needs.isEmpty()) wrong.add(test.file() + " has " + String.join(", ", needs));
      }
    }
    assertThat(read).isGreaterThan(300);
    assertThat(sharedOfTheWire).isNotEmpty();
    assertThat(wrong)
        .as(
            "Tests that need sockets, threads, processes or browsers, and what only these use,"
                + " stand in src/wire/java of their module, where they run last and alone."
                + " Move each of these there (git mv, same package), or let it do without:"
                + " a World, Http or Service needs no port and no thread")
        .isEmpty();
    assertThat(unused).as("may need the wire, and do not").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new Thread(work)",
        "Executors.newFixedThreadPool(2)",
        "CompletableFuture.supplyAsync(work)",
        "CompletableFuture.runAsync(work, threads)",
        "new CountDownLatch(1)",
        "new ServerSocket(0)",
        "Socket socket = server.accept()",
        "HttpServer.create(address, 0)",
        "HttpClient.newHttpClient()",
        "http.newCall(request).execute()",
        "new MockWebServer()",
        "new ProcessBuilder(command)",
        "InMemoryFreightServer.start()",
        "InMemoryFreightServer.builder()\n        .frozenClock()\n        .start()",
        "com.microsoft.playwright.Page page",
        "@FreightServerTest",
        "\"a string\"; new Thread(work)",
        "'\"'; new Thread(work); '\"'"
      })
  void isFound(String code) {
    assertThat(ofTheWire(code(code))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "// new Thread(work)",
        "/** As {@code Executors.newFixedThreadPool(2)} does. */",
        "String text = \"new ProcessBuilder(command)\"",
        "String text = \"a quote \\\" and new ProcessBuilder(command)\"",
        "String page = \"\"\"\n    new Thread(work);\n    \"\"\"",
        "import java.net.Socket;",
        "ServerInProcess.start(InMemoryFreightServer.builder().frozenClock())",
        "Service.start()",
        "future.thenApply(text -> text)",
        "Thread.currentThread().interrupt()"
      })
  void isNotFound(String code) {
    assertThat(ofTheWire(code(code))).isEmpty();
  }
}
