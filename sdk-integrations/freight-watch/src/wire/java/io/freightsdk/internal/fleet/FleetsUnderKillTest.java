package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.testsupport.ChildJvm;
import io.freightsdk.testsupport.Thorough;
import io.freightsdk.watch.LoadEvent;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two processes share a fleet, and both add loads, some of them both. Whoever leads is killed with
 * SIGKILL, and another one started; the service's own ledger says what was paid.
 */
@Timeout(3600)
@Thorough("starts a cluster of processes")
class FleetsUnderKillTest {
  enum Store {
    H2,
    POSTGRES
  }

  private static final Duration STEP = Duration.ofMinutes(2);
  private static final Duration BOUND = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final BigDecimal READ = new BigDecimal("0.02");

  /** Where the processes say what failed. */
  private static final File LOG = new File("target", "fleets-under-kill.log");

  @TempDir private Path folder;
  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder().frozenClock().start();
  private final Broker broker = server.createBroker("10000.00");
  private final String account = "acme-" + UUID.randomUUID();
  private final List<String> loads = new ArrayList<>();
  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final List<Member> members = new ArrayList<>();
  private @Nullable Server h2;
  private String jdbcUrl;
  private String usd;
  private Duration window;

  @BeforeEach
  void book() {
    try (FreightClient client = client().build()) {
      for (int i = 0; i < 12; i++) {
        String load = client.createLoad(Loads.twoStops()).loadNumber();
        server.load(load).awaitBol(true);
        loads.add(load);
      }
    }
  }

