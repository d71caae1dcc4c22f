package io.freightsdk.chaos;

import io.freightsdk.FreightClient;
import io.freightsdk.simulation.Violation;
import io.freightsdk.simulation.Violation.Rule;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.SharedDatabase;
import io.freightsdk.testing.TestDatabase;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run: the standalone server, the proxy before it, client processes that share books in a
 * database, and what strikes them. When all has come to rest the judges look at the service's
 * ledger and at what callers were told.
 */
final class ChaosRun implements AutoCloseable {
  private static final Duration TICK = Duration.ofMillis(50);
  private static final Duration BETWEEN_DEATHS = Duration.ofMillis(2_500);
  private static final Duration BOUND = Duration.ofMinutes(6);
  private static final Pattern NAMES =
      Pattern.compile("\\d+\\.\\d+-\\d{5}|(?:order|shared)-[-.\\d]*\\d");

  /** No sum of prices: a balance with it can be explained by nothing else. */
  private static final String CREDIT = "17.77";

  private static final BigDecimal LITTLE = new BigDecimal("2.00");

  private final ChaosPlan plan;
  private final SharedDatabase database;
  private final Path folder;
  private final Random dice;
  private final String book = UUID.randomUUID().toString();
  private final EventLog story = new EventLog(Instant.now());
  private final StandaloneService service;
  private final ServiceProxy proxy;
  private final DatabaseProxy toDatabase;
  private final TestDatabase pool;
  private final FreightClient own;
  private final SpendLedger ledger;
  private final List<String> loads = new ArrayList<>();
  private final ClientProcesses processes;
  private final List<Violation> violations = new ArrayList<>();
  private final int setUp;
  private int deaths;
  private int stops;
  private int outages;
  private int credits;
  private String summary = "";

  ChaosRun(ChaosPlan plan, SharedDatabase database, Path folder) throws Exception {
    this.plan = plan;
    this.database = database;
    this.folder = folder;
    this.dice = new Random(plan.seed());
    service = new StandaloneService(folder, "40.00");
    proxy = new ServiceProxy(service.port(), plan.seed(), story);
    toDatabase = new DatabaseProxy(database.url(), plan.seed(), plan.cuts());
    try (FreightClient first =
        FreightClient.builder().baseUrl(service.baseUrl()).agentKey(service.agentKey()).build()) {
      for (int i = 0; i < 5; i++) loads.add(first.createLoad(SampleLoads.twoStops()).loadNumber());
    }
    setUp = service.debits().size();
    pool = new TestDatabase(database.url());
    SpendLedger.createTables(pool);
    ledger = SpendLedger.open(pool, book);
    own = service.client(ledger.guard());
    BalanceComparison unused = ledger.compare(own);
    processes =
        new ClientProcesses(
            plan.processes(),
            new ClientProcesses.Settings(
                proxy.baseUrl(),
                service.agentKey(),
                toDatabase.url(),
                book,
                story.start(),
                plan.seed(),
                loads),
            folder,
            story);
  }

  /** Runs to its end, and judges. */
  List<Violation> run() throws Exception {
    disturb();
    for (String hanging : comeToRest()) {
      violations.add(new Violation(Rule.EVERY_CALL_ENDS, hanging, null));
    }
    ChaosInvariants.RunState scene = new ChaosInvariants.RunState(plan, service, proxy, pool, book, setUp, story);
    ChaosInvariants judge = new ChaosInvariants(scene, violations);
    ChaosObservations evidence = judge.judge(processes.incarnations());
    summary = summary(evidence);
    return violations;
  }

  /** What was met, in a line. */
  String summary() {
    return summary;
  }

  /** What is known of the violations, in sentences. */
  String told() {
    Set<String> words = new TreeSet<>(Set.of("is killed.", "The database", "Billing is"));
    StringBuilder told = new StringBuilder(summary).append(System.lineSeparator());
    for (Violation violation : violations) {
      told.append(violation).append(System.lineSeparator());
      Matcher names = NAMES.matcher(violation.toString());
      while (names.find()) words.add(names.group());
    }
    return told.append(story.told(words)).toString();
  }

