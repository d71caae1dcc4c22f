package io.freightsdk.internal.fleet;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.MovableClock;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetStore;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.LoadEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * One of the processes that share a fleet. It is told the time on standard input, and says each
 * event on standard output; what it says last is said before the event was taken.
 */
final class FleetMember {
  static final String TIME = "time ";
  static final String LEADS = "leads";
  static final String HOLD = "hold";
  static final String GO_ON = "go on";
  static final String EVENT = "event ";
  static final String HELD = "held ";

  private volatile boolean holds;

  static FleetOptions options(String usd, Duration window) {
    return FleetOptions.builder().budget(usd, window).reserve("0.20").build();
  }

  /**
   * Arguments: base URL, agent key, JDBC URL, account, budget, its window, the time, and the loads
   * that are added here.
   */
  public static void main(String[] args) throws Exception {
    MovableClock clock = new MovableClock(Instant.parse(args[6]));
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
                      .store(FleetStore.jdbc(database, args[3]))
                      .build());
      List.of(args[7].split(",", -1)).forEach(fleet::add);
      new FleetMember().follow(fleet, clock);
    }
  }

  private void follow(FleetWatch fleet, MovableClock clock) throws IOException {
    fleet.listen(this::tell);
    say(TIME + clock.instant());
    BufferedReader told =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = told.readLine(); line != null; line = told.readLine()) {
      if (line.equals(HOLD) || line.equals(GO_ON)) {
        holds = line.equals(HOLD);
      } else {
        clock.set(Instant.parse(line.substring(TIME.length())));
        if (fleet.leads()) {
          say(LEADS);
        }
        say(line);
      }
    }
  }

  private void tell(LoadEvent event) {
    String fact = SharedFleetContract.fact(event);
    say(EVENT + fact);
    if (holds && event instanceof LoadEvent.StatusChanged) {
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
