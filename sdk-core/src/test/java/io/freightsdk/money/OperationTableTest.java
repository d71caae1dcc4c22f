package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.retry.RetryTable.FailureClass;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.model.Operation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page says of every operation what the client's own table says. */
class OperationTableTest {
  private static final Path PAGE = Path.of("..", "docs", "charges-and-limits.md");
  private static final String START = "<!-- table: written by OperationTableTest -->\n";
  private static final String END = "<!-- end of table of operations -->";

  @Test
  void thePageSaysWhatIsReservedAndRepeated() throws Exception {
    String head =
        "| Operation | reserved and counted | after 429 and 503 `BILLING_UNAVAILABLE`"
            + " | after a lost answer |\n"
            + "|---|---|---|---|\n";
    String table =
        Stream.of(Operation.values())
            .map(OperationTableTest::row)
            .collect(Collectors.joining("", head, ""));
    String page = Files.readString(PAGE, StandardCharsets.UTF_8);
    assertThat(page).contains(START).contains(END);
    assertThat(page.substring(page.indexOf(START) + START.length(), page.indexOf(END)))
        .isEqualTo(table);
  }

  private static String row(Operation operation) {
    RepeatClass repeat = RepeatClass.of(operation);
    String reserved =
        !repeat.isReserved()
            ? "nothing"
            : repeat.isChargedOncePerKey() ? "once for its key" : "each attempt";
    return "| `%s` | %s | %s | %s |\n"
        .formatted(
            name(operation),
            reserved,
            words(RetryTable.verdict(FailureClass.NOT_PROCESSED, repeat)),
            words(RetryTable.verdict(FailureClass.UNKNOWN_OUTCOME, repeat)));
  }

  private static String name(Operation operation) {
    return operation.experimental() ? "catalog()." + operation.id() : operation.id();
  }

  private static String words(RetryTable.Verdict verdict) {
    return switch (verdict) {
      case RETRY -> "sent again";
      case SAME_KEY -> "sent again with its key";
      case MAY_COST_AGAIN -> "sent again only with `retryUnknownReads(true)`";
      case TOP_UP, NEVER -> "not sent again";
    };
  }
}
