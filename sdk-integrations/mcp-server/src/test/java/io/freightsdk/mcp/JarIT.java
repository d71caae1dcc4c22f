package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
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
    Map<?, ?> server = (Map<?, ?>) manifest().get("server");
    Path bundled = folder.resolve((String) server.get("entry_point"));
    assertThat(bundled).hasSameBinaryContentAs(JAR);
  }

  @Test
  void bundleStartsWithTheValuesOfItsForm() throws Exception {
    Map<String, Object> form =
        Map.of("address", service.baseUrl(), "agent_key", broker.agentKey(), "limit_per_day", 2);

    requireCreatedLoad(startBundle(form), 1);

    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void bundleStartsWithPlayMoneyWithoutAnAccount() throws Exception {
    requireCreatedLoad(startBundle(Map.of("sandbox", true)), 0);

    assertThat(broker.debits()).isEmpty();
  }

  /** A host shows sensitive values as dots, and stores them with the system's passwords. */
  @Test
  void formHidesTheKey() throws IOException {
    Map<?, ?> form = (Map<?, ?>) manifest().get("user_config");
    assertThat(((Map<?, ?>) form.get("agent_key")).get("sensitive")).isEqualTo(true);
  }

  /** Also requires that the program logs nothing but one line for each question. */
  private static void requireCreatedLoad(Host started, int asked) throws Exception {
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
          .hasSize(asked)
          .allMatch(LOG_OF_A_QUESTION.asMatchPredicate());
    }
    assertThat(questions).hasValue(asked);
  }

  /** Unpacks the bundle. */
  private Map<?, ?> manifest() throws IOException {
    try (ZipFile bundle = new ZipFile("target/freight.mcpb")) {
      for (ZipEntry file : Collections.list(bundle.entries())) {
        Files.copy(bundle.getInputStream(file), folder.resolve(file.getName()));
      }
    }
    return Host.object(Files.readString(folder.resolve("manifest.json")));
  }

  /** Unpacks the bundle, and starts its command with the values of its form, or their defaults. */
  private Host startBundle(Map<String, Object> filledIn) throws IOException {
    Map<?, ?> manifest = manifest();
    Map<?, ?> start = (Map<?, ?>) ((Map<?, ?>) manifest.get("server")).get("mcp_config");
    Map<String, Object> form = new HashMap<>(Map.of("java", ChildJvm.command().get(0)));
    form.putAll(filledIn);
    ((Map<?, ?>) manifest.get("user_config"))
        .forEach(
            (name, field) -> form.putIfAbsent((String) name, ((Map<?, ?>) field).get("default")));

    List<String> command = new ArrayList<>(List.of(filled(start.get("command"), form)));
    ((List<?>) start.get("args")).forEach(argument -> command.add(filled(argument, form)));
    Map<String, String> environment = new HashMap<>();
    environment.put("XDG_DATA_HOME", folder.resolve("data").toString());
    ((Map<?, ?>) start.get("env"))
        .forEach((name, value) -> environment.put((String) name, filled(value, form)));
    return Host.process(environment, command);
  }

  private String filled(Object text, Map<String, Object> form) {
    return Pattern.compile("\\$\\{(user_config\\.)?(\\w+)}")
        .matcher((String) text)
        .replaceAll(
            found ->
                found.group(2).equals("__dirname")
                    ? folder.toString()
                    : String.valueOf(form.get(found.group(2))));
  }
}
