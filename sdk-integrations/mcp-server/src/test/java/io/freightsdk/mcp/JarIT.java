package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that users install: the jar, and the bundle for desktop hosts. */
class JarIT {
  private static final Pattern LOG_OF_A_QUESTION =
      Pattern.compile(
          "freight-mcp-server: create_load PO-1: 0\\.65 USD, approved after [0-9]+ s, scope none");

  private static final Path JAR = Path.of("target", "freight-mcp-server.jar");

  @TempDir Path folder;
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");

  @AfterEach
  void close() {
    service.close();
  }

  /** The other tests start the bundle, and so prove that the jar needs no other file. */
  @Test
  void bundleContainsTheJarUnchanged() throws IOException {
    Map<?, ?> server = (Map<?, ?>) Bundle.unpack(folder).get("server");
    Path bundled = folder.resolve((String) server.get("entry_point"));
    assertThat(bundled).hasSameBinaryContentAs(JAR);
  }

  @Test
  void bundleStartsWithTheValuesOfItsForm() throws Exception {
    Map<String, Object> form =
        Map.of("address", service.baseUrl(), "agent_key", broker.agentKey(), "limit_per_day", 2);

    requireCreatedLoad(Bundle.start(folder, form, Map.of()), 1);

    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void bundleStartsWithPlayMoneyWithoutAnAccount() throws Exception {
    requireCreatedLoad(Bundle.start(folder, Map.of("sandbox", true), Map.of()), 0);

    assertThat(broker.debits()).isEmpty();
  }

  /** A host shows sensitive values as dots, and stores them with the system's passwords. */
  @Test
  void formHidesTheKey() throws IOException {
    Map<?, ?> form = (Map<?, ?>) Bundle.unpack(folder).get("user_config");
    assertThat(((Map<?, ?>) form.get("agent_key")).get("sensitive")).isEqualTo(true);
  }

  /** Also requires that the program logs nothing but one line for each question. */
  private static void requireCreatedLoad(Host started, int expected) throws Exception {
    AtomicInteger questions = new AtomicInteger();
    try (Host host = started.initialize(true)) {
      host.onRequest(
          question -> {
            questions.incrementAndGet();
            host.answer(question, "accept");
          });
      assertThat(host.request("tools/list", Map.of()).toString()).contains("create_load");
      assertThat(host.tool("create_load", Host.load("PO-1")).get("chargedUsd")).isEqualTo("0.65");
      assertThat(host.end()).isZero();
      assertThat(host.log("").lines())
          .hasSize(expected)
          .allMatch(LOG_OF_A_QUESTION.asMatchPredicate());
    }
    assertThat(questions).hasValue(expected);
  }
}
