package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.watch.LoadEvent;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tables of the pages that list what the code has: nothing is missing there, nothing invented. */
class PageNamesTest {
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Set<String> OF_EVERY_RECORD = Set.of("hashCode", "toString");
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]+");
  private static final Path MCP_OPTIONS =
      Pages.ROOT.resolve(
          "sdk-integrations/freight-mcp-server/src/main/java/io/freightsdk/mcp/Options.java");
  private static final Path SERVER_OPTIONS =
      Pages.ROOT.resolve(
          "in-memory-server/program/src/main/java/io/freightsdk/server/standalone/Options.java");

  @Test
  void everyKindOfChargeAndOfRowHasItsRow() throws IOException {
    assertThat(firstCells("charges-and-limits", "| `charge()` |"))
        .isEqualTo(names(Charge.Kind.class));
    assertThat(firstCells("ledger", "| `kind` in")).isEqualTo(names(SpendEntry.Kind.class));
  }

  @Test
  void everyFigureOfAComparisonHasItsRow() throws IOException {
    Set<String> figures =
        methods(
            Reconciliation.class,
            method ->
                method.getParameterCount() == 0 && !OF_EVERY_RECORD.contains(method.getName()));
    figures.remove("at");
    assertThat(withoutArguments(firstCells("ledger", "| `Reconciliation` |"))).isEqualTo(figures);
  }

  @Test
  void everyEventOfAWatchHasItsRow() throws IOException {
    assertThat(firstCells("watching", "| event |"))
        .isEqualTo(
            Stream.of(LoadEvent.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void theOutboxKnowsEveryNextStepOfACreation() throws IOException {
    Set<String> steps = names(NextStep.class);
    steps.remove(NextStep.WAIT_FOR_DRIVER.name()); // of a confirmation
    assertThat(firstCells("outbox", "| the call failed, and")).containsAll(steps);
  }

  @Test
  void everyQuestionToAFailureHasItsRow() throws IOException {
    Set<String> asked = new TreeSet<>();
    for (String name : firstCells("errors", "| | |")) asked.add(name.replace("()", ""));
    assertThat(asked)
        .isEqualTo(
            methods(
                FreightException.class,
                method ->
                    method.getParameterCount() == 0
                        && method.getReturnType() != FailureFacts.class
                        && !method.getName().startsWith("get")));
  }

  @Test
  void everyLimitAndPolicyHasItsRow() throws IOException {
    assertThat(withoutArguments(firstCells("charges-and-limits", "| Limit |")))
        .isEqualTo(
            methods(
                SpendLimits.Builder.class,
                method -> method.getReturnType() == SpendLimits.Builder.class));
    assertThat(withoutArguments(firstCells("charges-and-limits", "| Policy |")))
        .isEqualTo(methods(TopUpPolicy.class, method -> Modifier.isStatic(method.getModifiers())));
  }

  @Test
  void thePricesOfTheFirstStepsAreTheServers() throws IOException {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Map<String, BigDecimal> prices = server.prices();
      List<String> rows = rows("getting-started", "| call |");
      assertThat(rows.get(0)).startsWith("| `createLoad` | " + prices.get("load_create") + " USD");
      assertThat(rows.get(1))
          .startsWith("| `getLoadPosition` | " + prices.get("position_read") + " USD");
    }
  }

  @Test
  void everyOptionOfTheMcpServerIsOnItsPages() throws IOException {
    Set<String> options = options(Files.readString(MCP_OPTIONS));
    options.removeAll(Set.of("--help", "--version"));
    String pages = page("give-it-to-your-agent") + page("agents-limits");
    assertThat(options(pages)).containsAll(options);
    String table = String.join("\n", rows("give-it-to-your-agent", "| option |"));
    assertThat(options).containsAll(options(table));
    for (String variable : found("\"(FREIGHT_MCP_\\w+)\"", Files.readString(MCP_OPTIONS))) {
      assertThat(pages).contains(variable);
    }
  }

  @Test
  void everyOptionOnThePageOfTheServerIsOne() throws IOException {
    Set<String> shown = options(page("standalone-server"));
    shown.removeAll(Set.of("--data-binary", "--cacert", "--build-arg")); // curl's, docker's
    assertThat(options(Files.readString(SERVER_OPTIONS))).containsAll(shown);
  }

  @Test
  void everyExportedPackageAndModuleIsOnThePage() throws IOException {
    List<String> modules = found("The modules (.*?) export", page("platform"));
    Set<String> named = new TreeSet<>(codes(modules.get(0)));
    List<String> rows = rows("platform", "| | |");
    rows = rows.stream().filter(row -> row.startsWith("| public |")).toList();
    Set<String> open = new TreeSet<>(codes(rows.get(0)));
    Set<String> module = new TreeSet<>();
    Set<String> exported = new TreeSet<>();
    for (Path file : modules()) {
      String text = Files.readString(file);
      found("(?m)^module io\\.freightsdk(\\.\\w+)", text).forEach(module::add);
      found("exports (io\\.freightsdk[\\w.]*);", text).forEach(exported::add);
    }
    assertThat(named).isEqualTo(module);
    assertThat(open.stream().map(name -> name.startsWith(".") ? "io.freightsdk" + name : name))
        .containsExactlyInAnyOrderElementsOf(exported);
  }

  @Test
  void everyIntegrationHasItsRow() throws IOException {
    // The server that tests embed has a page of its own; these stand beside it.
    Set<String> artifacts = new TreeSet<>(Set.of("freight-server", "freight-server-console"));
    try (Stream<Path> folders = Files.list(Pages.ROOT.resolve("sdk-integrations"))) {
      for (Path folder : folders.toList()) {
        boolean isForUsers = Files.exists(folder.resolve("src/main"));
        if (isForUsers) artifacts.add(folder.getFileName().toString());
      }
    }
    assertThat(firstCells("platform", "| artifact |")).isEqualTo(artifacts);
  }

  @Test
  void theVersionsOfDependenciesAreThoseOfTheBuild() throws IOException {
    String pom = Files.readString(Pages.ROOT.resolve("pom.xml"));
    String check =
        Files.readString(
            Pages.ROOT.resolve(
                "sdk-core/src/main/java/io/freightsdk/internal/transport/ClassPathCheck.java"));
    for (String row : rows("platform", "| | refused if older than |")) {
      String[] cells = row.split(" *\\| *");
      String name = cells[1].split(" ")[0];
      assertThat(pom).contains("<" + name.toLowerCase(Locale.ROOT) + ".version>" + cells[3] + "<");
      if (!cells[2].contains("not noticed")) {
        assertThat(check).contains(name + " on the class path is older than " + cells[2]);
      }
    }
  }

  // --- what a page has ---

  private static String page(String name) throws IOException {
    return Files.readString(Pages.ROOT.resolve("docs").resolve(name + ".md"));
  }

  /** Those below the first row that begins so, and below its line of dashes, if it has one. */
  static List<String> rows(String page, String head) throws IOException {
    List<String> rows =
        page(page)
            .lines()
            .dropWhile(line -> !line.startsWith(head))
            .skip(1)
            .dropWhile(line -> line.matches("\\|([-: ]+\\|)+"))
            .takeWhile(line -> line.startsWith("|"))
            .toList();
    assertThat(rows).as("%s: %s", page, head).isNotEmpty();
    return rows;
  }

  static Set<String> firstCells(String page, String head) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String row : rows(page, head)) names.addAll(codes(row.split(" \\| ")[0]));
    return names;
  }

  static List<String> codes(String text) {
    return CODE.matcher(text).results().map(code -> code.group(1)).toList();
  }

  static List<String> found(String pattern, String text) {
    Stream<MatchResult> hits = Pattern.compile(pattern, Pattern.DOTALL).matcher(text).results();
    return hits.map(hit -> hit.group(1)).toList();
  }

  private static Set<String> options(String text) {
    return OPTION
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** {@code per(duration, ...)} and {@code TopUpPolicy.failFast()} by their method alone. */
  private static Set<String> withoutArguments(Set<String> calls) {
    return calls.stream()
        .map(call -> call.replaceFirst("\\(.*", "").replaceFirst(".*\\.", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  // --- what the code has ---

  private static List<Path> modules() throws IOException {
    try (Stream<Path> all = Files.walk(Pages.ROOT)) {
      return all.filter(path -> path.endsWith("src/main/java/module-info.java"))
          .filter(path -> !path.toString().contains("sdk-examples"))
          .toList();
    }
  }

  private static Set<String> names(Class<? extends Enum<?>> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(Enum::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> methods(Class<?> type, Predicate<Method> wanted) {
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .filter(wanted)
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
