package io.freightsdk.internal.fleet;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.MovableClock;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.jdbc.JdbcPositionCache;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that follows loads on a shared budget. It is told the time on standard input, and says
 * each event on standard output; what it says last is said before the event was taken.
 */
final class FleetMember {
  static final String TIME = "time ";
  static final String HOLD = "hold";
  static final String EVENT = "event ";
  static final String HELD = "held ";

  private final List<String> own;
  private volatile boolean holds;

  private FleetMember(List<String> own) {
    this.own = own;
  }

  static FleetOptions options(String usd, Duration window) {
    return FleetOptions.builder().budget(usd, window).reserve("0.20").build();
  }

  /**
   * Arguments: base URL, agent key, JDBC URL, account, budget, its window, the time, loads that
   * this process alone follows, and loads that others follow too.
   */
  public static void main(String[] args) throws Exception {
    MovableClock clock = new MovableClock(Instant.parse(args[6]));
    List<String> own = List.of(args[7].split(",", -1));
    try (TestDatabase database = new TestDatabase(args[2]);
        SpendLedger ledger = SpendLedger.jdbc(database, args[3]);
        FreightClient client =
            FreightClient.builder()
                .baseUrl(args[0])
                .agentKey(args[1])
                .clock(clock)
                .spendGuard(ledger.guard())
                .build()) {
      FleetWatch fleet =
          FreightWatches.of(client, clock)
              .watchFleet(
                  options(args[4], Duration.parse(args[5])).toBuilder()
                      .cursors(JdbcPositionCache.open(database, args[3]).cursors("fleet"))
                      .build());
      own.forEach(fleet::add);
      List.of(args[8].split(",", -1)).forEach(fleet::add);
      new FleetMember(own).follow(fleet, clock);
    }
  }

  private void follow(FleetWatch fleet, MovableClock clock) throws IOException {
    fleet.listen(this::tell);
    say(TIME + clock.instant());
    BufferedReader told =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = told.readLine(); line != null; line = told.readLine()) {
      if (line.equals(HOLD)) {
        holds = true;
      } else {
        clock.set(Instant.parse(line.substring(TIME.length())));
        say(line);
      }
    }
  }

  private void tell(LoadEvent event) {
    String fact = FleetCursorsContract.fact(event);
    say(EVENT + fact);
    if (holds && own.contains(event.loadNumber()) && event instanceof LoadEvent.StatusChanged) {
      say(HELD + fact);
      while (true) {
        LockSupport.park(); // Until the process is killed: the event is never taken.
      }
    }
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
