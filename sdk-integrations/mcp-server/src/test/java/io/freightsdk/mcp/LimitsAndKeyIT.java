package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Limits beside that of the day, and where the key comes from. */
@Timeout(300)
@Tag("slow") // starts a process for each
class LimitsAndKeyIT {
  @TempDir Path folder;
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");

  @AfterEach
  void close() {
    service.close();
  }

  private Host host(Map<String, String> environment, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("--limit-per-day", "20.00"));
    arguments.addAll(List.of("--books", folder.resolve("books").toString()));
    arguments.addAll(List.of(more));
    return Host.process(environment, arguments.toArray(String[]::new));
  }

  private Host host(String... more) throws Exception {
    return host(
            Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY", broker.agentKey()),
            more)
        .initialize(false);
  }

  private Path secret(String name, String text) throws Exception {
    Path file =
        Files.createFile(
            folder.resolve(name),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, text);
  }

  @Test
  void aCallAndAnHourHaveLimitsOfTheirOwn() throws Exception {
    try (Host host = host("--limit-per-call", "0.60")) {
      assertThat(host.tool("create_load", Host.load("A-1")).toString())
          .contains("SPEND_LIMIT", "no single call may cost more than 0.60");
      assertThat(host.end()).isZero();
    }
    for (String ref : List.of("B-1", "B-2")) {
      try (Host host = host("--limit-per-hour", "1.40")) {
        assertThat(Host.code(host.tool("create_load", Host.load(ref)))).isEqualTo("ok");
        assertThat(host.end()).isZero();
      }
    }
    try (Host host = host("--limit-per-hour", "1.40")) {
      assertThat(Host.code(host.tool("create_load", Host.load("C-1")))).isEqualTo("SPEND_LIMIT");
      assertThat(host.end()).isZero();
    }
  }

  @Test
  void theKeyComesFromAFileThatOthersCannotRead() throws Exception {
    Path file = secret("key", broker.agentKey() + "\n");
    Map<String, String> byFile =
        Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY_FILE", file.toString());
    try (Host host = host(byFile).initialize(false)) {
      assertThat(host.tool("get_balance", Map.of()).get("balanceUsd")).isEqualTo("100.00");
      assertThat(host.end()).isZero();
    }
    Map<String, String> none = Map.of("FREIGHT_BASE_URL", service.baseUrl());
    try (Host host = host(none)) {
      assertThat(host.end()).isEqualTo(2);
      host.said("set the environment variable FREIGHT_AGENT_KEY");
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    try (Host host = host(byFile)) {
      assertThat(host.end()).isEqualTo(2);
      host.said("every user can read");
    }
  }

  @Test
  void aSandboxNeedsNoKeyAndNoBooks() throws Exception {
    try (Host host = Host.process(Map.of(), "--sandbox").initialize(false)) {
      Map<?, ?> made = host.tool("create_load", Host.load("PO-1"));
      assertThat(made.get("chargedUsd")).as(made.toString()).isEqualTo("0.65");
      assertThat(host.tool("get_balance", Map.of()).get("balanceUsd")).isEqualTo("24.35");
      assertThat(host.end()).isZero();
    }
    assertThat(broker.debits()).isEmpty();
  }
}
