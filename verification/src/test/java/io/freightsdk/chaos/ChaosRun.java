package io.freightsdk.chaos;

import io.freightsdk.FreightClient;
import io.freightsdk.simulation.Violation;
import io.freightsdk.simulation.Violation.Rule;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.DatabaseServer;
import io.freightsdk.testing.PooledDataSource;
import io.freightsdk.testing.SampleLoads;
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
 * One run: the standalone server behind a proxy, client processes that share a ledger in a
 * database, and faults. At the end, the rules are checked with the service's ledger and the results
 * that callers got.
 */
final class ChaosRun implements AutoCloseable {
  private static final Duration TICK = Duration.ofMillis(50);
  private static final Duration TIME_BETWEEN_KILLS = Duration.ofMillis(2_500);
  private static final Duration MAX_EXTRA_TIME = Duration.ofMinutes(6);
  private static final Pattern CALLS_AND_KEYS =
      Pattern.compile("\\d+\\.\\d+-\\d{5}|(?:order|shared)-[-.\\d]*\\d");

  /** An amount that is no sum of prices, so that a balance shows each top-up. */
  private static final String CREDIT = "17.77";

  private static final BigDecimal LOW_BALANCE = new BigDecimal("2.00");

  private final ChaosPlan plan;
  private final DatabaseServer database;
  private final Path folder;
  private final Random dice;
  private final String ledgerName = UUID.randomUUID().toString();
  private final EventLog log = new EventLog(Instant.now());
  private final StandaloneService service;
  private final ServiceProxy proxy;
  private final DatabaseProxy databaseProxy;
  private final PooledDataSource pool;
  private final FreightClient client;
  private final SpendLedger ledger;
  private final List<String> loads = new ArrayList<>();
  private final ClientProcesses processes;
  private final List<Violation> violations = new ArrayList<>();
  private final int initialDebits;
  private int kills;
  private int stops;
  private int outages;
  private int credits;
  private String summary = "";

  ChaosRun(ChaosPlan plan, DatabaseServer database, Path folder) throws Exception {
    this.plan = plan;
    this.database = database;
    this.folder = folder;
    this.dice = new Random(plan.seed());
    service = new StandaloneService(folder, "40.00");
    proxy = new ServiceProxy(service.port(), plan.seed(), log);
    databaseProxy = new DatabaseProxy(database.url(), plan.seed(), plan.cuts());
    try (FreightClient first =
        FreightClient.builder().baseUrl(service.baseUrl()).agentKey(service.agentKey()).build()) {
      for (int i = 0; i < 5; i++) loads.add(first.createLoad(SampleLoads.twoStops()).loadNumber());
    }
    initialDebits = service.debits().size();
    pool = new PooledDataSource(database.url());
    SpendLedger.createTables(pool);
    ledger = SpendLedger.open(pool, ledgerName);
    client = service.client(ledger.guard());
    BalanceComparison unused = ledger.compare(client);
    processes =
        new ClientProcesses(
            plan.processes(),
            new ClientProcesses.CommonArguments(
                proxy.baseUrl(),
                service.agentKey(),
                databaseProxy.url(),
                ledgerName,
                log.start(),
                plan.seed(),
                loads),
            folder,
            log);
  }

  /** Runs the plan, then checks the rules. */
  List<Violation> run() throws Exception {
    injectFaults();
    for (String hangingProcess : endRun()) {
      violations.add(new Violation(Rule.CALL_ENDS, hangingProcess, null));
    }
    ChaosInvariants.RunState state =
        new ChaosInvariants.RunState(plan, service, proxy, pool, ledgerName, initialDebits, log);
    ChaosInvariants invariants = new ChaosInvariants(state, violations);
    ChaosObservations observations = invariants.check(processes.incarnations());
    summary = summary(observations);
    return violations;
  }

  /** Calls, kills and faults of the run, in one line. */
  String summary() {
    return summary;
  }

  /** The violations, with the log lines of their calls and keys. */
  String violationReport() {
    Set<String> words = new TreeSet<>(Set.of("is killed.", "The database", "Billing is"));
    StringBuilder report = new StringBuilder(summary).append(System.lineSeparator());
    for (Violation violation : violations) {
      report.append(violation).append(System.lineSeparator());
      Matcher names = CALLS_AND_KEYS.matcher(violation.toString());
      while (names.find()) words.add(names.group());
    }
    return report.append(log.linesWith(words)).toString();
  }

