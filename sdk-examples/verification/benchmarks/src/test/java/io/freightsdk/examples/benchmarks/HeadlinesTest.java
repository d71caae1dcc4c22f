package io.freightsdk.examples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.benchmarks.report.Headline;
import io.freightsdk.examples.benchmarks.report.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadlinesTest {
  @Test
  void twentyRowsNameTablesOfTheSuites() {
    List<String> titles =
        Benchmarks.SUITES.stream()
            .flatMap(suite -> suite.tables().stream())
            .map(Table::title)
            .toList();
    assertThat(Headlines.ALL).hasSize(20).doesNotHaveDuplicates();
    assertThat(Headlines.ALL).extracting(Headline::section).isSubsetOf(titles);
  }
}
