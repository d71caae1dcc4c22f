package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The query of the page about jobs runs in each database, and says which order fails. */
class JobsPageIT {
  @ParameterizedTest
  @MethodSource("databases")
  void theQueryOfThePageSaysWhatFails(EmptyDatabase database) throws Exception {
    String url = database.make();
    try (InMemoryFreightServer server = InMemoryFreightServer.start();
        TestDatabase source = new TestDatabase(url)) {
      Broker poor = server.createBroker("0.10");
      try (FreightClient client =
              FreightClient.builder().baseUrl(poor.baseUrl()).agentKey(poor.agentKey()).build();
          FreightJobs jobs = FreightJobs.builder(source, client).build()) {
        jobs.createTables();
        jobs.start();
        try (Connection transaction = DriverManager.getConnection(url)) {
          transaction.setAutoCommit(false);
          jobs.book(transaction, "acme/PO-1007", SnippetRunner.input(), null);
          transaction.commit();
        }
        int rows = Eventually.until(() -> rows(source, query()), found -> found > 0);
        assertThat(rows).isEqualTo(1);
      }
    }
  }

  static Iterable<EmptyDatabase> databases() {
    return EmptyDatabase.here();
  }

  private static String query() {
    return Snippet.of(Pages.ROOT.resolve("docs/jobs.md")).stream()
        .filter(snippet -> snippet.language().equals("sql"))
        .findFirst()
        .orElseThrow()
        .text();
  }

  private static int rows(TestDatabase source, String query) throws SQLException {
    int rows = 0;
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      while (found.next()) rows++;
    }
    return rows;
  }
}
