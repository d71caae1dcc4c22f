package io.freightsdk.examples.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.testsupport.Thorough;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExpectedWarnings("io.freightsdk")
class CrashTestTest {
  /** The highest price of a load in any event. */
  private static final BigDecimal HIGHEST_PRICE = new BigDecimal("25.00");

  @Thorough("starts processes, and waits for a database far away")
  @ParameterizedTest
  @EnumSource
  void theSdkLetsNothingThrough(Event event) throws Exception {
    assertThat(event.tryWith(Kind.FREIGHT_SDK)).matches(event::allows);
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "RESTART",
        "LOST_ANSWERS",
        "PRICE_RISE",
        "PRICE_ON_THE_WAY",
        "PRICE_UNREAD",
        "OWN_NAME",
        "KEY_AGAIN",
        "OTHER_REFERENCE",
        "STALE_REPLICA"
      })
  void inEachBuildItIsTriedWithWhatCostsLittle(Event event) throws Exception {
    Scene.Verdict verdict = event.tryWith(Kind.FREIGHT_SDK);
    assertThat(verdict).matches(event::allows);
    // Who never pays passes no cap.
    assertThat(verdict.taken().add(event.unspentUsd()))
        .isGreaterThan(Place.CAP.subtract(HIGHEST_PRICE));
  }

  /**
   * The judge sees a cap that is passed, an order that is paid twice, and what is told wrongly. The
   * order of steps is given: in events where threads or processes meet, nobody has to lose.
   */
  @Test
  void aFaultThatIsPlantedInItShows() throws Exception {
    assertThat(Event.twoMeetAtTheCap(Kind.PLANTED).over()).isEqualByComparingTo("15.00");
    assertThat(Event.twoMeetAtTheCap(Kind.CHECK_THEN_PAY).over()).isEqualByComparingTo("15.00");
    assertThat(Event.twoMeetAtTheCap(Kind.FREIGHT_SDK).over()).isEqualByComparingTo("0.00");
    assertThat(Event.RESTART.tryWith(Kind.IN_MEMORY).over()).isEqualByComparingTo("120.00");
    assertThat(Event.OTHER_REFERENCE.tryWith(Kind.CHECK_THEN_PAY).twice()).isEqualTo(3);
    assertThat(Event.STALE_REPLICA.tryWith(Kind.CHECK_THEN_PAY).over()).isPositive();
    assertThat(Event.KEY_AGAIN.tryWith(Kind.COUNTER).untold()).isEqualByComparingTo("45.00");
  }

  @Thorough("starts PostgreSQL, MariaDB and Redis")
  @Test
  void aLedgerInOtherDatabasesLetsNothingThrough() throws Exception {
    List<Supplier<Store>> installed = List.of(Servers::postgres, Servers::mariadb);
    for (Supplier<Store> starts : installed) {
      Store database = starts.get();
      assumeThat(database).as("a database that is installed").isNotNull();
      try (database) {
        for (Event event : List.of(Event.STALE_REPLICA, Event.TWO_HOURS)) {
          assertThat(event.tryWith(Kind.FREIGHT_SDK, database))
              .as(database.title())
              .matches(event::allows);
        }
      }
    }
    Store redis = Servers.redis();
    assumeThat(redis).as("Redis, which is installed").isNotNull();
    try (redis) {
      assertThat(Event.STALE_REPLICA.tryWith(Kind.CHECK_IN_REDIS, redis).over()).isPositive();
    }
  }

  @Test
  void theTableOfThePageHasEachEventAndEachWay() throws IOException {
    List<String> page = Files.readAllLines(Path.of("../../docs/trust.md"));
    assertThat(page).contains(CrashTest.head());
    for (Event event : Event.values()) {
      String begin = "| %s | %s |".formatted(event.title(), event.announced().text());
      assertThat(page).anyMatch(line -> line.startsWith(begin));
    }
  }
}
