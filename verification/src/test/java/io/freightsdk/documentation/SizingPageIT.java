package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.jobs.FollowedFleet;
import io.freightsdk.jobs.FollowedFleet.Drive;
import io.freightsdk.jobs.FollowedFleet.Followed;
import io.freightsdk.jobs.JobsListener;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Measures the reads of docs/spend/sizing.md: 60 loads on the in-memory server, booked a day ahead,
 * whose pickups begin within 12 hours. {@code -Dfreight.regenerate=true} writes the tables.
 */
class SizingPageIT {
  private static final Path PAGE = Pages.ROOT.resolve("docs/spend/sizing.md");
  private static final String COMMAND =
      "mvn -pl verification -am verify -Dtest=none -Dit.test=SizingPageIT"
          + " -Dfreight.regenerate=true";

  private static final int LOADS = 60;
  private static final int MINUTES_BETWEEN_PICKUPS = 12;
  private static final int MINUTES_AHEAD = 24 * 60;
  private static final double USD_PER_READ = 0.02;

  /** The budget of the table of trips, in USD for each load and day. */
  private static final String TRIPS_BUDGET = "0.20";

  private static final int FOUR_AND_A_HALF_HOURS = 270;
  private static final int FIRST_MINUTES_NOT_JOINED = 19 * 60;

  /** The loads of each trip and budget, because several rows show them. */
  private static final Map<String, List<Followed>> MEASURED = new HashMap<>();

  /** Drivers open the link an hour before they arrive at the pickup, and drive 1 to 4 hours. */
  private enum Trip {
    ON_TIME,
    AN_HOUR_EARLY_OR_LATE,
    BREAKDOWN,
    LATE_START,
    NOT_JOINED
  }

  @Test
  void pageHasTheReadsOfEachTrip() throws Exception {
    StringBuilder table =
        new StringBuilder(
            "| the truck | reads | cost | reads with a budget |\n|---|---:|---:|---:|\n");
    for (Trip trip : Trip.values()) {
      if (trip == Trip.NOT_JOINED) {
        table.append(
            row(
                "its driver never joins: until 19 hours after the pickup's `date`",
                trip,
                SizingPageIT::firstReads));
      }
      table.append(row(label(trip), trip, SizingPageIT::allReads));
    }
    checkTable("reads of a load", table.toString());
    long usual = average(Trip.AN_HOUR_EARLY_OR_LATE, null, SizingPageIT::allReads);
    long limited = average(Trip.AN_HOUR_EARLY_OR_LATE, TRIPS_BUDGET, SizingPageIT::allReads);
    assertThat(Files.readString(PAGE))
        .contains(
            String.format(
                Locale.ROOT,
                "**Plan with %d reads (%.2f USD), or with %d (%.2f USD) under a budget.**",
                usual,
                usual * USD_PER_READ,
                limited,
                limited * USD_PER_READ));
  }

