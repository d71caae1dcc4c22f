package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.ChildJvm;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The one file that people install. */
class JarIT {
  private static final String JAR =
      Path.of("target", "freight-mcp-server.jar").toAbsolutePath().toString();

  @TempDir Path folder;
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");

  @AfterEach
  void close() {
    service.close();
  }

  /** Creates a load with a ledger in a file, and says nothing but messages. */
  private void works(List<String> command) throws Exception {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("-jar", JAR, "--limit-per-day", "2.00", "--approve-above", "0.50"));
    all.addAll(List.of("--ledger", folder.resolve("ledger.db").toString()));
    Map<String, String> environment =
        Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY", broker.agentKey());
    try (Host host = Host.process(environment, all).initialize(true).answering("accept")) {
      assertThat(host.request("tools/list", Map.of()).toString()).contains("create_load");
      assertThat(host.tool("create_load", Host.load("PO-1")).get("chargedUsd")).isEqualTo("0.65");
      assertThat(host.end()).isZero();
      assertThat(host.said("")).isEmpty();
    }
  }

  @Test
  void theJarNeedsNothingBesideIt() throws Exception {
    works(ChildJvm.command());
  }

  @Tag("slow") // makes an archive of classes
  @Test
  void theArchiveOfThePageIsMadeAndTaken() throws Exception {
    Path archive = folder.resolve("classes.jsa");
    List<String> command =
        here(List.of(InstallLinesIT.block("sh archive").strip().split(" +")), archive);
    int input = command.indexOf("<");
    Process making =
        new ProcessBuilder(command.subList(0, input))
            .redirectInput(new File(command.get(input + 1)))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(making.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(making.exitValue()).isZero();
    assertThat(archive).isNotEmptyFile();

    List<?> flags = new JsonMapper().readValue(InstallLinesIT.block("json archive"), List.class);
    List<String> fast = ChildJvm.command();
    fast.addAll(here(flags.stream().map(String.class::cast).toList(), archive));
    works(fast);
  }

  /** With the paths and the Java of this test in place of the page's. */
  private static List<String> here(List<String> words, Path archive) {
    return words.stream()
        .map(word -> word.replace("/path/to/freight-mcp-server.jsa", archive.toString()))
        .map(word -> word.replace("/path/to/freight-mcp-server.jar", JAR))
        .map(word -> word.equals("java") ? ChildJvm.command().get(0) : word)
        .toList();
  }
}
