package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.jobs.FollowedFleet;
import io.freightsdk.jobs.FollowedFleet.Drive;
import io.freightsdk.jobs.FollowedFleet.Followed;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.ReportedEvent;
import io.freightsdk.model.PositionStop;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the arrival notices of docs/jobs/follow-loads.md. */
class ArrivalNoticesIT {
  private static final Path PAGE = Pages.ROOT.resolve("docs/jobs/follow-loads.md");
  private static final int LOADS = 5;

  @TempDir Path output;

  private final Map<String, Instant> noticedAt = new HashMap<>();
  private final Map<String, Instant> arrivedAt = new HashMap<>();
  private final List<String> repeated = new ArrayList<>();

  @Test
  void eachStopIsNotifiedOnceAnHourBeforeWithoutAnotherRead() throws Exception {
    List<Followed> without;
    try (FollowedFleet fleet = new FollowedFleet(null, new JobsListener() {})) {
      without = fleet.follow(drives(), () -> {});
    }
    Class<?> notices = compiled();
    Listener listener = new Listener(notices);
    try (FollowedFleet fleet = new FollowedFleet(null, listener)) {
      listener.database = fleet.database();
      createTable(fleet.database());
      List<Followed> with =
          fleet.follow(
              drives(),
              () ->
                  notices
                      .getMethod("notifyDue", FreightJobs.class, Instant.class, BiConsumer.class)
                      // As after a restart in each minute.
                      .invoke(
                          restarted(notices, fleet.database()),
                          fleet.jobs(),
                          fleet.now(),
                          warehouse(fleet)));
      assertThat(with).isEqualTo(without);
    }
    assertThat(repeated).isEmpty();
    assertThat(noticedAt).hasSize(2 * LOADS).containsOnlyKeys(arrivedAt.keySet());
    noticedAt.forEach(
        (stop, at) ->
            assertThat(Duration.between(at, arrivedAt.get(stop)))
                .as(stop)
                .isBetween(Duration.ofMinutes(50), Duration.ofMinutes(70)));
  }

  /** On time at the pickup; the drive to the delivery takes at least two hours. */
  private static List<Drive> drives() {
    List<Drive> drives = new ArrayList<>();
    for (int load = 0; load < LOADS; load++) {
      int date = 3 * 60 + load * 15;
      int haul = 120 + load * 30;
      drives.add(new Drive(date, date + 42 + haul, date - 60, date, 42, haul, 0));
    }
    return drives;
  }

  private BiConsumer<String, PositionStop> warehouse(FollowedFleet fleet) {
    return (reference, stop) -> {
      String key = reference + " stop " + stop.sequence();
      if (noticedAt.put(key, fleet.now()) != null) repeated.add(key);
    };
  }

  /** Passes each event to a new instance of the class of the page. */
  private final class Listener implements JobsListener {
    private final Class<?> notices;
    DataSource database;

    Listener(Class<?> notices) {
      this.notices = notices;
    }

    @Override
    public void onEvent(ReportedEvent reported) throws Exception {
      if (reported.event() instanceof LoadEvent.ArrivedAtStop arrived) {
        arrivedAt.put(
            reported.reference() + " stop " + arrived.stop().sequence(), arrived.happenedAt());
      }
      restarted(notices, database).onEvent(reported);
    }
  }

  private static JobsListener restarted(Class<?> notices, DataSource database) throws Exception {
    return (JobsListener) notices.getConstructor(DataSource.class).newInstance(database);
  }

  private Class<?> compiled() throws Exception {
    Snippet notices = snippet("class ArrivalNotices");
    return new SnippetCompiler(List.of(notices), output).classOf(notices);
  }

  private static void createTable(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(snippet("CREATE TABLE arrival_notice").text());
    }
  }

  private static Snippet snippet(String part) {
    return Snippet.allOf(PAGE).stream()
        .filter(snippet -> snippet.text().contains(part))
        .findFirst()
        .orElseThrow();
  }
}
