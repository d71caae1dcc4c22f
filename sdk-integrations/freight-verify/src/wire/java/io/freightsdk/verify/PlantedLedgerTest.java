package io.freightsdk.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Mishaps;
import io.freightsdk.internal.verify.TimePasses;
import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.testsupport.PlantedFault;
import io.freightsdk.testsupport.Thorough;
import io.freightsdk.verify.VerificationReport.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults in the ledger itself, each with the mishap of a verification that finds it. {@code
 * PlantedFaultsTest} of freight-spend has the tests that find all of them.
 */
@Thorough("compiles a class and plays mishaps for each fault; the ledger's own tests find them too")
@ExpectedWarnings("io.freightsdk")
class PlantedLedgerTest {
  private static final String SOURCES =
      "sdk-integrations/freight-spend/src/main/java/io/freightsdk/internal/spend/";

  /**
   * A fault, and what finds it.
   *
   * @param by a mishap that surely fails
   * @param seen what its row says
   */
  record Planted(PlantedFault fault, Mishap by, String seen) {
    @Override
    public String toString() {
      return fault + ", found by: " + by.title();
    }
  }

  private static Planted found(
      String name, String file, String right, String wrong, Mishap by, String seen) {
    return new Planted(new PlantedFault(name, SOURCES + file + ".java", right, wrong), by, seen);
  }

  static Stream<Planted> faults() {
    return Stream.of(
        found(
            "what is held is not counted",
            "Posting",
            "if (counted == 0) return;",
            "if (counted == 0 || entry.running()) return;",
            Mishaps.CUT,
            "over the limit"),
        found(
            "scopes around are not counted",
            "Posting",
            "for (String path : Paths.around(entry.scopes())) {",
            "for (String path : entry.scopes().split(\" \")) {",
            Mishaps.OWN_NAME,
            "over the limit"),
        found(
            "a repeat of a lost key is free",
            "Rules",
            ".filter(r -> r.state() == State.CHARGED)",
            ".filter(Reservation::mayHavePaid)",
            Mishaps.LOST_ORDER,
            "told to have cost nothing"),
        found(
            "the dead are free",
            "Reservation",
            "says(State.EXPIRED,",
            "says(State.VOID,",
            new TimePasses(),
            "over the limit"),
        found(
            "another body is taken for the same",
            "Rules",
            "if (isOther(entry.digest(), wish.digest()))",
            "if (isOther(entry.digest(), entry.digest()))",
            Mishaps.KEY_AGAIN,
            "told the load of another order"),
        found(
            "money of a key is counted beside its own",
            "Rules",
            ".limits(before, -1, own);",
            ".limits(before, -1, new HashMap<>());",
            Mishaps.LOST_ORDER,
            "the limit counts it twice"),
        found(
            "what is not stored is not kept",
            "Desk",
            "if (isKept) kept.put(work.id, work);",
            "",
            Mishaps.DATABASE_AWAY,
            "the ledger does not know what 0.65 USD of calls cost"),
        found(
            "a slot leaves too early",
            "Cap",
            "return slots().start(now - length());",
            "return slots().end(now - length());",
            new TimePasses(),
            "over the limit"));
  }

  /** What runs among the planted classes; called by name. */
  public static final class Inside {
    private Inside() {}

    /** How the row of a mishap ended, and what was seen. */
    public static String row(String title) {
      Mishap mishap =
          Run.ALL.stream().filter(each -> each.title().equals(title)).findFirst().orElseThrow();
      VerificationReport report =
          Verification.of(MistakesTest.pool(), "acme")
              .limits(VerificationContract.LIMITS)
              .only(mishap)
              .run();
      return report.row(title).outcome() + " " + report.row(title).seen();
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void isFound(Planted planted) throws Exception {
    Path folder = Files.createTempDirectory("planted");
    try {
      planted.fault.compileTo(folder);
      Class<?> inside = PlantedFault.loader(folder).loadClass(Inside.class.getName());
      Object row = inside.getMethod("row", String.class).invoke(null, planted.by.title());
      assertThat((String) row).startsWith(Outcome.FAILED.name()).contains(planted.seen);
    } finally {
      PlantedFault.delete(folder);
    }
  }
}
