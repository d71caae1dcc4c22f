package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import java.awt.EventQueue;
import java.awt.Frame;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program asks in its own window: bundle and jar, started as hosts start them. */
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class ApprovalWindowIT {
  private static TestDisplay display;

  @TempDir Path folder;
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");
  private final BlockingQueue<Map<?, ?>> questions = new LinkedBlockingQueue<>();

  @BeforeAll
  static void open() {
    display = TestDisplay.start();
  }

  @AfterAll
  static void closeDisplay() {
    if (display != null) display.close();
  }

  @AfterEach
  void close() {
    service.close();
  }

  /** Starts the bundle, with the defaults of its form for limit and approval. */
  private Host bundle(String displayName) throws Exception {
    Map<String, Object> form = Map.of("address", service.baseUrl(), "agent_key", broker.agentKey());
    return Bundle.start(folder, form, Map.of("DISPLAY", displayName));
  }

  private Host jar(String displayName) throws Exception {
    List<String> command =
        new ArrayList<>(ChildJvm.command("-jar", "target/freight-mcp-server.jar"));
    command.addAll(List.of("--limit-per-day", "20.00", "--approval-above", "0.50"));
    return Host.process(
        Map.of(
            "FREIGHT_BASE_URL",
            service.baseUrl(),
            "FREIGHT_AGENT_KEY",
            broker.agentKey(),
            "XDG_DATA_HOME",
            folder.toString(),
            "DISPLAY",
            displayName),
        command);
  }

  private static Object code(Host host, int call) {
    return Host.code(Host.text(host.response(call)));
  }

  /** As desktop hosts: without elicitation, or they respond without asking their user. */
  @ParameterizedTest
  @ValueSource(strings = {"no elicitation", "cancel", "decline"})
  void oneClickCreatesTheFirstLoadOfTheBundle(String hostBehavior) throws Exception {
    try (Host host = bundle(display.name)) {
      host.onRequest(
          request -> {
            questions.add(request);
            host.answer(request, hostBehavior);
          });
      host.initialize(!hostBehavior.equals("no elicitation"));
      int call = host.startTool("create_load", Host.load("PO-1"));
      display.awaitWindow();
      assertThat(broker.debits()).isEmpty();

      display.click("yes");

      assertThat(Host.text(host.response(call)).get("chargedUsd")).isEqualTo("0.65");
      display.awaitNoWindow();
      assertThat(host.end()).isZero();
      assertThat(host.log("approved").lines()).hasSize(1);
    }
    assertThat(questions).as("questions to the host").isEmpty();
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void nothingIsSentWithoutAYes() throws Exception {
    try (Host host = bundle(display.name).initialize(false)) {
      int declined = host.startTool("create_load", Host.load("PO-1"));
      display.click("no");
      assertThat(code(host, declined)).isEqualTo("APPROVAL_DENIED");
      display.awaitNoWindow();

      int cancelled = host.startTool("create_load", Host.load("PO-2"));
      display.awaitWindow();
      host.cancel(cancelled);
      display.awaitNoWindow();

      int abandoned = host.startTool("create_load", Host.load("PO-3"));
      display.awaitWindow();
      assertThat(host.end()).isZero();
      display.awaitNoWindow();
      assertThat(code(host, abandoned)).isEqualTo("CANCELLED");
    }
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void concurrentCallsOpenOneWindowAfterTheOther() throws Exception {
    try (Host host = bundle(display.name).initialize(false)) {
      int first = host.startTool("create_load", Host.load("PO-1"));
      display.awaitWindow();
      int second = host.startTool("create_load", Host.load("PO-2"));
      assertThat(host.tool("get_budget", Map.of()).get("balanceUsd")).isEqualTo("100.00");

      display.click("no");
      assertThat(code(host, first)).isEqualTo("APPROVAL_DENIED");
      display.click("yes");
      assertThat(code(host, second)).isEqualTo("ok");
      assertThat(host.end()).isZero();
    }
    assertThat(broker.debits()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void jarOpensAWindowOnlyIfTheHostCannotAsk(boolean canAsk) throws Exception {
    try (Host host = jar(display.name)) {
      host.onRequest(
          request -> {
            questions.add(request);
            host.answer(request, "accept");
          });
      host.initialize(canAsk);
      int call = host.startTool("create_load", Host.load("PO-1"));
      if (!canAsk) display.click("yes");

      assertThat(code(host, call)).isEqualTo("ok");
      assertThat(host.end()).isZero();
    }
    assertThat(questions).hasSize(canAsk ? 1 : 0);
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void unreachableDisplayIsRefusedWithTheRemedy() throws Exception {
    try (Host host = bundle(":4711").initialize(false)) {
      for (int i = 1; i <= 2; i++) {
        assertThat(host.tool("create_load", Host.load("PO-" + i)).toString())
            .contains("APPROVAL_REQUIRED", "in its own window", "DISPLAY");
      }
      assertThat(host.end()).isZero();
      assertThat(host.log("the approval window"))
          .contains("cannot be opened: java.awt.AWTError; use")
          .doesNotContain("\tat ");
    }
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void windowShowsPlainTextAndDefaultsToNo() throws Exception {
    ProcessBuilder child =
        new ProcessBuilder(ChildJvm.program(WindowInThisJvm.class))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    child.environment().put("DISPLAY", display.name);

    assertThat(child.start().inputReader().lines())
        .containsExactly(
            "yes is enabled: false",
            "no is enabled: false",
            "default: Don't",
            "takes the focus: false",
            "shows a text of 2000 lines with its buttons: true",
            "without an answer: java.util.concurrent.TimeoutException");
  }

  /** Looks at components, which a program cannot do in another process. */
  static final class WindowInThisJvm {
    private WindowInThisJvm() {}

    public static void main(String[] arguments) throws Exception {
      String longText = "<html><b>1 Main St</b>\n".repeat(2000);
      ApprovalRequest request =
          new ApprovalRequest("create_load", longText, new BigDecimal("0.65"), null, Map.of());
      EventQueue.invokeAndWait(
          () -> {
            ApprovalWindow window = new ApprovalWindow(request, "freight", Duration.ofMinutes(10));
            System.out.println("yes is enabled: " + window.yes.isEnabled());
            System.out.println("no is enabled: " + window.no.isEnabled());
            System.out.println(
                "default: " + window.frame.getRootPane().getDefaultButton().getText());
            System.out.println("takes the focus: " + window.frame.isAutoRequestFocus());
            int bottom = window.yes.getLocationOnScreen().y + window.yes.getHeight();
            System.out.println(
                "shows a text of 2000 lines with its buttons: "
                    + (bottom < window.frame.getGraphicsConfiguration().getBounds().height));
            window.frame.dispose();
          });
      try {
        ApprovalWindow.ask(request, "freight", new CompletableFuture<>(), Duration.ofSeconds(1));
      } catch (RuntimeException e) {
        System.out.println("without an answer: " + e.getCause().getClass().getName());
      }
      Eventually.until(
          () -> Stream.of(Frame.getFrames()).noneMatch(Frame::isShowing), () -> "still open");
      System.exit(0);
    }
  }
}
