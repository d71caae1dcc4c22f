package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testsupport.Thorough;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Hosts of several machines with their books in one database. Needs the servers of {@code
 * sdk-integrations/freight-sql/src/test/scripts/with-databases.sh}.
 */
@Timeout(300)
@Thorough("needs PostgreSQL and MariaDB")
class DatabaseBooksTest {
  private static final BigDecimal LIMIT = new BigDecimal("5.00");

  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");

  @AfterEach
  void close() {
    service.close();
  }

  private Host host(String variable) throws Exception {
    return Host.process(
            Map.of(
                "FREIGHT_BASE_URL",
                service.baseUrl(),
                "FREIGHT_AGENT_KEY",
                broker.agentKey(),
                "FREIGHT_MCP_BOOKS",
                System.getenv(variable)),
            "--limit-per-day",
            LIMIT.toPlainString())
        .initialize(false);
  }

  private static void requireDatabase(String variable) {
    boolean there = System.getenv(variable) != null;
    assumeTrue(there, variable + " is not set: run this with with-databases.sh");
  }

  private static void database(String what, String which) throws Exception {
    Process control =
        new ProcessBuilder(System.getenv("FREIGHT_TEST_DATABASE_CONTROL"), what, which)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(control.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(control.exitValue()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"FREIGHT_TEST_POSTGRES_URL,postgres", "FREIGHT_TEST_MARIADB_URL,mariadb"})
  void twoHostsShareOneLimitThroughAKillAndAnOutage(String variable, String name) throws Exception {
    requireDatabase(variable);
    List<Host> hosts = new ArrayList<>(List.of(host(variable), host(variable)));
    try {
      String first =
          hosts.get(0).tool("create_load", Host.load("PO-1")).get("loadNumber").toString();
      assertThat(Host.code(hosts.get(1).tool("create_load", Host.load("po-1"))))
          .as("known on the other machine")
          .isEqualTo("REFERENCE_LOOKS_ALIKE");

      // Calls are on their way in both when one is killed.
      for (Host host : hosts) {
        for (int i = 0; i < 2; i++) {
          host.startTool("create_load", Host.load("PO-" + hosts.indexOf(host) + i));
        }
      }
      while (broker.debits().size() < 2) Thread.onSpinWait();
      hosts.get(0).process.destroyForcibly().waitFor();
      hosts.set(0, host(variable));

      assertThat(
              hosts
                  .get(0)
                  .tool("get_load_position", Map.of("customerRef", "PO-1"))
                  .get("loadNumber"))
          .isEqualTo(first);
      database("kill", name);
      assertThat(Host.code(hosts.get(1).tool("create_load", Host.load("PO-away"))))
          .isEqualTo("BOOKS_UNAVAILABLE");
      database("start", name);

      List<Object> codes = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        codes.add(Host.code(hosts.get(i % 2).tool("create_load", Host.load("PO-2" + i))));
      }
      assertThat(codes).contains("SPEND_LIMIT").containsAnyOf("ok").isSubsetOf("ok", "SPEND_LIMIT");
      for (Host host : hosts) assertThat(host.end()).isZero();
    } finally {
      hosts.forEach(Host::close);
    }
    BigDecimal spent =
        broker.debits().stream()
            .map(entry -> entry.amountUsd().abs())
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    assertThat(spent).as("the service's ledger, USD").isLessThanOrEqualTo(LIMIT);
    try (Host again = host(variable)) {
      assertThat(Host.code(again.tool("create_load", Host.load("PO-3")))).isEqualTo("SPEND_LIMIT");
    }
  }
}
