package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.jobs.FollowedTrip.Followed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What it costs to follow a load, and how late its news are known: the table of docs/jobs.md. Each
 * row is 200 loads whose trucks are up to an hour early or late, stay for 40 to 150 minutes, and
 * then drive for one to four hours.
 */
class FollowingCostsTest {
  private static final int LOADS = 200;
  private static final double WITHOUT_BUDGET = NextRead.SHORTEST_WAITS;
  private static final double IN_LINE = NextRead.FULL_WAITS;

  /** When a driver opens the link. */
  enum Joins {
    AT_ONCE,
    AN_HOUR_BEFORE,
    NEVER
  }

  @Test
  void thePageSaysWhatItCosts() throws IOException {
    String page = Files.readString(Path.of("../../docs/jobs.md"));
    assertThat(page)
        .contains(row("an hour before the pickup | 12 hours", Joins.AN_HOUR_BEFORE, 12))
        .contains(row("an hour before the pickup | 3 days", Joins.AN_HOUR_BEFORE, 72))
        .contains(row("at once | 3 days", Joins.AT_ONCE, 72))
        .contains(row("never | 3 days", Joins.NEVER, 72));
  }

  /** As on the page: reads and how late, with windows and without. */
  private static String row(String name, Joins joins, int hoursAhead) {
    StringBuilder row = new StringBuilder("| " + name);
    for (boolean windows : new boolean[] {true, false}) {
      List<Followed> loads = follow(joins, hoursAhead, windows, false, WITHOUT_BUDGET);
      row.append(" | ").append(Math.round(reads(loads)));
      row.append(joins == Joins.NEVER ? " |" : " | " + Math.round(late(loads)) + " min");
    }
    return row.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 72, 144})
  void aLoadThatNobodyJoinsCostsLittle(int hoursAhead) {
    for (boolean windows : new boolean[] {true, false}) {
      for (double waitFactor : new double[] {WITHOUT_BUDGET, IN_LINE}) {
        assertThat(follow(Joins.NEVER, hoursAhead, windows, false, waitFactor))
            .allSatisfy(load -> assertThat(load.reads()).isBetween(5, 40));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 72, 144})
  void anOrdinaryLoadWithWindowsCostsLittleAndItsNewsAreKnownSoon(int hoursAhead) {
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
  void aTruckThatStandsInItsYardIsNotWatched(boolean hasEta) {
    List<Followed> early = follow(Joins.AT_ONCE, 144, true, hasEta, WITHOUT_BUDGET);
    List<Followed> late = follow(Joins.AN_HOUR_BEFORE, 144, true, hasEta, WITHOUT_BUDGET);
    assertThat(reads(early)).isLessThanOrEqualTo(reads(late) + 1);
    assertThat(reads(follow(Joins.AT_ONCE, 144, false, hasEta, WITHOUT_BUDGET)))
        .as("without windows")
        .isLessThanOrEqualTo(40);
  }

  private static List<Followed> follow(
      Joins joins, int hoursAhead, boolean hasWindows, boolean hasEta, double waitFactor) {
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
          new FollowedTrip(joined, pickup, dwell, haul, hasWindows ? windows : null, hasEta);
      loads.add(trip.follow(waitFactor));
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
