package io.freightsdk.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.jdbc.JdbcLedger;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.Seeds;
import io.freightsdk.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes that share a ledger, of which some are killed and started again while they spend. */
@Tag("slow") // starts and kills processes
class KilledProcessesIT {
  private static final int PROCESSES = 8;
  private static final int KILLS = 8;
  private static final int ROOM = 600;

  @TempDir Path folder;

  private static JdbcLedger open(String place) {
    return place.startsWith("jdbc:")
        ? JdbcLedger.open(new TestDatabase(place), "acme", null)
        : JdbcLedger.open(Path.of(place), null);
  }

  /** Spends until the limit is reached, and says each step once it is stored. */
  static final class Spending {
    private Spending() {}

    public static void main(String[] arguments) {
      Buyer buyer = new Buyer(open(arguments[0]), List.of(Buyer.total("6.00")));
      for (int call = 0; ; call++) {
        ReservationRequest request = buyer.request("client", "0.01", null);
        if (!(buyer.reserve(request) instanceof Decision.Reserved)) break;
        System.out.println("reserved");
        Charge.Kind kind = call % 5 == 0 ? Charge.Kind.UNKNOWN : Charge.Kind.CHARGED;
        buyer.complete(request, kind);
        System.out.println(kind);
      }
      System.out.println("refused");
      Runtime.getRuntime().exit(0);
    }
  }

  /** A process, and the file with all that it has said. */
  private record Spender(Process process, Path said) {
    List<String> lines() {
      try {
        List<String> lines = Files.readAllLines(said, StandardCharsets.US_ASCII);
        return lines;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    void kill() throws InterruptedException {
      process.destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private Spender start(String place, int number) throws IOException {
    Path said = folder.resolve("said-" + number);
    Process process =
        new ProcessBuilder(ChildJvm.program(Spending.class, place))
            .redirectOutput(said.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new Spender(process, said);
  }

  private String place(LedgerPlace kind) throws Exception {
    if (kind == LedgerPlace.SQLITE) return folder.resolve("ledger").toString();
    String url = EmptyDatabase.valueOf(kind.name()).make();
    try (TestDatabase database = new TestDatabase(url)) {
      JdbcLedger.createTables(database);
    }
    return url;
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2") // a file of one process
  void theyPassNoLimitAndLoseNothing(LedgerPlace kind) throws Exception {
    org.junit.jupiter.api.Assumptions.assumeTrue(LedgerPlace.here().contains(kind));
    Random random = new Random(Seeds.orFresh(7));
    String place = place(kind);
    List<Spender> all = new ArrayList<>();
    List<Spender> running = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) running.add(start(place, i));
      all.addAll(running);
      int kills = 0;
      while (kills < KILLS && running.stream().anyMatch(one -> one.process.isAlive())) {
        int victim = random.nextInt(PROCESSES);
        Spender spender = running.get(victim);
        int lines = 5 + random.nextInt(20);
        while (spender.process.isAlive() && spender.lines().size() < lines) Thread.sleep(5);
        if (!spender.process.isAlive()) break;
        spender.kill();
        kills++;
        running.set(victim, start(place, all.size()));
        all.add(running.get(victim));
      }
      for (Spender spender : running) {
        assertThat(spender.process.waitFor(120, TimeUnit.SECONDS)).as("ends").isTrue();
        assertThat(spender.lines()).as("the last word").endsWith("refused");
      }
      judge(place, all, kills);
    } finally {
      for (Spender spender : all) spender.kill();
    }
  }

  private static void judge(String place, List<Spender> all, int kills) {
    List<String> said = all.stream().flatMap(one -> one.lines().stream()).toList();
    Filter everything = Filter.ALL;
    JdbcLedger ledger = open(place);
    List<Entry> entries = ledger.read(rows -> rows.entries(everything, 0, 10_000));
    ledger.close();
    assertThat(kills).as("kills").isPositive();
    assertThat(entries).as("all that there is room for, and no more").hasSize(ROOM);
    assertThat(Collections.frequency(said, "reserved")).isBetween(ROOM - kills, ROOM);
    for (Charge.Kind kind : List.of(Charge.Kind.CHARGED, Charge.Kind.UNKNOWN)) {
      int told = Collections.frequency(said, kind.name());
      long booked =
          entries.stream().filter(entry -> entry.outcome().name().equals(kind.name())).count();
      assertThat(booked).as("booked as " + kind).isBetween((long) told, (long) told + kills);
    }
    long open = entries.stream().filter(entry -> entry.outcome() == Outcome.RESERVED).count();
    assertThat(open).as("of those that were killed").isLessThanOrEqualTo(kills);
  }
}
