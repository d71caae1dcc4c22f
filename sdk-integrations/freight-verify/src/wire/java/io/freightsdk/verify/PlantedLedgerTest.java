package io.freightsdk.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Mishaps;
import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.testsupport.PlantedFault;
import io.freightsdk.testsupport.Thorough;
import io.freightsdk.verify.VerificationReport.Outcome;
import io.freightsdk.verify.VerificationReport.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults in the ledger itself: which mishap of a verification finds them, or why none does. {@code
 * PlantedFaultsTest} of freight-spend has the tests that find all of them.
 */
@Thorough("compiles a class and plays mishaps for each fault; the ledger's own tests find them too")
@ExpectedWarnings("io.freightsdk")
class PlantedLedgerTest {
  private static final String SOURCES =
      "sdk-integrations/freight-spend/src/main/java/io/freightsdk/internal/spend/";

  private static final Mishaps[] TRIED = {
    Mishaps.RESTART,
    Mishaps.AT_ONCE,
    Mishaps.CUT,
    Mishaps.LOST_ANSWERS,
    Mishaps.LOST_ORDER,
    Mishaps.DATABASE_AWAY,
    Mishaps.KEY_AGAIN,
    Mishaps.OWN_NAME
  };

  /**
   * A fault, and what becomes of it.
   *
   * @param by a mishap that surely fails; null if none does
   * @param why none does; null if one does
   */
  record Planted(PlantedFault fault, @Nullable Mishaps by, @Nullable String why) {
    @Override
    public String toString() {
      return fault + (by == null ? ", not found: " + why : ", found by: " + by.title());
    }
  }

  private static PlantedFault fault(String name, String file, String right, String wrong) {
    return new PlantedFault(name, SOURCES + file + ".java", right, wrong);
  }

  private static Planted found(String name, String file, String right, String wrong, Mishaps by) {
    return new Planted(fault(name, file, right, wrong), by, null);
  }

  private static Planted notFound(
      String name, String file, String right, String wrong, String why) {
    return new Planted(fault(name, file, right, wrong), null, why);
  }

  static Stream<Planted> faults() {
    return Stream.of(
        found(
            "what is held is not counted",
            "Posting",
            "if (counted == 0) return;",
            "if (counted == 0 || entry.running()) return;",
            Mishaps.CUT),
        found(
            "scopes around are not counted",
            "Posting",
            "for (String path : Paths.around(entry.scopes())) {",
            "for (String path : entry.scopes().split(\" \")) {",
            Mishaps.OWN_NAME),
        found(
            "a repeat of a lost key is free",
            "Rules",
            ".filter(r -> r.state() == State.CHARGED)",
            ".filter(Reservation::mayHavePaid)",
            Mishaps.LOST_ORDER),
        notFound(
            "the dead are free",
            "Reservation",
            "says(State.EXPIRED,",
            "says(State.VOID,",
            "a dead call expires a minute after its deadline, and no mishap waits so long"),
        found(
            "another body is taken for the same",
            "Rules",
            "if (!Objects.equals(entry.digest(), wish.digest())) {",
            "if (!Objects.equals(entry.digest(), entry.digest())) {",
            Mishaps.KEY_AGAIN),
        found(
            "money of a key is counted beside its own",
            "Rules",
            ".limits(before, -1, own);",
            ".limits(before, -1, new HashMap<>());",
            Mishaps.LOST_ORDER),
        found(
            "what is not stored is not kept",
            "Desk",
            "if (isKept) kept.put(work.id, work);",
            "",
            Mishaps.DATABASE_AWAY),
        notFound(
            "a slot leaves too early",
            "Cap",
            "return slots().start(now - length());",
            "return slots().end(now - length());",
            "no mishap waits for the end of a window"));
  }

  /** What runs among the planted classes; called by name. */
  public static final class Inside {
    private Inside() {}

    public static List<String> failed(List<String> mishaps) {
      Mishap[] only = mishaps.stream().map(Mishaps::valueOf).toArray(Mishap[]::new);
      return Verification.of(MistakesTest.pool(), "acme")
          .limits(VerificationContract.LIMITS)
          .only(only)
          .run()
          .rows(Outcome.FAILED)
          .stream()
          .map(Row::mishap)
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  @SuppressWarnings("unchecked")
  void isFoundOrItIsSaidWhyNot(Planted planted) throws Exception {
    Path folder = Files.createTempDirectory("planted");
    try {
      planted.fault.compileTo(folder);
      Class<?> inside = PlantedFault.loader(folder).loadClass(Inside.class.getName());
      List<String> tried = Stream.of(TRIED).map(Enum::name).toList();
      List<String> failed =
          (List<String>) inside.getMethod("failed", List.class).invoke(null, tried);
      if (planted.by == null) assertThat(failed).isEmpty();
      else assertThat(failed).contains(planted.by.title());
    } finally {
      PlantedFault.delete(folder);
    }
  }
}
