package io.freightsdk.setup;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static io.freightsdk.server.assertj.FreightAssertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.junit.BrokerNamed;
import io.freightsdk.server.junit.FreightServerTest;
import io.freightsdk.testing.SampleLoads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A client as a parameter of a test with the server's JUnit extension. */
@FreightServerTest
class ClientParameterIT {
  private static final int AT_ONCE = 8;

  /** Whether this class runs the tests below; a build that finds them skips them. */
  private static volatile boolean running;

  private static final List<FreightClient> GIVEN = new CopyOnWriteArrayList<>();

  private FreightClient ofSetUp;

  @BeforeEach
  void take(FreightClient client) {
    ofSetUp = client;
  }

  @Test
  void clientSpendsTheBalanceOfTheBroker(FreightClient client, Broker broker) {
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();

    assertThat(client).isSameAs(ofSetUp);
    assertThat(broker).chargedExactlyOnceFor(load).hasBalance("24.35");
  }

  @Test
  void clientUsesTheClockOfTheServer(FreightClient client, InMemoryFreightServer server) {
    CallOptions cheap = CallOptions.builder().maxPrice("1.00").build();
    client.createLoad(SampleLoads.twoStops(), cheap);
    server.price("load_create", "9.00");
    server.clock().advance(Duration.ofMinutes(10));

    assertThatThrownBy(() -> client.createLoad(SampleLoads.twoStops(), cheap))
        .isInstanceOf(PriceLimitExceededException.class);
  }

  @Test
  void namedBrokersHaveOwnClientsBalancesLoadsAndFaults(
      @BrokerNamed("acme") FreightClient acme,
      @BrokerNamed("acme") Broker acmesAccount,
      @BrokerNamed("acme") Faults acmesFaults,
      @BrokerNamed("globex") FreightClient globex,
      @BrokerNamed("globex") Broker globexsAccount,
      Broker unnamed) {
    acmesFaults.next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    CreateLoadInput order = SampleLoads.twoStops().toBuilder().customerRef("PO-1").build();
    String load = acme.createLoad(order).loadNumber();

    assertThatThrownBy(() -> globex.getLoadPosition(load))
        .isInstanceOf(PermissionDeniedException.class);
    assertThat(acmesAccount).chargedExactlyOnceFor(load).hasBalance("24.35");
    assertThat(acmesAccount.requests()).hasSizeGreaterThan(1);
    assertThat(globexsAccount).wasNotCharged();
    assertThat(unnamed).wasNotCharged();
    assertThat(ofSetUp).isNotSameAs(acme);
  }

  @Nested
  class Inside {
    @Test
    void aNestedTestHasTheClientOfItsSetUp(FreightClient client, Broker broker) {
      client.createLoad(SampleLoads.twoStops());

      assertThat(client).isSameAs(ofSetUp);
      assertThat(broker).hasBalance("24.35");
    }
  }

  @EnabledIf("io.freightsdk.setup.ClientParameterIT#isRunning")
  @FreightServerTest
  @Execution(ExecutionMode.CONCURRENT)
  static class RunsAtOnce {
    @RepeatedTest(AT_ONCE)
    void clientSpendsItsOwnBalance(
        FreightClient client, Broker broker, InMemoryFreightServer server) {
      GIVEN.add(client);
      client.createLoad(SampleLoads.twoStops());
      assertThat(broker).hasBalance("24.35");
      assertThat(server.brokers()).containsExactly(broker);
    }

    @AfterEach
    void isStillOpen(FreightClient client, Broker broker) {
      assertThat(client.getBalance().balanceUsd()).isEqualByComparingTo(broker.balanceUsd());
    }
  }

  static boolean isRunning() {
    return running;
  }

  @Test
  void clientIsClosedAfterItsTest() {
    List<TestExecutionResult> results = run(RunsAtOnce.class);

    assertThat(results)
        .hasSize(AT_ONCE)
        .allSatisfy(result -> assertThat(result.getThrowable()).isEmpty());
    assertThat(GIVEN)
        .hasSize(AT_ONCE)
        .doesNotHaveDuplicates()
        .allSatisfy(
            client -> assertThatThrownBy(client::getBalance).hasMessageContaining("closed"));
  }

  private static List<TestExecutionResult> run(Class<?> tests) {
    List<TestExecutionResult> results = new CopyOnWriteArrayList<>();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(tests))
            .filters(EngineFilter.includeEngines("junit-jupiter"))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
            .build();
    running = true;
    try {
      LauncherFactory.create()
          .execute(
              request,
              new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                  if (test.isTest()) results.add(result);
                }
              });
    } finally {
      running = false;
    }
    return results;
  }
}
