package io.freightsdk.examples.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.testsupport.Thorough;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    assertThat(event.tryWith(Kind.FREIGHT_SDK)).matches(Scene.Verdict::isClean);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESTART", "LOST_ANSWERS", "PRICE_RISE", "OWN_NAME", "KEY_AGAIN"})
  void inEachBuildItIsTriedWithWhatCostsLittle(Event event) throws Exception {
    Scene.Verdict verdict = event.tryWith(Kind.FREIGHT_SDK);
    assertThat(verdict).matches(Scene.Verdict::isClean);
    // Who never pays passes no cap.
    assertThat(verdict.taken()).isBetween(Place.CAP.subtract(HIGHEST_PRICE), Place.CAP);
  }

  /** The judge sees a cap that is passed: books that forget at a restart. */
  @Test
  void aFaultThatIsPlantedInItShows() throws Exception {
    assertThat(Event.RESTART.tryWith(Kind.IN_MEMORY).over()).isEqualByComparingTo("120.00");
    assertThat(Event.LOST_ANSWERS.tryWith(Kind.CHECK_THEN_PAY).isClean()).isFalse();
    assertThat(Event.KEY_AGAIN.tryWith(Kind.COUNTER).untold()).isEqualByComparingTo("45.00");
  }

  @Test
  void theTableOfTheReadmeHasEachEventAndEachWay() throws IOException {
    List<String> readme = Files.readAllLines(Path.of("../../README.md"));
    assertThat(readme).contains(CrashTest.head());
    for (Event event : Event.values()) {
      assertThat(readme).anyMatch(line -> line.startsWith("| " + event.title() + " | 0 |"));
    }
  }
}