  @Test
  void pageHasTheReadsOfEachBudget() throws Exception {
    StringBuilder table =
        new StringBuilder(
            "| budget per load and day | reads | cost | known after |\n|---|---:|---:|---:|\n");
    for (String budget : new String[] {null, "1.00", "0.30", "0.20", "0.10"}) {
      long reads = average(Trip.AN_HOUR_EARLY_OR_LATE, budget, SizingPageIT::allReads);
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %d | %.2f USD | %d min |\n",
              budget == null ? "none" : budget + " USD",
              reads,
              reads * USD_PER_READ,
              minutesUntilKnown(budget)));
    }
    checkTable("budgets", table.toString());
  }

  private static String label(Trip trip) {
    return switch (trip) {
      case ON_TIME -> "is on time, and stays 42 minutes at the pickup";
      case AN_HOUR_EARLY_OR_LATE -> "is up to an hour early or late, and stays 40 to 150 minutes";
      case BREAKDOWN -> "loses 4.5 hours on the road";
      case LATE_START -> "starts 4.5 hours late";
      case NOT_JOINED -> "its driver never joins: until following is given up";
    };
  }

  private static String row(String label, Trip trip, ToIntFunction<Followed> readsOf)
      throws Exception {
    long reads = average(trip, null, readsOf);
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.2f USD | %d |\n",
        label,
        reads,
        reads * USD_PER_READ,
        average(trip, TRIPS_BUDGET, readsOf));
  }

  private static int allReads(Followed load) {
    return load.reads().size();
  }

  private static int firstReads(Followed load) {
    int end = load.drive().date() + FIRST_MINUTES_NOT_JOINED;
    return (int) load.reads().stream().filter(minute -> minute <= end).count();
  }

  private static List<Followed> follow(Trip trip, @Nullable String budgetOfALoad) throws Exception {
    List<Followed> measured = MEASURED.get(trip + " " + budgetOfALoad);
    if (measured != null) return measured;
    BigDecimal budget =
        budgetOfALoad == null
            ? null
            : new BigDecimal(budgetOfALoad).multiply(BigDecimal.valueOf(LOADS));
    try (FollowedFleet fleet = new FollowedFleet(budget, new JobsListener() {})) {
      measured = fleet.follow(drives(trip), () -> {});
    }
    MEASURED.put(trip + " " + budgetOfALoad, measured);
    return measured;
  }

  private static List<Drive> drives(Trip trip) {
    Random random = new Random(5);
    List<Drive> drives = new ArrayList<>();
    for (int load = 0; load < LOADS; load++) {
      int date = MINUTES_AHEAD + load * MINUTES_BETWEEN_PICKUPS;
      int haul = within(random, 60, 240);
      int delay = within(random, -60, 60);
      int dwell = within(random, 40, 150);
      int deliveryDate = date + delay + 75 + haul + within(random, -60, 60);
      int onTime = date + 42 + haul;
      int late = date + FOUR_AND_A_HALF_HOURS;
      drives.add(
          switch (trip) {
            case ON_TIME -> new Drive(date, onTime, date - 60, date, 42, haul, 0);
            case AN_HOUR_EARLY_OR_LATE ->
                new Drive(date, deliveryDate, date + delay - 60, date + delay, dwell, haul, 0);
            case BREAKDOWN ->
                new Drive(date, onTime, date - 60, date, 42, haul, FOUR_AND_A_HALF_HOURS);
            case LATE_START -> new Drive(date, onTime, late - 60, late, 42, haul, 0);
            case NOT_JOINED -> new Drive(date, onTime, null, date, 42, haul, 0);
          });
    }
    return drives;
  }

  private static int within(Random random, int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  private static long average(
      Trip trip, @Nullable String budgetOfALoad, ToIntFunction<Followed> readsOf) throws Exception {
    return Math.round(
        follow(trip, budgetOfALoad).stream().mapToInt(readsOf).average().orElseThrow());
  }

  private static long minutesUntilKnown(@Nullable String budgetOfALoad) throws Exception {
    return Math.round(
        follow(Trip.AN_HOUR_EARLY_OR_LATE, budgetOfALoad).stream()
            .flatMap(load -> load.knownAfter().stream())
            .mapToInt(Integer::intValue)
            .average()
            .orElseThrow());
  }

  private static void checkTable(String name, String expected) throws IOException {
    String begin = "<!-- begin: " + name + " -->\n";
    String end = "<!-- end: " + name + " -->\n";
    Pattern shown = Pattern.compile(begin + "(.*?)" + end, Pattern.DOTALL);
    if (Boolean.getBoolean("freight.regenerate")) {
      String written = Matcher.quoteReplacement(begin + expected + end);
      Files.writeString(PAGE, shown.matcher(Files.readString(PAGE)).replaceFirst(written));
    }
    Matcher found = shown.matcher(Files.readString(PAGE));
    assertThat(found.find()).as("the table of %s in %s", name, PAGE).isTrue();
    assertThat(found.group(1)).as("to write the measured table: %s", COMMAND).isEqualTo(expected);
  }
}
