package io.freightsdk.examples.month;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testsupport.Thorough;
import java.nio.file.Path;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The judges of the month name the fault that a service has. */
@Thorough("starts two applications for each fault; JudgesTest has what each judge is to find")
class PlantedTest {
  @TempDir Path folder;

  @Test
  void twoInstancesThatPollPayTwice() throws Exception {
    assertThat(complaints(Planted.BothPoll.class))
        .anyMatch(it -> it.matches("LD-\\S+ was read at \\S+ and paid 2x"));
  }

  @Test
  void aListenerThatIsNotIdempotentStoresTwice() throws Exception {
    assertThat(complaints(Planted.StoresWhatItIsTold.class))
        .anyMatch(it -> it.matches("order PO-\\d+: .* is stored 2x"));
  }

  @Test
  void aKeyForEachTryMakesTwoLoads() throws Exception {
    assertThat(complaints(Planted.KeyPerTry.class, "--freight.retry.max-attempts=1"))
        .anyMatch(it -> it.matches("a load of no order: PO-\\d+ again"));
  }

  @Test
  void aLedgerInEachProcessLetsACustomerSpendMore() throws Exception {
    List<String> all = complaints(MonthProcess.class, "--freight.spend.jdbc.schema=none");
    assertThat(all)
        .contains("ledger and balance were never compared")
        .anyMatch(it -> it.matches("acme on day 1: \\S+ USD of 5.00 USD"));
  }

  private List<String> complaints(Class<?> application, String... arguments) throws Exception {
    Path story = Path.of("target", "planted.txt");
    try (Database database = new Database.H2(folder.resolve("dispatch"))) {
      JdbcDataSource tables = new JdbcDataSource();
      tables.setURL(database.url());
      // For the judges, whatever the service keeps there.
      SpendLedger.jdbc(tables, "nobody").close();
      try (Month month =
          new Month(Plan.oneDay(1), database, folder, new Story(story), application, arguments)) {
        return Judges.complaints(month.run());
      }
    }
  }
}
