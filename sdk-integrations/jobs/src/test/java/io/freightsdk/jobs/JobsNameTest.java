package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The name of a set of orders, of which two are two accounts. */
class JobsNameTest {
  @Test
  void unresolvedPlaceholderInTheNameIsRefused() {
    try (FreightClient client =
        FreightClient.builder().baseUrl("http://localhost:9").agentKey("k").build()) {
      FreightJobs.Builder jobs = FreightJobs.builder(new JdbcDataSource(), client);
      assertThatThrownBy(() -> jobs.name("${TENANT}"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("name: is still a placeholder: TENANT is not set");
    }
  }
}
