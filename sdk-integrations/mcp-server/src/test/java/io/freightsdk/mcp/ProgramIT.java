package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program as a host starts it, with its streams, a ledger on disk, and killed processes. */
class ProgramIT {
  /** The time from the debit to the response of the service. The host disconnects before. */
  private static final Duration LONGER_THAN_THE_HOST_WAITS = Duration.ofSeconds(10);

  private static final FileAttribute<?> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  @TempDir Path folder;
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");
  private final Map<String, String> environment =
      Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY", broker.agentKey());
  private Path ledger;

  @BeforeEach
  void own() {
    ledger = folder.resolve("ledger.db");
  }

  @AfterEach
  void close() {
    service.close();
  }

  private Host start(String limit, String... more) throws Exception {
    return Host.here(environment, arguments(limit, more));
  }

  private Host startProcess(String limit) throws Exception {
    return Host.process(environment, arguments(limit));
  }

  private String[] arguments(String limit, String... more) {
    List<String> arguments = new ArrayList<>(List.of("--limit-per-day", limit));
    arguments.addAll(List.of("--ledger", ledger.toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  @Test
  void helpAndVersionNeedNoConfiguration() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    assertThat(run("--help", out)).isZero();
    assertThat(run("--version", out)).isZero();

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("--limit-per-day", "--approval-above", "--read-only", "--ledger", "unreleased");
  }

  private static int run(String argument, OutputStream out) {
    return FreightMcpServer.run(
        List.of(argument), Map.of(), InputStream.nullInputStream(), out, System.err);
  }

  /** Sends requests with more responses than a pipe holds. */
  private void fill(Writer input) throws Exception {
    input.write(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}}\n"
            + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
    for (int i = 1; i <= 100; i++) {
      input.write("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"tools/list\"}\n");
    }
    input.write(Host.createLoad(101, "PO-1") + "\n");
    input.flush();
    awaitDebit();
  }

  private void requireRecordedLoad() throws Exception {
    try (Host next = start("2.00")) {
      next.initialize(false);
      assertThat(next.tool("get_budget", Map.of()).get("allowanceUsd")).isEqualTo("1.35");
    }
  }

  @Test
  @Timeout(300)
  void endOfInputEndsTheProgramIfNobodyReadsItsOutput() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    OutputStream unread =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            try {
              reading.await();
            } catch (InterruptedException e) {
              throw new InterruptedIOException();
            }
          }
        };
    PipedOutputStream input = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(input, 1 << 20);
    CompletableFuture<Integer> program =
        CompletableFuture.supplyAsync(
            () ->
                FreightMcpServer.run(List.of(arguments("2")), environment, in, unread, System.err),
            task -> new Thread(task, "program").start());
    Writer host = new OutputStreamWriter(input, StandardCharsets.UTF_8);
    try {
      fill(host);
      host.close();
      assertThat(program.get(60, TimeUnit.SECONDS)).isZero();
      requireRecordedLoad();
    } finally {
      reading.countDown();
    }
  }

  @Tag("slow") // starts a process
  @Test
  @Timeout(300)
  void sigtermEndsTheProgramIfNobodyReadsItsOutput() throws Exception {
    ProcessBuilder program =
        new ProcessBuilder(ChildJvm.program(FreightMcpServer.class, arguments("2")));
    program.environment().putAll(environment);
    Process host = program.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      fill(host.outputWriter());
      host.toHandle().destroy();
      assertThat(host.waitFor(60, TimeUnit.SECONDS)).as("it has ended").isTrue();
    } finally {
      host.destroyForcibly();
    }
    requireRecordedLoad();
  }

  @Test
  void limitSurvivesARestartAndIsSharedByTwoHosts() throws Exception {
    try (Host first = startProcess("1.50")) {
      first.initialize(false);
      assertThat(Host.code(first.tool("create_load", Host.load("PO-1")))).isEqualTo("ok");
      try (Host second = start("1.50")) {
        second.initialize(false);
        assertThat(second.tool("get_budget", Map.of()).get("allowanceUsd")).isEqualTo("0.85");
        assertThat(Host.code(second.tool("create_load", Host.load("PO-2")))).isEqualTo("ok");
        assertThat(Host.code(first.tool("create_load", Host.load("PO-3"))))
            .isEqualTo("SPEND_LIMIT");
        first.process.destroyForcibly().waitFor();
        assertThat(Host.code(second.tool("create_load", Host.load("PO-3"))))
            .isEqualTo("SPEND_LIMIT");
      }
    }
    try (Host again = start("1.50")) {
      again.initialize(false);
      assertThat(again.tool("get_budget", Map.of()).get("allowanceUsd")).isEqualTo("0.20");
      assertThat(Host.code(again.tool("create_load", Host.load("PO-4")))).isEqualTo("SPEND_LIMIT");
      assertThat(Host.code(again.tool("create_load", Host.load("PO-1")))).isEqualTo("ok");
      assertThat(again.tool("list_loads", Map.of("customerRef", "po 1")).get("loads"))
          .asString()
          .contains("loadNumber=LD-");
      assertThat(again.end()).isZero();
    }
    assertThat(broker.debits()).hasSize(2);
  }

  private void awaitDebit() {
    Eventually.until(broker::debits, debits -> !debits.isEmpty());
  }

  @Tag("slow") // waits ten seconds for the service
  @Test
  @Timeout(300)
  void endOfInputDuringACreationRecordsItsCharge() throws Exception {
    service
        .faults()
        .next(Operation.CREATE_LOAD, Fault.delayAfterCommit(LONGER_THAN_THE_HOST_WAITS));
    try (Host host = start("1.50")) {
      host.initialize(false);
      host.tool("get_budget", Map.of());
      host.startTool("create_load", Host.load("PO-1"));
      awaitDebit();
      assertThat(host.end()).isZero();
      host.log(
          "create_load: finished after the host cancelled it or disconnected: done, charge 0.65 USD");
    }
    try (Host next = start("1.50")) {
      next.initialize(false);
      assertThat(next.tool("get_budget", Map.of()).get("allowanceUsd")).isEqualTo("0.85");
    }
  }

  /** The input may end before or after the response of the service. */
  @Test
  void runningCreationFinishesWhenTheInputEnds() throws Exception {
    service.faults().next(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofMillis(300)));
    try (Host host = start("1.50")) {
      host.initialize(false);
      host.tool("get_budget", Map.of());
      int creation = host.startTool("create_load", Host.load("PO-1"));
      awaitDebit();
      assertThat(host.end()).isZero();
      assertThat(Host.text(host.response(creation)).get("chargedUsd")).isEqualTo("0.65");
    }
  }

  @Tag("slow") // starts a process
  @Test
  @Timeout(300)
  void sigtermRecordsThePaidCallBeforeTheExit() throws Exception {
    service
        .faults()
        .next(Operation.CREATE_LOAD, Fault.delayAfterCommit(LONGER_THAN_THE_HOST_WAITS));
    try (Host host = startProcess("1.50")) {
      host.initialize(false);
      host.tool("get_budget", Map.of());
      host.startTool("create_load", Host.load("PO-1"));
      awaitDebit();
      // Process.destroy would also close the streams.
      host.process.toHandle().destroy();
      assertThat(host.process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      host.log(
          "create_load: finished after the host cancelled it or disconnected: done, charge 0.65 USD");
    }
    try (Host next = start("1.50")) {
      next.initialize(false);
      assertThat(next.tool("get_budget", Map.of()).get("allowanceUsd")).isEqualTo("0.85");
      assertThat(next.tool("create_load", Host.load("PO-1")).get("chargedUsd")).isEqualTo("0.00");
    }
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void toolsAreListedWhileTheServiceIsSilent() throws Exception {
    // Accepts every connection and never responds.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Host host =
            Host.here(
                Map.of(
                    "FREIGHT_BASE_URL",
                    "http://127.0.0.1:" + silent.getLocalPort(),
                    "FREIGHT_AGENT_KEY",
                    "test-key"),
                "--limit-per-day",
                "2",
                "--ledger",
                ledger.toString())) {
      host.initialize(false);

      assertThat(host.request("tools/list", Map.of()).toString())
          .contains("get_budget says how much");
      assertThat(host.end()).isZero();
    }
  }

  @Test
  void fileThatIsNoLedgerIsReportedAndUnchanged() throws Exception {
    Files.createFile(ledger, PRIVATE_FILE);
    Files.writeString(ledger, "somebody else's file".repeat(1000));
    byte[] before = Files.readAllBytes(ledger);
    try (Host host = start("2.00")) {
      assertThat(host.end()).isEqualTo(2);
      assertThat(
              host.log(
                  "--ledger: the ledger cannot be opened, and without it nothing may be spent; "))
          .contains(ledger.toString())
          .hasLineCount(1);
    }
    assertThat(Files.readAllBytes(ledger)).isEqualTo(before);
  }

  /** By default, the ledger is in the user's data folder, which only this user can open. */
  @Test
  void dataFolderIsAccessibleToItsUserOnly() throws Exception {
    Map<String, String> at = new HashMap<>(environment);
    at.put("XDG_DATA_HOME", folder.resolve("data").toString());
    try (Host host = Host.here(at, "--limit-per-day", "2.00")) {
      host.initialize(false);
      assertThat(Host.code(host.tool("create_load", Host.load("PO-1")))).isEqualTo("ok");
      assertThat(host.end()).isZero();
    }
    Path made = folder.resolve("data/freight-mcp-server");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    assertThat(made.resolve("ledger.db")).isRegularFile();
  }

  /** A shell script sends all lines immediately, and then the end of the input. */
  @Test
  void requestsSentBeforeTheInputEndsGetResponses() throws Exception {
    try (Host host = start("2.00")) {
      host.initialize(false);
      int list = host.start("tools/list", Map.of());
      int prices = host.startTool("get_budget", Map.of());
      assertThat(host.end()).isZero();
      assertThat(host.response(list).toString()).contains("create_load");
      assertThat(Host.code(Host.text(host.response(prices)))).isEqualTo("ok");
    }
  }

  @Test
  void readOnlyServerOffersOnlyToolsThatRead() throws Exception {
    try (Host host = start("2.00", "--read-only")) {
      host.initialize(false);
      assertThat(host.request("tools/list", Map.of()).toString())
          .contains("get_load_position")
          .doesNotContain("name=create_load")
          .doesNotContain("name=confirm_delivery");
      assertThat(host.request("tools/call", Map.of("name", "create_load")).toString())
          .contains("error=");
    }
  }

  @Test
  void excludedToolIsNeitherListedNorCalled() throws Exception {
    try (Host host =
        start(
            "2.00", "--exclude-tool", "confirm_delivery", "--exclude-tool=get_budget,list_loads")) {
      host.initialize(true).answerAll("accept");
      assertThat(host.request("tools/list", Map.of()).toString())
          .contains("name=create_load", "name=get_load_position")
          .doesNotContain("name=confirm_delivery", "name=get_budget", "name=list_loads");
      assertThat(host.tool("confirm_delivery", Map.of("loadNumber", "LD-2026-0001")).toString())
          .contains("error=");
      assertThat(host.end()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"1.00, true", "0.65, true", "0.50, false"})
  void startReportsAnApprovalPriceThatNoLoadReaches(String above, boolean isLogged)
      throws Exception {
    try (Host host = start("2.00", "--approval-above", above)) {
      host.initialize(false);
      String message = " is not less, so nobody is asked before a load is created";
      if (isLogged) host.log("--approval-above: a load costs 0.65 USD, and " + above + message);
      host.tool("get_budget", Map.of());
      assertThat(host.end()).isZero();
      if (!isLogged) assertThat(host.log("")).isEmpty();
    }
  }

  /** A user may leave this field of the form empty. */
  @Test
  void startReportsThatNobodyIsAskedWithoutAnApprovalPrice() throws Exception {
    try (Host host = start("2.00")) {
      host.initialize(false);
      host.log("--approval-above: is missing, so nobody is asked before a load is created");
      assertThat(host.end()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "false | '' | wrong-key | FREIGHT_AGENT_KEY: the service refuses this key, so no tool works",
        "true | '' | wrong-key | \"Agent key\": the service refuses this key, so no tool works",
        "false | /v1 | | FREIGHT_BASE_URL: another server than the service responds at this address (status 404)",
        "true | /v1 | | \"Address of the service\": another server than the service responds at this",
      })
  void startReportsAWrongKeyOrAddress(boolean fromBundle, String path, String key, String expected)
      throws Exception {
    Map<String, String> wrong =
        Map.of(
            "FREIGHT_MCP_BUNDLE",
            String.valueOf(fromBundle),
            "FREIGHT_BASE_URL",
            service.baseUrl() + path,
            "FREIGHT_AGENT_KEY",
            key == null ? broker.agentKey() : key);
    String[] options = {
      "--limit-per-day", "2", "--ledger", ledger.toString(), "--approval-above", "0.50"
    };
    try (Host host = Host.here(wrong, options)) {
      host.initialize(false);
      assertThat(host.log(expected)).hasLineCount(1).doesNotContain("wrong-key");
      assertThat(host.request("tools/list", Map.of()).toString()).contains("create_load");
      assertThat(host.end()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"freight-staging, [freight-staging] Text", "freight, Text", ", Text"})
  void questionsContainTheServerNameUnlessItIsTheDefault(String name, String text)
      throws Exception {
    List<String> more = new ArrayList<>(List.of("--approval-above", "0.50"));
    if (name != null) more.addAll(List.of("--name", name));
    String shown = name == null ? "freight" : name;
    List<String> questions = new CopyOnWriteArrayList<>();
    try (Host host = start("2.00", more.toArray(String[]::new))) {
      host.onRequest(
          request -> {
            questions.add(((Map<?, ?>) request.get("params")).get("message").toString());
            host.answer(request, "accept");
          });
      assertThat(host.initialize(true).serverInfo.toString())
          .contains("name=" + shown, "title=" + shown);
      assertThat(Host.code(host.tool("create_load", Host.load("PO-1")))).isEqualTo("ok");
    }
    assertThat(questions)
        .singleElement()
        .asString()
        .startsWith("0.65 USD of the prepaid balance: " + text + " the driver at");
  }
}
