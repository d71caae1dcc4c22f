package io.freightsdk.examples.month;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.month.Plan.Mishap;
import io.freightsdk.testsupport.Seeds;
import io.freightsdk.testsupport.Thorough;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfEnvironmentVariable(
    named = Database.Postgres.URL,
    matches = ".+",
    disabledReason =
        "needs PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
@Thorough("needs PostgreSQL")
class MonthOnPostgresTest {
  @TempDir Path folder;

  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  @Test
  void threeDaysOfTwoInstances() throws Exception {
    Path story = Path.of("target", "three-days-on-postgres.txt");
    Plan plan = Plan.threeDays(Seeds.orFresh(1)).at(2, 12, 0, Mishap.ROLLING_DEPLOYMENT);
    try (Database database = Database.Postgres.create();
        Month month = new Month(plan, database, folder, new Story(story), MonthProcess.class)) {
      assertThat(Judges.complaints(month.run())).as("the story is in %s", story).isEmpty();
    }
  }
}
