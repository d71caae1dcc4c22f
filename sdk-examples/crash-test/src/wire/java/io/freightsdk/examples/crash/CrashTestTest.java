package io.freightsdk.examples.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Mishaps;
import io.freightsdk.internal.verify.Scene.Verdict;
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
import org.junit.jupiter.params.provider.MethodSource;

@ExpectedWarnings("io.freightsdk")
class CrashTestTest {
  private static final Path PAGE = Path.of("../../docs/trust.md");

  static List<Mishap> all() {
    return Happens.ALL;
  }

  /** Of these what happens does not depend on who is faster. */
  static List<Mishap> thatCostLittle() {
    return List.of(
        Mishaps.RESTART,
        Mishaps.LOST_ANSWERS,
        Mishaps.DATABASE_AWAY,
        Mishaps.PRICE_RISE,
        Mishaps.PRICE_ON_THE_WAY,
        Mishaps.PRICE_UNREAD,
        Mishaps.OWN_NAME,
        Mishaps.KEY_AGAIN,
        Happens.OTHER_REFERENCE,
        Happens.STALE_REPLICA);
  }

  @Thorough("starts processes, and waits for a database far away")
  @ParameterizedTest
  @MethodSource("all")
  void theSdkLetsNothingThrough(Mishap mishap) throws Exception {
    Verdict verdict = Trial.of(mishap, Kind.FREIGHT_SDK);
    assertThat(Happens.allows(mishap, verdict)).as("%s", verdict).isTrue();
  }

  /** The table of the page is what a run says. */
  @ParameterizedTest
  @MethodSource("thatCostLittle")
  void inEachBuildItIsTriedWithWhatCostsLittle(Mishap mishap) throws Exception {
    Verdict verdict = Trial.of(mishap, Kind.FREIGHT_SDK);
    assertThat(Happens.allows(mishap, verdict)).as("%s", verdict).isTrue();
    // Who never pays passes no cap.
    BigDecimal unspent =
        mishap == Happens.OTHER_REFERENCE ? new BigDecimal("105.00") : BigDecimal.ZERO;
    assertThat(verdict.taken().add(unspent))
        .isGreaterThan(Trial.MONEY.cap().subtract(Trial.MONEY.higher()));
    String careful = Trial.of(mishap, Kind.RESERVE_THEN_PAY).text();
    List<String> cells = cells(mishap);
    assertThat(cells.get(0)).isEqualTo(verdict.text());
    assertThat(cells.get(Kind.TRIED.indexOf(Kind.RESERVE_THEN_PAY))).isEqualTo(careful);
  }

  /**
   * The judge sees a cap that is passed, an order that is paid twice, and what is told wrongly. The
   * order of steps is given: in mishaps where threads or processes meet, nobody has to lose.
   */
  @Test
  void aFaultThatIsPlantedInItShows() throws Exception {
    assertThat(Trial.of(Happens.MEET, Kind.PLANTED).over()).isEqualByComparingTo("15.00");
    assertThat(Trial.of(Happens.MEET, Kind.CHECK_THEN_PAY).over()).isEqualByComparingTo("15.00");
    assertThat(Trial.of(Happens.MEET, Kind.FREIGHT_SDK).over()).isEqualByComparingTo("0.00");
    assertThat(Trial.of(Happens.MEET, Kind.RESERVE_THEN_PAY).over()).isEqualByComparingTo("0.00");
    assertThat(Trial.of(Mishaps.RESTART, Kind.IN_MEMORY).over()).isEqualByComparingTo("120.00");
    assertThat(Trial.of(Happens.OTHER_REFERENCE, Kind.CHECK_THEN_PAY).twice()).isEqualTo(3);
    assertThat(Trial.of(Happens.STALE_REPLICA, Kind.CHECK_THEN_PAY).over()).isPositive();
    assertThat(Trial.of(Mishaps.KEY_AGAIN, Kind.COUNTER).untold()).isEqualByComparingTo("45.00");
  }

  @Thorough("starts PostgreSQL, MariaDB and Redis")
  @Test
  void aLedgerInOtherDatabasesLetsNothingThrough() throws Exception {
    List<Supplier<Store>> installed = List.of(Servers::postgres, Servers::mariadb);
    for (Supplier<Store> starts : installed) {
      Store database = starts.get();
      assumeThat(database).as("a database that is installed").isNotNull();
      try (database) {
        for (Mishap mishap : List.of(Happens.STALE_REPLICA, Mishaps.TWO_HOURS)) {
          Verdict verdict = Trial.of(mishap, Kind.FREIGHT_SDK, database);
          assertThat(Happens.allows(mishap, verdict)).as("%s %s", database, verdict).isTrue();
        }
      }
    }
    Store redis = Servers.redis();
    assumeThat(redis).as("Redis, which is installed").isNotNull();
    try (redis) {
      assertThat(Trial.of(Happens.STALE_REPLICA, Kind.CHECK_IN_REDIS, redis).over()).isPositive();
    }
  }

  @Test
  void theTableOfThePageHasEachMishapAndEachWay() throws IOException {
    assertThat(Files.readAllLines(PAGE)).contains(CrashTest.head());
    for (Mishap mishap : Happens.ALL) {
      assertThat(cells(mishap)).as("%s", mishap).hasSameSizeAs(Kind.TRIED);
    }
  }

  private static List<String> cells(Mishap mishap) throws IOException {
    String begin = "| " + mishap.title() + " | ";
    List<String> rows =
        Files.readAllLines(PAGE).stream().filter(line -> line.startsWith(begin)).toList();
    assertThat(rows).as("rows \"%s\"", begin).hasSize(1);
    return List.of(rows.get(0).substring(begin.length()).split(" \\| | \\|$"));
  }
}
