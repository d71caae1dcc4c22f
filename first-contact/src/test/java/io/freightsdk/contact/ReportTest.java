package io.freightsdk.contact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir private Path folder;

  private Report report() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return new Report(nowhere, folder, BigDecimal.ZERO, new Recording(null));
  }

  @Test
  void exitCodeIsThreeIfADifferenceStopsACheck() {
    Report report = report();
    assertThat(report.exitCode()).isZero();
    report.notRun("position", Finding.different("There is no load.", "Read the page."));
    assertThat(report.exitCode()).isEqualTo(3);
  }

  @Test
  void exitCodeIsOneIfAnythingIsBroken() {
    Report report = report();
    report.notRun("balance", Finding.notSeen("The key may not read it.", "Use another key."));
    assertThat(report.exitCode()).isEqualTo(3);
    report.notRun("position", Finding.broken("The status is unknown.", Finding.ASK_OPERATOR));
    assertThat(report.exitCode()).isEqualTo(1);
  }
}
