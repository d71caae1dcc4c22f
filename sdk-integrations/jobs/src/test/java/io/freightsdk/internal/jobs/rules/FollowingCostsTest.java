package io.freightsdk.internal.jobs.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.jobs.rules.FollowedTrip.Followed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Costs of following a load without ETAs, and delays of its news: a table of docs/spend/sizing.md.
 * Each row is 200 loads whose trucks are up to an hour early or late, stay for 40 to 150 minutes,
 * and then drive for one to four hours.
 *
 * <p>The page has the two rows that decide. Booked 12 hours ahead, a load takes 16 reads with dates
 * and its news are known after 12 minutes; without dates, 19 and 16. If the driver opens the link
 * immediately, three days ahead, these are 16 and 12, and 22 and 140.
 */
class FollowingCostsTest {
  private static final int LOADS = 200;
  private static final int SILENT_LOADS = 20;
  private static final double USD_PER_READ = 0.02;
  private static final double WITHOUT_BUDGET = NextRead.MIN_WAIT_FRACTION;
  private static final double IN_LINE = NextRead.FULL_WAIT;

  /** When a driver opens the link. */
  enum Joins {
    AT_ONCE,
    AN_HOUR_BEFORE,
    NEVER
  }

  @Test
  void pageHasTheMeasuredCosts() throws IOException {
    String page = Files.readString(Path.of("../../docs/spend/sizing.md"));
    assertThat(page)
        .contains(row(true))
        .contains(row(false))
        .contains(
            String.format(
                Locale.ROOT,
                "a load without dates takes %d reads (%.2f USD)",
                neverJoined(),
                neverJoined() * USD_PER_READ));
  }

  /** A row of the page. Its loads are booked three days ahead. */
  private static String row(boolean hasWindows) {
    List<Followed> loads = follow(Joins.AN_HOUR_BEFORE, 72, hasWindows, false, WITHOUT_BUDGET);
    long reads = Math.round(reads(loads));
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.2f USD | %d min |",
        hasWindows ? "yes" : "no",
        reads,
        reads * USD_PER_READ,
        Math.round(late(loads)));
  }

  private static long neverJoined() {
    return Math.round(reads(follow(Joins.NEVER, 72, false, false, WITHOUT_BUDGET)));
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 72, 144})
  void unjoinedLoadCostsLittle(int hoursAhead) {
    for (boolean windows : new boolean[] {true, false}) {
      for (double waitFraction : new double[] {WITHOUT_BUDGET, IN_LINE}) {
        assertThat(follow(Joins.NEVER, hoursAhead, windows, false, waitFraction))
            .allSatisfy(load -> assertThat(load.reads()).isBetween(5, 40));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 72, 144})
  void loadWithWindowsCostsLittleAndReportsSoon(int hoursAhead) {
    for (Joins joins : List.of(Joins.AT_ONCE, Joins.AN_HOUR_BEFORE)) {
      for (boolean hasEta : new boolean[] {true, false}) {
        List<Followed> loads = follow(joins, hoursAhead, true, hasEta, WITHOUT_BUDGET);
        assertThat(reads(loads)).isLessThanOrEqualTo(25);
        assertThat(late(loads)).isLessThanOrEqualTo(14);
        assertThat(late(follow(joins, hoursAhead, true, hasEta, IN_LINE))).isLessThan(30);
      }
    }
  }

  /** With windows, whether the phone was on before changes nothing. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void truckStandingInItsYardIsReadSeldom(boolean hasEta) {
    List<Followed> early = follow(Joins.AT_ONCE, 144, true, hasEta, WITHOUT_BUDGET);
    List<Followed> late = follow(Joins.AN_HOUR_BEFORE, 144, true, hasEta, WITHOUT_BUDGET);
    assertThat(reads(early)).isLessThanOrEqualTo(reads(late) + 1);
    assertThat(reads(follow(Joins.AT_ONCE, 144, false, hasEta, WITHOUT_BUDGET)))
        .as("without windows")
        .isLessThanOrEqualTo(40);
  }

  @ParameterizedTest
  @EnumSource(names = {"AT_ONCE", "AN_HOUR_BEFORE"})
  void trucksThatSendFixesAreNeverSilent(Joins joins) {
    for (boolean hasEta : new boolean[] {true, false}) {
      assertThat(follow(joins, 72, true, hasEta, WITHOUT_BUDGET))
          .allSatisfy(load -> assertThat(load.silences()).isEmpty());
    }
  }

  /** It takes two hours, and some trucks are read in the middle of it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void silenceBetweenStopsIsReportedOnce(boolean hasEta) {
    Random random = new Random(5);
    for (int load = 0; load < SILENT_LOADS; load++) {
      int pickup = 12 * 60 + within(random, -4, 4) * 15;
      int left = pickup + 75;
      int lastFix = left + within(random, 1, 8) * 15;
      int nextFix = lastFix + 120;
      int[] windows = {pickup, left + 300};
      int[] silent = {lastFix + 1, nextFix - 1};
      FollowedTrip trip = new FollowedTrip(pickup - 60, pickup, 75, 300, windows, hasEta, silent);
      assertThat(trip.follow(IN_LINE).silences())
          .singleElement()
          .satisfies(
              silence -> {
                assertThat(silence.lastFixAt()).isEqualTo(FollowedTrip.at(lastFix));
                assertThat(silence.nextFixAt()).isIn(null, FollowedTrip.at(nextFix));
              });
    }
  }

  private static List<Followed> follow(
      Joins joins, int hoursAhead, boolean hasWindows, boolean hasEta, double waitFraction) {
    Random random = new Random(5);
    List<Followed> loads = new ArrayList<>();
    for (int load = 0; load < LOADS; load++) {
      int pickup = hoursAhead * 60 + within(random, -60, 60);
      int dwell = within(random, 40, 150);
      int haul = within(random, 60, 240);
      int[] windows = {
        pickup + within(random, -60, 60), pickup + 75 + haul + within(random, -60, 60)
      };
      Integer joined =
          switch (joins) {
            case AT_ONCE -> 5;
            case AN_HOUR_BEFORE -> pickup - 60;
            case NEVER -> null;
          };
      FollowedTrip trip =
          new FollowedTrip(joined, pickup, dwell, haul, hasWindows ? windows : null, hasEta, null);
      loads.add(trip.follow(waitFraction));
    }
    return loads;
  }

  private static int within(Random random, int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  private static double reads(List<Followed> loads) {
    return loads.stream().mapToInt(Followed::reads).average().orElseThrow();
  }

  /** The average of all arrivals, departures and deliveries. */
  private static double late(List<Followed> loads) {
    return loads.stream()
        .flatMapToInt(load -> load.late().stream().mapToInt(Integer::intValue))
        .average()
        .orElse(0);
  }
}
