package io.freightsdk.server.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.ChildJvm;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Tests of the server over HTTP that are pointed at a deployment by one option. */
class AtADeploymentIT {
  @AutoClose private final InMemoryFreightServer deployment = InMemoryFreightServer.start();
  private final Broker broker = deployment.createBroker("25.00");

  /** Runs tests, and ends with 0 if none failed and as many as are named were not skipped. */
  static final class Tests {
    private Tests() {}

    public static void main(String[] arguments) {
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(
                  selectClass("io.freightsdk.server.http.ErrorTableTest"),
                  selectClass("io.freightsdk.server.http.ValidationTest"))
              .build();
      SummaryGeneratingListener told = new SummaryGeneratingListener();
      LauncherFactory.create().execute(request, told);
      TestExecutionSummary summary = told.getSummary();
      summary.getFailures().forEach(failure -> failure.getException().printStackTrace());
      boolean asked = summary.getTestsSucceededCount() >= Long.parseLong(arguments[0]);
      System.exit(summary.getTestsFailedCount() == 0 && asked ? 0 : 1);
    }
  }

  private void run(int asked, String... options) throws IOException, InterruptedException {
    List<String> command = ChildJvm.program(Tests.class, Integer.toString(asked));
    command.add(1, "-Dfreight.deployment=" + deployment.baseUrl());
    command.addAll(1, List.of(options));
    ProcessBuilder tests = new ProcessBuilder(command).inheritIO();
    tests.environment().put("FREIGHT_AGENT_KEY", broker.agentKey());
    assertThat(tests.start().waitFor()).isZero();
  }

  @Test
  void theyAskWhatIsFree() throws Exception {
    run(3);
    assertThat(deployment.journal().total()).isGreaterThan(5);
    assertThat(broker.requests())
        .noneMatch(one -> one.operation() == Operation.CREATE_LOAD && one.status() < 400);
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void withABudgetTheyAskWhatFitsIt() throws Exception {
    run(6, "-Dfreight.budget=5.00");
    BigDecimal spent = new BigDecimal("25.00").subtract(broker.balanceUsd());
    assertThat(spent).isPositive().isLessThanOrEqualTo(new BigDecimal("5.00"));
  }
}
