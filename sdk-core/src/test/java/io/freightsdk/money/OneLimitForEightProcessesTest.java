package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import io.freightsdk.testing.HardStopDatabase;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.SmallPool;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Eight processes share one limit through a database. They are killed and started again, answers
 * get lost, the database is stopped hard twice, two clocks are two hours off. The service's own
 * ledger never shows more than the limit, and what is left of it in the end can be spent.
 *
 * <p>A build does a short run, counted in calls; {@code -Dfreight.kill.seconds=120} does a long
 * one, which also waits until what killed processes had set aside is free again.
 */
class OneLimitForEightProcessesTest {
  private static final int PROCESSES = 8;
  private static final int LONG_SECONDS = Integer.getInteger("freight.kill.seconds", 0);
  private static final boolean LONG = LONG_SECONDS > 0;

  private static final Duration WINDOW = Duration.ofSeconds(LONG ? 10 : 5);
  private static final String CAP = LONG ? "30.00" : "12.00";

  /** Calls of a short run, and how many lie between two deaths. */
  private static final int CALLS = 1_000;

  private static final int CALLS_BETWEEN_DEATHS = 150;
  private static final Duration TIME_BETWEEN_DEATHS = Duration.ofMillis(2_500);
  private static final Duration BOUND = Duration.ofSeconds(LONG ? LONG_SECONDS + 120L : 300);

  /** How long a hold outlives the deadline of its call, by the client's documentation. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  /** Where the processes say what failed, each kind of failure once. */
  private static final File LOG = new File("target", "eight-processes.log");

  private static final BigDecimal READ = new BigDecimal("0.02");
  private static final BigDecimal CREATE = new BigDecimal("0.65");
  private static final String OUTCOMES = "pruf";

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder().ledgerCapacity(1_000_000).start();
  private final Broker broker = server.createBroker("100000.00");
  private final Process[] processes = new Process[PROCESSES];
  private final AtomicIntegerArray heard = new AtomicIntegerArray(OUTCOMES.length());
  private final Random random = new Random(20_261_120);
  private int deaths;
  private int stops;

  @ParameterizedTest
  @EnumSource
  @Timeout(
      value = 15,
      unit = TimeUnit.MINUTES) // A long run outlives the bound of every other test.
  void neverPassesTheLimitAndLosesNoneOfIt(HardStopDatabase database) throws Exception {
    database.orSkip();
    SpendingProcess.Task task =
        new SpendingProcess.Task(
            server.baseUrl(),
            broker.agentKey(),
            database.url(),
            UUID.randomUUID().toString(),
            CAP,
            WINDOW,
            loads());
    int setUp = broker.debits().size();
    try {
      Fault lost = Fault.closeAfterCommit();
      server.faults().probability(Operation.CREATE_LOAD, 0.05, 1, lost);
      server.faults().probability(Operation.GET_LOAD_POSITION, 0.05, 2, lost);
      for (int i = 0; i < PROCESSES; i++) start(i, task);
      disturb(database, task, setUp);
      end();
      server.faults().clear();
      assertWithinTheCap(setUp);

      BigDecimal spent = spendWhatIsLeft(task);
      assertWithinTheCap(setUp);
      System.out.printf(
          "%s: %d calls paid, %d refused, %d unknown, %d failed; %d processes killed, %d hard stops"
              + " of the database; at most %s of %s USD in %s s of the service's ledger (%d debits);"
              + " spent in one window in the end: %s USD%n",
          database,
          heard.get(0),
          heard.get(1),
          heard.get(2),
          heard.get(3),
          deaths,
          stops,
          highestWindow(setUp),
          CAP,
          WINDOW.toSeconds(),
          broker.debits().size() - setUp,
          spent);
    } finally {
      for (Process process : processes) if (process != null) process.destroyForcibly();
      server.close();
    }
  }

  private String loads() {
    try (FreightClient client =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
      return IntStream.range(0, 5)
          .mapToObj(i -> client.createLoad(Loads.twoStops()).loadNumber())
          .collect(Collectors.joining(","));
    }
  }

  /** Two of the processes live two hours from the others. */
  private static int hoursOff(int index) {
    return index == 0 ? 2 : index == 1 ? -2 : 0;
  }

  private void start(int index, SpendingProcess.Task task) throws IOException {
    String java =
        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    Process process =
        new ProcessBuilder(
                java,
                "-Xmx160m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SpendingProcess.class.getName(),
                task.baseUrl(),
                task.agentKey(),
                task.jdbcUrl(),
                task.book(),
                task.cap(),
                task.window().toString(),
                task.loads(),
                String.valueOf(hoursOff(index)),
                String.valueOf(random.nextInt(1_000_000)))
            .redirectError(ProcessBuilder.Redirect.appendTo(LOG))
            .start();
    processes[index] = process;
    Thread listener = new Thread(() -> listen(process), "outcomes-of-" + index);
    listener.setDaemon(true);
    listener.start();
  }

  private void listen(Process process) {
    try (InputStream output = process.getInputStream()) {
      for (int c = output.read(); c >= 0; c = output.read()) {
        int outcome = OUTCOMES.indexOf(c);
        if (outcome >= 0) heard.incrementAndGet(outcome);
      }
    } catch (IOException killed) {
      // It says nothing any more.
    }
  }

  /** Calls whose books could be reached. */
  private int calls() {
    return heard.get(0) + heard.get(1) + heard.get(2);
  }

  private String seen() {
    return "paid, refused, unknown, failed: %s with %d processes killed and %d hard stops; see %s"
        .formatted(heard, deaths, stops, LOG);
  }

