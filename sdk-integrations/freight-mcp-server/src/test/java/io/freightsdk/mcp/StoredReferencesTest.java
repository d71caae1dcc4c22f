package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.KnownReferences.Known;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StoredReferencesTest {
  private final String book = "mcp-" + UUID.randomUUID();

  /** H2, and the servers of {@code with-databases.sh} where they are. */
  static Stream<String> urls() {
    return Stream.of(
            "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
            System.getenv("FREIGHT_TEST_POSTGRES_URL"),
            System.getenv("FREIGHT_TEST_MARIADB_URL"))
        .filter(Objects::nonNull);
  }

  private StoredReferences references(String url) {
    return StoredReferences.open(new Books.Connections(url, url), book);
  }

  @ParameterizedTest
  @MethodSource("urls")
  void twoOrdersMayDifferInCaseOnly(String url) {
    StoredReferences references = references(url);
    Known upper = new Known("PO-1", "LD-1");
    Known lower = new Known("po-1", "LD-2");
    references.remember("po-1", upper);
    references.remember("po-1", lower);
    assertThat(references(url).alike("po-1")).containsExactlyInAnyOrder(upper, lower);
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aReferenceMayFoldToManyMoreLetters(String url) {
    StoredReferences references = references(url);
    Known known = new Known("\ufdfa".repeat(100), "LD-1");
    String folded = "x".repeat(1_800);
    references.remember(folded, known);
    assertThat(references.alike(folded)).containsExactly(known);
  }
}
