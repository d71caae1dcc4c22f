package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DatabaseMemoryTest {
  private final String book = "mcp-" + UUID.randomUUID();

  /** H2, and the servers of {@code with-databases.sh} where they are. */
  static Stream<String> urls() {
    return Stream.of(
            "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
            System.getenv("FREIGHT_TEST_POSTGRES_URL"),
            System.getenv("FREIGHT_TEST_MARIADB_URL"))
        .filter(Objects::nonNull);
  }

  private DatabaseMemory memory(String url) {
    return DatabaseMemory.open(new Books.Connections(url, url), book);
  }

  @ParameterizedTest
  @MethodSource("urls")
  void rowsAreKeptExactlyAndListedByTheirPrefix(String url) {
    Map<String, String> seen =
        memory(url)
            .change(
                rows -> {
                  rows.write("ref PO", "upper");
                  rows.write("ref po", "\ufdfa".repeat(1000));
                  rows.write("ref_x", "no pattern");
                  rows.write("ref po", "lower \u20ac");
                  rows.write("gone", "1");
                  rows.delete("gone");
                  return new TreeMap<>(rows.list("ref "));
                });
    assertThat(seen)
        .containsExactly(Map.entry("ref PO", "upper"), Map.entry("ref po", "lower \u20ac"));
    assertThat(memory(url).<Map<String, String>>change(rows -> new TreeMap<>(rows.list("ref "))))
        .isEqualTo(seen);
    assertThat(memory(url).<String>change(rows -> String.valueOf(rows.read("gone"))))
        .isEqualTo("null");
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aChangeThatThrowsChangesNothing(String url) {
    assertThatThrownBy(
            () ->
                memory(url)
                    .change(
                        rows -> {
                          rows.write("a", "1");
                          throw new IllegalStateException("no");
                        }))
        .hasMessage("no");
    assertThat(memory(url).<Integer>change(rows -> rows.list("a").size())).isZero();
  }

  @ParameterizedTest
  @MethodSource("urls")
  void changesAtOnceRunOneAfterTheOther(String url) throws Exception {
    // An H2 in memory that several open at once may close, and forget, between two of them.
    assertThat(memory(url).<Integer>change(rows -> rows.list("count").size())).isZero();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> work = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        work.add(
            () ->
                memory(url)
                    .change(
                        rows -> {
                          String count = rows.read("count");
                          int next = count == null ? 1 : Integer.parseInt(count) + 1;
                          rows.write("count", String.valueOf(next));
                          return true;
                        }));
      }
      for (Future<Boolean> done : threads.invokeAll(work)) assertThat(done.get()).isTrue();
    } finally {
      threads.shutdown();
    }
    assertThat(memory(url).<String>change(rows -> String.valueOf(rows.read("count"))))
        .isEqualTo("40");
  }
}
