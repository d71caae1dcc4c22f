package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.FreightTools;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hour's limit next to the day's limit, and the sources of the key. */
@Timeout(300)
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
    arguments.addAll(List.of("--ledger", folder.resolve("mine/ledger.db").toString()));
    arguments.addAll(List.of(more));
    return Host.here(environment, arguments.toArray(String[]::new));
  }

  private Host host(String... more) throws Exception {
    return host(
            Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY", broker.agentKey()),
            more)
        .initialize(false);
  }

  private Map<String, String> environmentWithKeyFile(Path file) {
    return Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY_FILE", file.toString());
  }

  private Path secret(String rights, String text) throws Exception {
    Path file = Files.writeString(folder.resolve("key"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
  }

  @Test
  void hourLimitIsSeparate() throws Exception {
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
  void dayLimitHoldsNextToTheHourLimit() throws Exception {
    try (Host host = host("--limit-per-day", "1.00", "--limit-per-hour", "5.00")) {
      assertThat(Host.code(host.tool("create_load", Host.load("B-1")))).isEqualTo("ok");
      assertThat(Host.code(host.tool("create_load", Host.load("C-1")))).isEqualTo("SPEND_LIMIT");
      assertThat(host.end()).isZero();
    }
  }

  /** Containers mount secrets that all can read, and their user cannot change it. */
  @Test
  void keyFileReadableByOthersIsUsedWithAWarning() throws Exception {
    Path mounted = secret("r--r--r--", "\ufeff" + broker.agentKey() + "\r\n");
    try (Host host = host(environmentWithKeyFile(mounted), "--read-only").initialize(false)) {
      assertThat(host.tool("get_budget", Map.of()).get("balanceUsd")).isEqualTo("100.00");
      assertThat(host.end()).isZero();
      assertThat(host.log("every user of this system can read the agent key in " + mounted))
          .hasLineCount(1)
          .contains("; allow only its owner to read it, if you can")
          .doesNotContain(broker.agentKey());
    }
  }

  @Test
  void privateKeyFileIsUsedWithoutAWarning() throws Exception {
    Map<String, String> environment =
        environmentWithKeyFile(secret("rw-------", broker.agentKey()));
    try (Host host = host(environment, "--read-only").initialize(false)) {
      assertThat(host.tool("get_budget", Map.of()).get("balanceUsd")).isEqualTo("100.00");
      assertThat(host.end()).isZero();
      assertThat(host.log("")).isEmpty();
    }
  }

  @Test
  void spacesAndLineEndsOfACopiedKeyAreRemoved() throws Exception {
    Map<String, String> copied =
        Map.of(
            "FREIGHT_BASE_URL",
            " " + service.baseUrl() + "\n",
            "FREIGHT_AGENT_KEY",
            " " + broker.agentKey() + "\r\n");
    try (Host host = host(copied).initialize(false)) {
      assertThat(host.tool("get_budget", Map.of()).get("balanceUsd")).isEqualTo("100.00");
      assertThat(host.end()).isZero();
    }
  }

  @Test
  void invalidKeyIsReportedInOneLine() throws Exception {
    String key = broker.agentKey();
    Path utf16 = Files.writeString(folder.resolve("utf16"), key, StandardCharsets.UTF_16);
    Files.setPosixFilePermissions(utf16, PosixFilePermissions.fromString("rw-------"));
    Map<Map<String, String>, String> mistakes =
        Map.of(
            Map.of("FREIGHT_AGENT_KEY", key.substring(0, 9) + "\n" + key.substring(9)),
                "FREIGHT_AGENT_KEY: is longer than 1024 characters, or has a space, a line break",
            Map.of("FREIGHT_AGENT_KEY", key.substring(9) + "${FREIGHT_KEY}"),
                "FREIGHT_AGENT_KEY: is still a placeholder: FREIGHT_KEY is not set",
            Map.of("FREIGHT_AGENT_KEY", " "),
                "FREIGHT_AGENT_KEY: is missing; set the broker's agent key, or use --sandbox",
            Map.of(), "FREIGHT_AGENT_KEY: is missing; set the broker's agent key, or use --sandbox",
            Map.of("FREIGHT_AGENT_KEY_FILE", secret("rw-------", "\n").toString()), "is empty",
            Map.of("FREIGHT_AGENT_KEY_FILE", utf16.toString()),
                "is not text in UTF-8; save it as UTF-8",
            Map.of("FREIGHT_AGENT_KEY_FILE", folder.resolve("none").toString()), "cannot be read");
    for (Map.Entry<Map<String, String>, String> mistake : mistakes.entrySet()) {
      Map<String, String> environment = new HashMap<>(mistake.getKey());
      environment.put("FREIGHT_BASE_URL", service.baseUrl());
      try (Host host = host(environment)) {
        assertThat(host.end()).as(mistake.getValue()).isEqualTo(2);
        assertThat(host.log(mistake.getValue())).hasLineCount(1).doesNotContain(key.substring(9));
      }
    }
  }

  /** The form of the bundle has a price for approvals, which play money ignores. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sandboxAsksNobody(boolean canAsk) throws Exception {
    String[] options = {"--sandbox", "--approval-above", "0.50"};
    try (Host host = Host.here(Map.of(), options).initialize(canAsk).answerAll("decline")) {
      Map<String, Object> lookingAlike = new HashMap<>(Host.load("PO-1"));
      lookingAlike.put("customerRef", "PO-2");
      Map<?, ?> made = host.tool("create_load", Host.load("PO-1"));
      Object second = host.tool("create_load", lookingAlike).get("chargedUsd");
      assertThat(List.of(made.get("chargedUsd"), second)).containsOnly("0.65");
      Map<String, Object> confirmed = Map.of("loadNumber", made.get("loadNumber"));
      assertThat(Host.code(host.tool("confirm_delivery", confirmed))).isEqualTo("NOT_AT_DELIVERY");
      assertThat(host.end()).isZero();
      assertThat(host.log("")).isEmpty();
    }
  }

  @Test
  void sandboxTellsTheModelThatNothingIsReal() throws Exception {
    try (Host host = Host.here(Map.of(), "--sandbox").initialize(false)) {
      assertThat(host.serverInfo.get("title")).isEqualTo("freight (play money)");
      assertThat(host.instructions)
          .startsWith("This server has play money:")
          .endsWith(FreightTools.instructions());
      assertThat(host.end()).isZero();
    }
  }

  /** A user who forgets the tick would believe that drivers get messages. */
  @Test
  void sandboxReportsThatItIgnoresAddressAndKey() throws Exception {
    Map<String, String> form =
        Map.of(
            "FREIGHT_MCP_BUNDLE",
            "true",
            "FREIGHT_MCP_SANDBOX",
            "true",
            "FREIGHT_BASE_URL",
            service.baseUrl(),
            "FREIGHT_AGENT_KEY",
            broker.agentKey());
    try (Host host = Host.here(form).initialize(false)) {
      assertThat(host.end()).isZero();
      assertThat(host.log("play money"))
          .isEqualToIgnoringNewLines(
              "freight-mcp-server: \"Try it without an account\": is on, so all loads are play"
                  + " money; turn it off to use \"Address of the service\"");
    }
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void sandboxNeedsNoKeyAndNoLedger() throws Exception {
    try (Host host = Host.here(Map.of(), "--sandbox").initialize(false)) {
      Map<?, ?> made = host.tool("create_load", Host.load("PO-1"));
      assertThat(made.get("chargedUsd")).as(made.toString()).isEqualTo("0.65");
      assertThat(host.tool("get_budget", Map.of()).get("balanceUsd")).isEqualTo("24.35");
      assertThat(host.end()).isZero();
    }
    assertThat(broker.debits()).isEmpty();
  }
}
