package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testsupport.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits beside that of the day, and where the key comes from. */
@Timeout(300)
@Thorough("starts a process for each")
class LimitsAndKeyTest {
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
  void aCallASessionAndAnHourHaveLimitsOfTheirOwn() throws Exception {
    try (Host host = host("--limit-per-call", "0.60")) {
      assertThat(host.tool("create_load", Host.load("A-1")).toString())
          .contains("SPEND_LIMIT", "no single call may cost more than 0.60");
      assertThat(host.end()).isZero();
    }
    try (Host host = host("--limit-per-session", "0.70")) {
      assertThat(Host.code(host.tool("create_load", Host.load("B-1")))).isEqualTo("ok");
      assertThat(Host.code(host.tool("create_load", Host.load("B-2")))).isEqualTo("SPEND_LIMIT");
      assertThat(host.end()).isZero();
    }
    try (Host host = host("--limit-per-session", "0.70", "--limit-per-hour", "1.40")) {
      assertThat(Host.code(host.tool("create_load", Host.load("B-2"))))
          .as("another session")
          .isEqualTo("ok");
      assertThat(host.end()).isZero();
    }
    try (Host host = host("--limit-per-hour", "1.40")) {
      assertThat(Host.code(host.tool("create_load", Host.load("C-1")))).isEqualTo("SPEND_LIMIT");
      assertThat(host.end()).isZero();
    }
  }

  @Test
  void theKeyComesFromAFileOrACommand() throws Exception {
    Path file = secret("key", broker.agentKey() + "\n");
    Map<String, String> byFile =
        Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY_FILE", file.toString());
    try (Host host = host(byFile).initialize(false)) {
      assertThat(host.tool("get_balance", Map.of()).get("balanceUsd")).isEqualTo("100.00");
      assertThat(host.end()).isZero();
    }
    Map<String, String> none = Map.of("FREIGHT_BASE_URL", service.baseUrl());
    try (Host host = host(none, "--key-command", "cat '" + file + "'").initialize(false)) {
      assertThat(host.tool("get_balance", Map.of()).get("balanceUsd")).isEqualTo("100.00");
      assertThat(host.end()).isZero();
    }
    try (Host host = host(none, "--key-command", "exit 3")) {
      assertThat(host.end()).isEqualTo(2);
      host.said("--key-command: the command failed");
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    try (Host host = host(byFile)) {
      assertThat(host.end()).isEqualTo(2);
      host.said("every user can read");
    }
  }

  /** A file that is read once somebody has written it, as a person unlocks a password manager. */
  private Path pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", "-m", "600", pipe.toString()).start().waitFor())
        .isZero();
    return pipe;
  }

  @Test
  void aHostDoesNotWaitForTheCommand() throws Exception {
    Path unlocked = pipe("unlocked");
    Map<String, String> none = Map.of("FREIGHT_BASE_URL", service.baseUrl());
    try (Host host = host(none, "--key-command", "cat '" + unlocked + "'").initialize(false)) {
      assertThat(host.request("tools/list", Map.of()).toString())
          .contains("get_load_position", "get_pricing says how much");
      int balance = host.startTool("get_balance", Map.of());
      host.request("ping", Map.of());

      Files.writeString(unlocked, broker.agentKey() + "\n");

      assertThat(Host.text(host.answer(balance)).get("balanceUsd")).isEqualTo("100.00");
      host.awaitNotification("notifications/tools/list_changed");
      assertThat(host.request("tools/list", Map.of()).toString()).contains("0.65 USD");
      assertThat(host.end()).isZero();
    }
  }

  @Test
  void aCallThatWaitsForACommandThatFailsIsToldSo() throws Exception {
    Path refused = pipe("refused");
    Map<String, String> none = Map.of("FREIGHT_BASE_URL", service.baseUrl());
    String command = "cat '" + refused + "'; exit 3";
    try (Host host = host(none, "--key-command", command).initialize(false)) {
      host.startTool("get_balance", Map.of());
      host.request("ping", Map.of());

      Files.writeString(refused, "no\n");

      assertThat(host.process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(host.process.exitValue()).isEqualTo(2);
      assertThat(host.said("--key-command: the command failed")).doesNotContain("books");
      assertThat(host.said("").split("the command failed", -1)).as("said once").hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aServerThatIsToldToEndEndsTheCommand(boolean bySignal) throws Exception {
    Path started = pipe("started");
    Path unlocked = pipe("unlocked");
    String command = "echo yes > '" + started + "'; cat '" + unlocked + "'";
    Map<String, String> none = Map.of("FREIGHT_BASE_URL", service.baseUrl());
    try (Host host = host(none, "--key-command", command)) {
      assertThat(Files.readString(started)).isEqualTo("yes\n");
      List<ProcessHandle> commands = host.process.descendants().toList();
      assertThat(commands).isNotEmpty();
      host.initialize(false);
      host.startTool("get_balance", Map.of());

      if (bySignal) host.process.toHandle().destroy();
      else host.closeInput();

      assertThat(host.process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(commands)
          .allSatisfy(one -> assertThat(one.onExit()).succeedsWithin(Duration.ofSeconds(30)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sleep 98765; true",
        "echo key; sleep 98765",
        "exec >&-; sleep 98765",
      })
  void aCommandForTheKeyThatDoesNotEndIsEnded(String command) {
    assertThatThrownBy(() -> AgentKey.run(command, Duration.ofSeconds(1)))
        .isInstanceOf(Options.Mistake.class)
        .hasMessage("--key-command: the command did not end within 1 s");
    assertThat(ProcessHandle.current().descendants())
        .filteredOn(
            one -> String.join(" ", one.info().arguments().orElse(new String[0])).contains("98765"))
        .allSatisfy(one -> assertThat(one.onExit()).succeedsWithin(Duration.ofSeconds(30)));
  }

  /** Each request of the revision without sessions would otherwise have a session's whole limit. */
  @Test
  void requestsWithoutASessionShareTheLimitOfTheirServer() throws Exception {
    try (Host host = host("--limit-per-session", "0.70")) {
      Map<String, Object> meta =
          Map.of(
              "io.modelcontextprotocol/protocolVersion",
              Modern.REVISION,
              "io.modelcontextprotocol/clientCapabilities",
              Map.of());
      for (String expected : List.of("chargedUsd", "SPEND_LIMIT")) {
        Map<String, Object> params =
            Map.of("name", "create_load", "arguments", Host.load(expected), "_meta", meta);
        assertThat(host.request("tools/call", params).toString()).contains(expected);
      }
    }
    assertThat(broker.debits()).hasSize(1);
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
