package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.ToolError;
import io.freightsdk.agent.ToolResult;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the log says when the books stop paid calls. */
class StoppedBooksIT {
  private static final ToolResult STOPPED =
      new ToolResult(
          "{}",
          new ToolError(
              ToolCalls.BOOKS_UNAVAILABLE, ToolError.Retry.AFTER_DELAY, "stopped", Map.of()),
          Charge.NONE);
  private static final ToolResult PAID = new ToolResult("{}", null, Charge.NONE);

  @TempDir Path folder;

  @Test
  void whyTheyStopIsSaidOnceUntilACallWorks() throws Exception {
    List<String> said = new ArrayList<>();
    try (FreightClient client =
        FreightClient.builder().baseUrl("http://127.0.0.1:1").agentKey("test-key").build()) {
      Books books = Books.at(folder.resolve("books").toString(), Map.of());
      ActingTools tools =
          new ActingTools(
              () -> new ActingTools.Opened(List.of(), client, books.open()),
              opened -> {},
              ToolCallsIT.executor(Runnable::run),
              said::add);
      assertThat(tools.await()).isEmpty();
      tools.ended(STOPPED);
      assertThat(said).as("they work again").isEmpty();
      for (int round = 1; round <= 2; round++) {
        execute("ALTER TABLE freight_ledger RENAME TO away");
        for (int i = 0; i < 3; i++) tools.ended(STOPPED);
        assertThat(said).hasSize(round).allMatch(StoppedBooksIT::isReason);
        execute("ALTER TABLE away RENAME TO freight_ledger");
        tools.ended(PAID);
      }
      tools.close();
    }
  }

  private void execute(String sql) throws SQLException {
    Path file = folder.resolve("books/default.ledger");
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = other.createStatement()) {
      statement.execute(sql);
    }
  }

  private static boolean isReason(String line) {
    return line.startsWith("paid calls are stopped: ")
        && line.contains("no such table: freight_ledger");
  }
}
