package io.freightsdk.verify;

import io.freightsdk.verify.VerificationReport.Row;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/** Rows as tests. The only class that needs JUnit when it runs. */
final class RowTests {
  private RowTests() {}

  static Stream<DynamicTest> of(VerificationReport report) {
    return report.rows().stream()
        .map(row -> DynamicTest.dynamicTest(row.mishap(), () -> tell(row)));
  }

  private static void tell(Row row) {
    switch (row.outcome()) {
      case PASSED -> {}
      case FAILED ->
          Assertions.fail(row.seen() + (row.todo().isEmpty() ? "" : " -> " + row.todo()));
      case NOT_TRIED -> Assumptions.abort("not tried: " + row.seen());
    }
  }
}
