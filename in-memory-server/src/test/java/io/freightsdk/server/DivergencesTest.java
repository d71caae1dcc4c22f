package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer.Divergence;
import io.freightsdk.server.support.TestNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DivergencesTest {
  private static final Path PAGE = Path.of("../docs/divergences.md");

  @ParameterizedTest
  @MethodSource("all")
  void everyDivergenceIsHeldByATest(Divergence divergence) {
    assertThat(TestNames.exist(divergence.test())).isTrue();
  }

  @Test
  void idsAreUnique() {
    assertThat(Divergences.all()).extracting(Divergence::id).doesNotHaveDuplicates();
  }

  @Test
  void everyRowOfThePageIsOneChoice() throws IOException {
    try (Stream<String> lines = Files.lines(PAGE)) {
      long rows = lines.filter(line -> line.startsWith("| ")).count() - 1;
      assertThat(Divergences.all()).hasSize((int) rows).hasSizeGreaterThan(60);
    }
    assertThat(Divergences.all())
        .allSatisfy(one -> assertThat(one.section()).matches("section \\d(\\.\\d+)?"))
        .allSatisfy(one -> assertThat(one.open() + one.choice()).doesNotContain("|"));
  }

  static Iterable<Divergence> all() {
    return Divergences.all();
  }
}
