package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All windows of a user share one budget, and no other user can reach it. */
@Timeout(300)
class OneBudgetIT {
  @TempDir Path parent;
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");

  @AfterEach
  void close() {
    service.close();
  }

  private Host start(String address, String key, String... more) throws Exception {
    return Host.here(environment(address, key), arguments(more));
  }

  private Host host(String address, String key, String... more) throws Exception {
    return start(address, key, more).initialize(false);
  }

  private Host process(String... more) throws Exception {
    return Host.process(environment(service.baseUrl(), broker.agentKey()), arguments(more))
        .initialize(false);
  }

  private static Map<String, String> environment(String address, String key) {
    return Map.of("FREIGHT_BASE_URL", address, "FREIGHT_AGENT_KEY", key);
  }

  private String[] arguments(String... more) {
    List<String> arguments = new ArrayList<>(List.of("--limit-per-day", "0.70"));
    arguments.addAll(List.of("--ledger", parent.resolve("mine/ledger.db").toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private Object create(String ref, String address, String key, String... more) throws Exception {
    try (Host host = host(address, key, more)) {
      Object code = Host.code(host.tool("create_load", Host.load(ref)));
      assertThat(host.end()).isZero();
      return code;
    }
  }

  @Test
  void slashAndSecondKeyShareOneBudget() throws Exception {
    String url = service.baseUrl();
    assertThat(create("PO-1", url, broker.agentKey())).isEqualTo("ok");
    assertThat(create("PO-2", url + "/", broker.newKey())).isEqualTo("SPEND_LIMIT");
    assertThat(broker.debits()).hasSize(1);
  }

  /** All keys share one ledger, but an order of one broker is not an order of another. */
  @Test
  void orderOfAnotherBrokerNeedsItsOwnApprovalAndCharge() throws Exception {
    for (Broker buyer : List.of(broker, service.createBroker("100.00"))) {
      List<String> answers = new CopyOnWriteArrayList<>(List.of("decline", "accept"));
      try (Host host =
          start(service.baseUrl(), buyer.agentKey(), "--approval-above=0.5", "--limit-per-day=2")) {
        host.onRequest(request -> host.answer(request, answers.remove(0))).initialize(true);
        assertThat(Host.code(host.tool("create_load", Host.load("PO-1"))))
            .isEqualTo("APPROVAL_DENIED");
        assertThat(buyer.debits()).isEmpty();
        Map<?, ?> made = host.tool("create_load", Host.load("PO-1"));
        assertThat(made.get("created")).as(made.toString()).isEqualTo(true);
        assertThat(made.get("chargedUsd")).isEqualTo("0.65");
        // A repeated order of the same account needs no approval.
        Map<?, ?> again = host.tool("create_load", Host.load("po 1"));
        assertThat(again.get("created")).as(again.toString()).isEqualTo(false);
        assertThat(again.get("trackingLink")).isEqualTo(made.get("trackingLink"));
        boolean isSecond = buyer != broker;
        assertThat(host.tool("get_budget", Map.of()).get("allowanceUsd"))
            .isEqualTo(isSecond ? "0.70" : "1.35");
        assertThat(host.end()).isZero();
      }
      assertThat(buyer.debits()).hasSize(1);
    }
  }

  @Test
  void restartedServerNeedsAnotherAccountName() throws Exception {
    String[] monday = {"--account", "monday", "--limit-per-day", "2.00"};
    String[] tuesday = {"--account", "tuesday", "--limit-per-day", "2.00"};
    int port;
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      port = server.port();
      String key = server.createBroker("10.00").agentKey();
      assertThat(create("PO-1", server.baseUrl(), key, monday)).isEqualTo("ok");
    }
    try (InMemoryFreightServer server = InMemoryFreightServer.builder().port(port).start()) {
      Broker anew = server.createBroker("10.00");
      assertThat(create("PO-1", server.baseUrl(), anew.agentKey(), monday)).isEqualTo("ok");
      assertThat(anew.debits()).as("answered from the ledger").isEmpty();
      assertThat(create("PO-1", server.baseUrl(), anew.agentKey(), tuesday)).isEqualTo("ok");
      assertThat(anew.debits()).hasSize(1);
    }
  }

  @Test
  void allSpellingsOfTheAddressShareOneBudget() throws Exception {
    String url = service.baseUrl();
    String name = url.replace("127.0.0.1", "localhost");
    assertThat(create("PO-1", url, broker.agentKey())).isEqualTo("ok");
    int order = 2;
    assertThat(create("PO-0", url, broker.newKey())).isEqualTo("SPEND_LIMIT");
    for (String address : List.of(url + "/", name, url.replace("http", "HTTP"), name + "/")) {
      assertThat(create("PO-" + order++, address, broker.agentKey())).isEqualTo("SPEND_LIMIT");
    }
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void anotherLedgerHasAnotherBudget() throws Exception {
    String url = service.baseUrl();
    assertThat(create("PO-1", url, broker.agentKey())).isEqualTo("ok");
    String[] acme = {"--ledger", parent.resolve("acme/ledger.db").toString()};
    assertThat(create("PO-2", url, broker.agentKey(), acme)).isEqualTo("ok");
    assertThat(create("PO-3", url, broker.agentKey(), acme)).isEqualTo("SPEND_LIMIT");
  }

  @Test
  void programListensOnNoPort() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "only Linux tells a process's sockets");
    Set<String> before = listening();
    assertThat(before).as("that of the service").isNotEmpty();
    try (Host host = host(service.baseUrl(), broker.agentKey())) {
      assertThat(Host.code(host.tool("create_load", Host.load("PO-1")))).isEqualTo("ok");
      assertThat(before).containsAll(listening());
    }
  }

  /** The listening sockets of this process. */
  private static Set<String> listening() throws IOException {
    Set<String> own;
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      own = files.map(OneBudgetIT::target).collect(Collectors.toSet());
    }
    List<String> rows = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      Path path = Path.of("/proc/self/net/" + table);
      if (Files.exists(path)) rows.addAll(Files.readAllLines(path));
    }
    return rows.stream()
        .map(row -> row.trim().split("\\s+"))
        .filter(row -> row.length > 9 && row[3].equals("0A"))
        .filter(row -> own.contains("socket:[" + row[9] + "]"))
        .map(row -> row[1])
        .collect(Collectors.toSet());
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (java.nio.file.NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Tag("slow") // kills and starts twenty processes
  @Test
  void killedProcessesNeverExceedTheLimit() throws Exception {
    BigDecimal limit = new BigDecimal("3.00");
    String[] more = {"--limit-per-day", limit.toPlainString()};
    int order = 0;
    for (int round = 0; round < 10; round++) {
      List<Host> hosts = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        hosts.add(process(more));
      }
      for (Host host : hosts) {
        host.tool("get_budget", Map.of());
        for (int i = 0; i < 4; i++) host.startTool("create_load", Host.load("PO-" + order++));
      }
      // Each round kills them at another moment.
      int before = broker.debits().size();
      for (int spin = 0; spin < round * 200 && broker.debits().size() == before; spin++) {
        Thread.yield();
      }
      for (Host host : hosts) host.process.destroyForcibly().waitFor();
      hosts.forEach(Host::close);
    }
    try (Host last = host(service.baseUrl(), broker.agentKey(), more)) {
      assertThat(last.tool("get_budget", Map.of()).toString()).contains("allowanceUsd");
    }
    BigDecimal spent =
        broker.debits().stream()
            .map(entry -> entry.amountUsd().abs())
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    assertThat(spent).as("the service's ledger, USD").isLessThanOrEqualTo(limit);
  }
}