  @AfterEach
  void stop() {
    List.copyOf(members).forEach(Member::kill);
    server.close();
    if (h2 != null) {
      h2.stop();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theBudgetHoldsToTheCentThoughProcessesAreKilled(Store kind) throws Exception {
    open(kind, "3.00", Duration.ofDays(1));
    BigDecimal most = new BigDecimal("2.80"); // Without the reserve.
    drive(LoadStatus.IN_TRANSIT);
    Operation read = Operation.GET_LOAD_POSITION;
    server.faults().probability(read, 0.05, 1, Fault.closeAfterCommit());
    // So that most processes die with paid reads on the wire.
    server.faults().probability(read, 0.5, 2, Fault.delayAfterCommit(Duration.ofMillis(100)));
    new Member(0);
    new Member(1);

    for (int kill = 0; kill < 5; kill++) {
      int enough = 15 + 20 * kill;
      passTimeUntil(() -> reads() >= enough, () -> reads() + " reads of " + enough);
      passTimeUntil(() -> leader() != null, () -> "nobody leads");
      leader().kill();
      boolean both = kill == 2;
      if (both) {
        List.copyOf(members).forEach(Member::kill);
        new Member(0);
      }
      new Member(1);
      assertThat(paidUsd()).isLessThanOrEqualTo(most);
    }

    SpendScope routine = FleetMember.options(usd, window).routineScope();
    try (TestDatabase database = new TestDatabase(jdbcUrl);
        SpendLedger ledger = SpendLedger.jdbc(database, account)) {
      LedgerGuard judge = ledger.guard();
      passTimeUntil(
          () -> judge.remaining(routine).get(0).remainingUsd().compareTo(READ) < 0,
          () -> paidUsd() + " USD paid; left: " + judge.remaining(routine));
      // They want more, and must not get it.
      Instant later = server.clock().now().plus(Duration.ofDays(2));
      passTimeUntil(() -> server.clock().now().isAfter(later), () -> paidUsd() + " USD paid");
      List.copyOf(members).forEach(Member::kill);

      SpendTotals known = ledger.totals(SpendFilter.all().scope(routine));
      assertThat(paidUsd())
          .as("paid by the service's ledger; our ledger says %s", known)
          .isBetween(known.chargedUsd(), most)
          .isGreaterThan(new BigDecimal("2.00"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyEventComesThoughTheProcessDiesWhileItIsHandled(Store kind) throws Exception {
    // A budget that pays for some 140 reads a day, and is not spent in any number of them.
    open(kind, "1000.00", Duration.ofDays(365));
    new Member(0);
    new Member(1);
    try (TestDatabase database = new TestDatabase(jdbcUrl)) {
      FleetTables tables = FleetTables.open(database, account, true);
      for (LoadStatus next :
          List.of(
              LoadStatus.AT_PICKUP,
              LoadStatus.IN_TRANSIT,
              LoadStatus.AT_DELIVERY,
              LoadStatus.DELIVERED)) {
        drive(next);
        passTimeUntil(
            () -> {
              Member leader = leader();
              if (leader != null) leader.say(FleetMember.HOLD);
              return dying() != null;
            },
            () -> "no event to die in; told " + told);
        Member dying = dying();
        String untaken = dying.held;
        dying.kill();
        int before = members.stream().mapToInt(member -> member.events.size()).sum();
        members.forEach(member -> member.say(FleetMember.GO_ON));

        new Member(next == LoadStatus.IN_TRANSIT ? 0 : 1);
        passTimeUntil(
            () -> members.stream().anyMatch(member -> member.events.contains(untaken)),
            () -> "not told again: " + untaken + "; told " + told);
        passTimeUntil(
            () -> loads.stream().allMatch(load -> cursor(tables, load) != null),
            () -> "loads without a cursor; told " + told);
        boolean eachHadACursor = next != LoadStatus.AT_PICKUP;
        if (eachHadACursor) {
          assertThat(members.stream().flatMap(member -> member.events.stream()).skip(before))
              .noneMatch(event -> event.startsWith("FirstSeen"));
        }
      }
      Set<String> facts = facts();
      passTimeUntil(() -> told.containsAll(facts), () -> "never told: " + untold(facts));
      passTimeUntil(
          () -> loads.stream().allMatch(load -> isOver(cursor(tables, load))),
          () -> "cursors do not reach the end");
    }
  }

  private static @Nullable PositionReading cursor(FleetTables tables, String load) {
    FleetTables.Stored stored = tables.load("fleet", load);
    return stored == null ? null : stored.taken();
  }

  private @Nullable Member leader() {
    return members.stream().filter(member -> member.leads).findFirst().orElse(null);
  }

  /** Who holds an event that it will not take. */
  private @Nullable Member dying() {
    return members.stream().filter(member -> member.held != null).findFirst().orElse(null);
  }

  private static boolean isOver(@Nullable PositionReading cursor) {
    return cursor != null && cursor.position().status() == LoadStatus.DELIVERED;
  }

  private void open(Store kind, String usd, Duration window) throws Exception {
    this.usd = usd;
    this.window = window;
    if (kind == Store.H2) {
      h2 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
      jdbcUrl =
          "jdbc:h2:tcp://127.0.0.1:"
              + h2.getPort()
              + "/"
              + folder.resolve("ledger")
              + ";WRITE_DELAY=0";
    } else {
      jdbcUrl = System.getenv(TestDatabase.POSTGRES);
      Assumptions.assumeTrue(
          jdbcUrl != null,
          "needs a PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh");
    }
  }

  private FreightClientBuilder client() {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }

  private void drive(LoadStatus until) {
    try (FreightClient client = client().build()) {
      for (String load : loads) {
        if (until == LoadStatus.DELIVERED) {
          client.confirmDelivery(load);
        } else {
          server.driver(load).speedMph(110).every(Duration.ofMinutes(5)).driveUntil(until);
        }
      }
    }
  }

  private void passTimeUntil(BooleanSupplier done, Supplier<String> seen) {
    long end = System.nanoTime() + BOUND.toNanos();
    while (!done.getAsBoolean()) {
      assertThat(System.nanoTime() - end)
          .as(() -> "not within " + BOUND + ": " + seen.get() + "; see " + LOG)
          .isNegative();
      server.clock().advance(STEP);
      Instant now = server.clock().now();
      members.stream().filter(Member::isAlive).forEach(member -> member.follow(now));
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** What lasts of the loads' stories, as the service tells them. */
  private Set<String> facts() {
    Set<String> facts = new HashSet<>();
    try (FreightClient client = client().build()) {
      for (String load : loads) {
        PositionReading last =
            new PositionReading(client.getLoadPosition(load), server.clock().now());
        LoadEvent.between(null, last).stream()
            .filter(
                event ->
                    event instanceof LoadEvent.StatusChanged
                        || event instanceof LoadEvent.StopReached
                        || event instanceof LoadEvent.StopLeft
                        || event instanceof LoadEvent.Delivered)
            .forEach(event -> facts.add(SharedFleetContract.fact(event)));
      }
    }
    assertThat(facts).hasSizeGreaterThanOrEqualTo(7 * loads.size());
    return facts;
  }

  private Set<String> untold(Set<String> facts) {
    return facts.stream().filter(fact -> !told.contains(fact)).collect(Collectors.toSet());
  }

  private long reads() {
    return debits().count();
  }

  private BigDecimal paidUsd() {
    return debits().map(entry -> entry.amountUsd().abs()).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private Stream<LedgerEntry> debits() {
    return broker.debits().stream()
        .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION);
  }

  /** One life of one of the two processes, which both add the loads in the middle. */
  private final class Member {
    final List<String> events = new CopyOnWriteArrayList<>();
    volatile @Nullable String held;
    volatile boolean leads;
    private boolean said;
    private final BlockingQueue<String> times = new LinkedBlockingQueue<>();
    private final Process process;
    private final Thread reader;

    Member(int side) throws IOException {
      process =
          new ProcessBuilder(
                  ChildJvm.program(
                      FleetMember.class,
                      server.baseUrl(),
                      broker.agentKey(),
                      jdbcUrl,
                      account,
                      usd,
                      window.toString(),
                      server.clock().now().toString(),
                      String.join(",", side == 0 ? loads.subList(0, 8) : loads.subList(4, 12))))
              .redirectError(ProcessBuilder.Redirect.appendTo(LOG))
              .start();
      reader = new Thread(this::read, "fleet-member");
      reader.setDaemon(true);
      reader.start();
      members.add(this);
      awaitTime();
    }

    private void read() {
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith(FleetMember.EVENT)) {
            events.add(line.substring(FleetMember.EVENT.length()));
            told.add(line.substring(FleetMember.EVENT.length()));
          } else if (line.startsWith(FleetMember.HELD)) {
            held = line.substring(FleetMember.HELD.length());
          } else if (line.equals(FleetMember.LEADS)) {
            said = true;
          } else {
            leads = said;
            said = false;
            times.add(line);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    boolean isAlive() {
      return process.isAlive();
    }

    void follow(Instant now) {
      say(FleetMember.TIME + now);
      awaitTime();
    }

    void say(String line) {
      try {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
      } catch (IOException e) {
        throw new UncheckedIOException("a process has ended by itself; see " + LOG, e);
      }
    }

    private void awaitTime() {
      try {
        long end = System.nanoTime() + BOUND.toNanos();
        while (times.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS) == null) {
          assertThat(process.isAlive()).as("the process goes on; see %s", LOG).isTrue();
          assertThat(System.nanoTime() - end).as("it knows the time; see %s", LOG).isNegative();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** SIGKILL; then hears all that it said up to its end. */
    void kill() {
      // By its handle: the process's own method closes the pipe, with what is still in it.
      process.toHandle().destroyForcibly();
      try {
        assertThat(process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        reader.join(BOUND.toMillis());
        assertThat(reader.isAlive()).isFalse();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      members.remove(this);
    }
  }
}