  String fullLog() {
    return log.linesWith(Set.of());
  }

  // --- faults ---

  private double completedFraction() {
    if (plan.seconds() > 0) return log.now() / (plan.seconds() * 1e9);
    return processes.calls() / (double) plan.calls();
  }

  private void injectFaults() throws Exception {
    long end =
        System.nanoTime() + TimeUnit.SECONDS.toNanos(plan.seconds()) + MAX_EXTRA_TIME.toNanos();
    for (double done = 0; done < 1; done = completedFraction()) {
      if (System.nanoTime() > end) throw new AssertionError("the run does not end: " + progress());
      String ended = processes.exitedProcess();
      if (ended != null) throw new AssertionError("process " + ended + " ended: " + progress());
      if (stops < plan.stops() && done > (stops + 1.0) / (plan.stops() + 1)) stopDatabase();
      double due =
          plan.seconds() > 0
              ? log.now() / (double) TIME_BETWEEN_KILLS.toNanos()
              : done * (plan.kills() + 1);
      if (plan.kills() > 0 && kills + 1 < due) {
        processes.kill(dice.nextInt(processes.count()));
        kills++;
      }
      injectFault(dice.nextInt(100));
      LockSupport.parkNanos(TICK.toNanos());
    }
  }

  private void injectFault(int percent) throws Exception {
    if (percent < 1) {
      proxy.refuseConnectionsFor(Duration.ofMillis(50 + dice.nextInt(400)));
    } else if (percent < 3) {
      outages++;
      log.add("Billing is unavailable for some calls.");
      service.failBilling(1 + dice.nextInt(10));
    } else if (percent < 12 && service.balanceUsd().compareTo(LOW_BALANCE) < 0) {
      credit(CREDIT);
    }
  }

  private void credit(String usd) throws IOException {
    service.credit(usd);
    credits++;
    log.add("Top-up of " + usd + " USD.");
  }

  private void stopDatabase() throws Exception {
    log.add("The database is stopped hard.");
    database.kill();
    stops++;
    // Some calls meet the stopped database.
    int before = processes.calls();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (processes.calls() < before + processes.count() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TICK.toNanos());
    }
    database.start();
    log.add("The database is started.");
  }

  /** Ends all faults, lets customers end their orders, and closes the clients. */
  private List<String> endRun() throws Exception {
    log.add("No faults from here on.");
    proxy.endFaults();
    databaseProxy.endFaults();
    service.clearFaults();
    credit("500.00");
    List<String> hanging = processes.end();
    proxy.awaitIdle();
    return hanging;
  }

  private String summary(ChaosObservations observations) {
    Map<String, Integer> kinds = new LinkedHashMap<>();
    int refused = 0;
    for (ResultFile.Call call : observations.calls()) {
      if (call.isRefusedByLimit()) refused++;
      String kind =
          !call.hasEnded()
              ? "not ended"
              : call.reportedCharge() == null ? "no charge" : call.reportedCharge().kind().name();
      kinds.merge(call.succeeded() ? "success" : kind, 1, Integer::sum);
    }
    return String.format(
        Locale.ROOT,
        "Seed %d: %d calls %s, %d refused by a limit, %d debits."
            + " %d processes killed, %d hard stops and %d cuts of the database,"
            + " %d billing outages, %d top-ups. Faults of the proxy: %s",
        plan.seed(),
        observations.calls().size(),
        kinds,
        refused,
        observations.debits().size(),
        kills,
        stops,
        databaseProxy.cuts(),
        outages,
        credits,
        proxy.faultCounts());
  }

  private String progress() {
    return String.format(
        Locale.ROOT,
        "%d calls, %d processes killed, %d hard stops; see %s",
        processes.calls(),
        kills,
        stops,
        folder);
  }

  @Override
  public void close() throws IOException {
    processes.close();
    client.close();
    try {
      pool.close();
    } catch (SQLException broken) {
      throw new IOException(broken);
    }
    proxy.close();
    databaseProxy.close();
    service.close();
  }
}
