package io.freightsdk.examples.month;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.Seeds;
import io.freightsdk.testsupport.Thorough;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Writes what happened to {@code target/month.txt}. */
class MonthTest {
  @TempDir Path folder;

  Database database() throws Exception {
    return new Database.H2(folder.resolve("dispatch"));
  }

  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  @Test
  void threeDaysOfTwoInstances() throws Exception {
    live(Plan.threeDays(Seeds.orFresh(1)), "three-days.txt");
  }

  @Thorough("takes minutes")
  @Timeout(value = 90, unit = TimeUnit.MINUTES)
  @Test
  void aMonthOfTwoInstances() throws Exception {
    live(Plan.month(Seeds.orFresh(1)), "month.txt");
  }

  private void live(Plan plan, String story) throws Exception {
    Path file = Path.of("target", story);
    try (Database database = database();
        Month month = new Month(plan, database, folder, new Story(file), MonthProcess.class)) {
      assertThat(Judges.complaints(month.run())).as("the story is in %s", file).isEmpty();
    }
  }
}
