package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every table of the README and the pages that says how something behaves is held by a test: it
 * reads the table, or holds what the rows say. A new table is asked for its test here.
 */
class TablesTest {
  /** A table that leads somewhere, explains a word, or repeats what a link of each row says. */
  private static final String GUIDE = "a guide";

  private static final Map<String, String> HELD_BY =
      Map.ofEntries(
          held("README: to", GUIDE),
          held("agents-limits: when an agent", "ToolMoneyTest, ReferenceTest, WaitAndListTest"),
          held("agents-limits: who", "PrivateFolderTest, JournalTest"),
          held("agents-limits: the agent", "MisbehaviourTest"),
          held("how-a-call-works: step", "StepsOfThePageTest"),
          held("how-a-call-works: thread", "DocumentedNamesTest"),
          held("how-a-call-works: to change", GUIDE),
          held("charges-and-limits: `charge()`", "PageNamesTest, ChargeTableTest"),
          held("charges-and-limits: Operation", "OperationTableTest"),
          held("charges-and-limits: What happened", "ChargeTableTest"),
          held("charges-and-limits: Limit", "PageNamesTest, SpendLimitsTest"),
          held("charges-and-limits: Policy", "PageNamesTest, TopUpTest"),
          held("configuration: option", "ConfigurationPageTest"),
          held("configuration: option of `RetryPolicy.builder()`", "ConfigurationPageTest"),
          held("divergences: id", "DivergencesTest"),
          held("errors: Errors, by what you see", "PageNamesTest"),
          held("errors: you see", "ErrorsPageTest"),
          held("errors: status", "ErrorsPageTest"),
          held("getting-started: 3. Say where the service is, and who you are", "ErrorsPageTest"),
          held("getting-started: call", "PageNamesTest"),
          held("give-it-to-your-agent: option", "PageNamesTest"),
          held("give-it-to-your-agent: tool", "ToolTextsTest"),
          held("ledger: ledger", GUIDE),
          held("ledger: `Reconciliation`", "PageNamesTest"),
          held("ledger: table", "LedgerPageTest"),
          held("ledger: `kind` in `freight_ledger`", "PageNamesTest, LedgerPageTest"),
          held("ledger: In a database", "TransactionsTest, StartsAtOnceTest"),
          held("operations: logger", "DocumentedNamesTest"),
          held("operations: meter", "DashboardTest"),
          held("operations: alert", "DashboardTest"),
          held("operations: the call failed, and `nextStep()` is", "PageNamesTest, OutboxTest"),
          held("operations: Why both a key and a `customerRef`", "OutboxTest"),
          held("platform: artifact", "PageNamesTest"),
          held("platform: platform", GUIDE),
          held("platform: what", "FreightJacksonModulesTest"),
          held("platform: Versions and support", "PageNamesTest"),
          held("platform: Versions of dependencies", "PageNamesTest"),
          held("spring-boot: property", "PropertiesTest"),
          held("spring-boot: the application has", "FreightAutoConfigurationTest"),
          held("spring-boot: POST", "EndpointTest"),
          held("spring-boot: exception", "ProblemDetailsTest"),
          held("spring-boot: the annotation", "ServersOfContextsTest"),
          held("spring-boot: to inject", "WholeApplicationTest"),
          held("standalone-server: route", "AdminDescriptionTest"),
          held("standalone-server: page", "PagesOverHttpTest"),
          held("standalone-server: option", "PageNamesTest, OptionsTest"),
          held("testing: parameters of a test", "InjectionTest, ServerStateTest"),
          held("testing: fault", "TestingPageTest"),
          held("testing: method", "TestingPageTest"),
          held("testing: of", "TestingPageTest"),
          held("trust: it promises", "TrustPageTest"),
          held("trust: promised", "CommandsTest"),
          held("trust: what happens", "CrashTestTest"),
          held("watching: when", "SharedReadsTest"),
          held("watching: Among processes", "JCachePositionCacheTest, FleetReadsTest"),
          held("watching: event", "PageNamesTest, LoadEventsTest"),
          held("watching: what can go wrong", "WatchTest, WatchesEndHonestlyTest"),
          held("watching: the load", "PromisedFiguresTest, PollPlanTest"),
          held("watching: plan", "SimulationTest"));

  private static Map.Entry<String, String> held(String table, String tests) {
    return Map.entry(table, tests);
  }

  @Test
  void everyTableIsHeldByATestThatIsThere() throws IOException {
    assertThat(tables()).containsExactlyInAnyOrderElementsOf(HELD_BY.keySet());
    Map<String, String> missing = new TreeMap<>();
    List<String> sources = sources();
    HELD_BY.forEach(
        (table, tests) -> {
          if (tests.equals(GUIDE)) return;
          for (String test : tests.split(", ")) {
            if (!sources.contains(test + ".java")) missing.put(table, test);
          }
        });
    assertThat(missing).isEmpty();
  }

  /** By page and first cell of the head, or the heading where that is empty; each once. */
  private static List<String> tables() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Pages.ROOT.resolve("README.md")));
    try (Stream<Path> files = Files.list(Pages.ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    List<String> tables = new ArrayList<>();
    for (Path page : pages) {
      String heading = "";
      String before = "";
      boolean isCode = false;
      for (String line : Files.readAllLines(page)) {
        if (line.startsWith("```")) isCode = !isCode;
        if (!isCode && line.matches("#+ .*")) heading = line.replaceFirst("#+ ", "");
        if (!isCode && line.matches("\\|([-: ]+\\|)+") && before.startsWith("|")) {
          String first = before.split("\\|", -1)[1].strip();
          String name = page.getFileName().toString().replace(".md", "");
          tables.add(name + ": " + (first.isEmpty() ? heading : first));
        }
        before = line;
      }
    }
    return tables.stream().distinct().toList();
  }

  private static List<String> sources() throws IOException {
    try (Stream<Path> all = Files.walk(Pages.ROOT)) {
      return all.filter(path -> path.toString().endsWith(".java"))
          .map(path -> path.getFileName().toString())
          .collect(Collectors.toList());
    }
  }
}