  /** Kills processes all the time, and the database after one and two thirds of the run. */
  private void disturb(HardStopDatabase database, SpendingProcess.Task task, int setUp)
      throws Exception {
    Instant start = Instant.now();
    Instant nextDeath = start;
    int nextCall = CALLS_BETWEEN_DEATHS;
    for (double done = 0; done < 1; done = done(start)) {
      assertThat(Duration.between(start, Instant.now())).as(seen()).isLessThan(BOUND);
      assertThat(processes).as("processes alive; %s", seen()).anyMatch(Process::isAlive);
      if (stops < 2 && done > (stops + 1) / 3.0) stopHard(database);
      boolean due = LONG ? Instant.now().isAfter(nextDeath) : calls() >= nextCall;
      if (due) {
        nextDeath = Instant.now().plus(TIME_BETWEEN_DEATHS);
        nextCall += CALLS_BETWEEN_DEATHS;
        int victim = random.nextInt(PROCESSES);
        killProcess(victim);
        start(victim, task);
        assertWithinTheCap(setUp);
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  private double done(Instant start) {
    if (!LONG) return calls() / (double) CALLS;
    return Duration.between(start, Instant.now()).toMillis() / (LONG_SECONDS * 1_000.0);
  }

  private void killProcess(int index) throws InterruptedException {
    Process victim = processes[index];
    victim.destroyForcibly();
    assertThat(victim.waitFor(60, TimeUnit.SECONDS)).as("death of process %d", index).isTrue();
    deaths++;
  }

  private void stopHard(HardStopDatabase database) throws Exception {
    database.kill();
    stops++;
    // Some calls meet a database that is not there.
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(700));
    database.start();
  }

  /** All processes end as they would on a deployment: told to, and waited for. */
  private void end() throws Exception {
    for (Process process : processes) process.getOutputStream().close();
    for (int i = 0; i < PROCESSES; i++) {
      boolean ended = processes[i].waitFor(60, TimeUnit.SECONDS);
      assertThat(ended).as("end of process %d; %s", i, seen()).isTrue();
    }
  }

  private void assertWithinTheCap(int setUp) {
    assertThat(highestWindow(setUp))
        .as("the highest %s of the service's ledger; %s", WINDOW, seen())
        .isLessThanOrEqualTo(new BigDecimal(CAP));
  }

  /** The most that the service took in any stretch of time as long as the window. */
  private BigDecimal highestWindow(int first) {
    List<LedgerEntry> debits = broker.debits();
    BigDecimal highest = BigDecimal.ZERO;
    BigDecimal within = BigDecimal.ZERO;
    int oldest = first;
    for (int newest = first; newest < debits.size(); newest++) {
      within = within.add(debits.get(newest).amountUsd());
      Instant from = debits.get(newest).at().minus(WINDOW);
      for (; !debits.get(oldest).at().isAfter(from); oldest++) {
        within = within.subtract(debits.get(oldest).amountUsd());
      }
      highest = highest.max(within);
    }
    return highest;
  }

  /**
   * Spends until the limit refuses even a read, and again after each window, until the service has
   * taken all of the limit in one window. In a short run what the killed processes held may still
   * be set aside.
   */
  private BigDecimal spendWhatIsLeft(SpendingProcess.Task task) throws Exception {
    BigDecimal held =
        LONG
            ? BigDecimal.ZERO
            : CREATE.multiply(BigDecimal.valueOf((long) deaths * SpendingProcess.THREADS));
    BigDecimal wanted = new BigDecimal(CAP).subtract(held).subtract(READ);
    Duration patience =
        LONG
            ? SpendingProcess.DEADLINE.plus(GRACE).plus(WINDOW.multipliedBy(4))
            : WINDOW.multipliedBy(6);
    int before = broker.debits().size();
    Instant end = Instant.now().plus(patience);
    try (SmallPool pool = new SmallPool(task.jdbcUrl());
        SpendStore books = JdbcSpendStore.open(pool.dataSource(), task.book());
        FreightClient client =
            FreightClient.builder()
                .baseUrl(task.baseUrl())
                .agentKey(task.agentKey())
                .spendStore(books)
                .spendLimits(task.limits())
                .build()) {
      while (true) {
        boolean refused = spendUntilRefused(client, task.loads().split(",", -1)[0]);
        BigDecimal spent = highestWindow(before);
        // Too slow a machine to fill a window: the limit let it spend all that it could.
        if (!refused || spent.compareTo(wanted) > 0) return spent;
        assertThat(Instant.now())
            .as("spent in one window: %s of %s, wanted more than %s", spent, CAP, wanted)
            .isBefore(end);
        LockSupport.parkNanos(WINDOW.plusMillis(WINDOW.toMillis() / 20).toNanos());
      }
    }
  }

  /**
   * No longer than one window takes: a slow machine spends while older spending leaves it. Whether
   * even a read was refused in the end.
   */
  private static boolean spendUntilRefused(FreightClient client, String load) {
    BigDecimal cap = new BigDecimal(CAP);
    try {
      for (BigDecimal most = CREATE; most.compareTo(cap) <= 0; most = most.add(CREATE)) {
        client.createLoad(Loads.twoStops());
      }
    } catch (SpendLimitExceededException refused) {
      // Less than a creation is left.
    }
    try {
      for (BigDecimal most = READ; most.compareTo(CREATE) <= 0; most = most.add(READ)) {
        client.getLoadPosition(load);
      }
    } catch (SpendLimitExceededException refused) {
      return true;
    }
    return false;
  }
}
