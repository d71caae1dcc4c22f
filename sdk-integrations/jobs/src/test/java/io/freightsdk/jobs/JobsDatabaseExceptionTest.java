package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobsDatabaseExceptionTest {
  @Test
  void onlyAMissingTableIsAdvisedToBeMade() throws SQLException {
    for (String url : List.of("jdbc:h2:mem:", "jdbc:sqlite::memory:")) {
      assertThat(failureOf(url, "SELECT 1 FROM freight_tasks"))
          .hasMessageContaining("createTables()");
    }
    SQLException locked = new SQLException("Lock wait timeout exceeded", "HY000", 1205);
    assertThat(new JobsDatabaseException(locked))
        .hasMessage("freight jobs: Lock wait timeout exceeded");
    assertThat(new JobsDatabaseException(new SQLException("the pool is empty")))
        .hasMessage("freight jobs: the pool is empty");
  }

  private static JobsDatabaseException failureOf(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
      throw new AssertionError("it did not fail");
    } catch (SQLException failure) {
      return new JobsDatabaseException(failure);
    }
  }
}