  String wholeStory() {
    return story.told(Set.of());
  }

  // --- what strikes ---

  private double done() {
    if (plan.seconds() > 0) return story.now() / (plan.seconds() * 1e9);
    return processes.calls() / (double) plan.calls();
  }

  private void disturb() throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(plan.seconds()) + BOUND.toNanos();
    for (double done = 0; done < 1; done = done()) {
      if (System.nanoTime() > end) throw new AssertionError("no end of it: " + seen());
      String ended = processes.ended();
      if (ended != null) throw new AssertionError("process " + ended + " ended: " + seen());
      if (stops < plan.stops() && done > (stops + 1.0) / (plan.stops() + 1)) stopHard();
      double due =
          plan.seconds() > 0
              ? story.now() / (double) BETWEEN_DEATHS.toNanos()
              : done * (plan.deaths() + 1);
      if (plan.deaths() > 0 && deaths + 1 < due) {
        processes.kill(dice.nextInt(processes.count()));
        deaths++;
      }
      strike(dice.nextInt(100));
      LockSupport.parkNanos(TICK.toNanos());
    }
  }

  private void strike(int drawn) throws Exception {
    if (drawn < 1) {
      proxy.refuseFor(Duration.ofMillis(50 + dice.nextInt(400)));
    } else if (drawn < 3) {
      outages++;
      story.tell("Billing is down for some calls.");
      service.billingDownFor(1 + dice.nextInt(10));
    } else if (drawn < 12 && service.balanceUsd().compareTo(LITTLE) < 0) {
      credit(CREDIT);
    }
  }

  private void credit(String usd) throws IOException {
    service.credit(usd);
    credits++;
    story.tell("Somebody adds " + usd + " USD to the balance.");
  }

  private void stopHard() throws Exception {
    story.tell("The database is stopped hard.");
    database.kill();
    stops++;
    // Some calls meet a database that is not there.
    int before = processes.calls();
    long most = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (processes.calls() < before + processes.count() && System.nanoTime() < most) {
      LockSupport.parkNanos(TICK.toNanos());
    }
    database.start();
    story.tell("The database is there again.");
  }

  /** Nothing fails any more, customers come to an end, clients close. */
  private List<String> comeToRest() throws Exception {
    story.tell("From here on nothing fails any more.");
    proxy.calmDown();
    toDatabase.calmDown();
    service.clearFaults();
    credit("500.00");
    List<String> hanging = processes.end();
    proxy.awaitQuiet();
    return hanging;
  }

  private String summary(ChaosObservations evidence) {
    Map<String, Integer> kinds = new LinkedHashMap<>();
    int refused = 0;
    for (ResultFile.Call call : evidence.calls()) {
      if (call.wasRefusedByALimit()) refused++;
      String kind =
          !call.hasEnded()
              ? "unended"
              : call.told() == null ? "said nothing" : call.told().kind().name();
      kinds.merge(call.succeeded() ? "success" : kind, 1, Integer::sum);
    }
    return String.format(
        Locale.ROOT,
        "seed %d: %d calls %s, %d of them refused by a limit,"
            + " %d debits; %d processes killed, %d hard stops and"
            + " %d cuts of the database, %d outages, %d credits; the proxy: %s",
        plan.seed(),
        evidence.calls().size(),
        kinds,
        refused,
        evidence.debits().size(),
        deaths,
        stops,
        toDatabase.cuts(),
        outages,
        credits,
        proxy.struck());
  }

  private String seen() {
    return String.format(
        Locale.ROOT,
        "%d calls, %d processes killed, %d hard stops; see %s",
        processes.calls(),
        deaths,
        stops,
        folder);
  }

  @Override
  public void close() throws IOException {
    processes.close();
    own.close();
    try {
      pool.close();
    } catch (SQLException broken) {
      throw new IOException(broken);
    }
    proxy.close();
    toDatabase.close();
    service.close();
  }
}
