package io.freightsdk.server.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.view.ServerClock;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests with the extension: tests that fail, that end early, and that run concurrently. */
class ExtensionRunIT {
  private static final int AT_ONCE = 8;

  private static final String ONLY_FROM_HERE =
      "io.freightsdk.server.junit.ExtensionRunIT#isRunning";

  /** Whether it is this class that runs the tests below, and not whoever finds them. */
  private static volatile boolean running;

  /** Base URLs of the servers that the tests below were given, by broker. */
  private static final Map<String, String> GIVEN = new ConcurrentHashMap<>();

  /** Server objects, because a new server may get the port of an ended server. */
  private static final Set<InMemoryFreightServer> SERVERS =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  static boolean isRunning() {
    return running;
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest(shared = false, balanceUsd = "3.00")
  static class FailsAfterACharge {
    @Test
    void fails(InMemoryFreightServer server, Broker broker) {
      GIVEN.put(broker.brokerId(), server.baseUrl());
      new Http(server.baseUrl(), broker.agentKey()).post("/v1/agent/loads", Orders.TWO_STOPS);
      throw new AssertionError("on purpose");
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  static class GuessesAPathAndAKey {
    @Test
    void fails(Broker broker) {
      new Http(broker.baseUrl(), broker.agentKey()).get("/v1/agent/load/LD-1");
      new Http(broker.baseUrl(), "fak_wrong").get("/v1/agent/balance");
      throw new AssertionError("on purpose");
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest(balanceUsd = "3.00")
  static class FailsInItsSetup {
    @BeforeEach
    void book(Broker broker) {
      new Http(broker.baseUrl(), broker.agentKey()).post("/v1/agent/loads", Orders.TWO_STOPS);
      throw new AssertionError("on purpose");
    }

    @Test
    void neverRuns() {}
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest(balanceUsd = "3.00")
  static class FailsInItsLastChecks {
    @Test
    void books(Broker broker) {
      new Http(broker.baseUrl(), broker.agentKey()).post("/v1/agent/loads", Orders.TWO_STOPS);
    }

    @AfterEach
    void check() {
      throw new AssertionError("on purpose");
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  @Execution(ExecutionMode.CONCURRENT)
  static class RunsAtOnce {
    @RepeatedTest(AT_ONCE)
    void clientSpendsItsOwnBalance(Broker broker) {
      GIVEN.put(broker.brokerId(), broker.baseUrl());
      Http client = new Http(broker.baseUrl(), broker.agentKey());
      for (int i = 0; i < 5; i++) client.post("/v1/agent/loads", Orders.TWO_STOPS);
      assertThat(broker.balanceUsd()).isEqualByComparingTo("21.75");
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  @Execution(ExecutionMode.CONCURRENT)
  static class MovesTimeAtOnce {
    @RepeatedTest(AT_ONCE)
    void movesItsOwnClock(InMemoryFreightServer server, ServerClock clock, Broker broker) {
      SERVERS.add(server);
      Instant start = clock.now();
      clock.advance(Duration.ofDays(1));
      assertThat(Duration.between(start, clock.now())).isLessThan(Duration.ofDays(2));
      assertThat(server.baseUrl()).isEqualTo(broker.baseUrl());
      assertThat(server.brokers()).containsExactly(broker);
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  @Execution(ExecutionMode.CONCURRENT)
  static class FailsAtOnce {
    @RepeatedTest(AT_ONCE)
    void meetsItsOwnFaults(Broker broker, Faults faults) {
      GIVEN.put(broker.brokerId(), broker.baseUrl());
      faults.next(Operation.GET_BALANCE, Fault.status(500));
      Http client = new Http(broker.baseUrl(), broker.agentKey());
      assertThat(client.get("/v1/agent/balance").status()).isEqualTo(500);
      assertThat(client.get("/v1/agent/balance").status()).isEqualTo(200);
      assertThat(broker.requests()).hasSize(2);
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest(shared = false)
  static class SharesNothing {
    @RepeatedTest(2)
    void usesTheServerOfItsClass(Broker broker) {
      GIVEN.put(broker.brokerId(), broker.baseUrl());
      assertThat(FreightServerExtension.serverOf(SharesNothing.class).baseUrl())
          .isEqualTo(broker.baseUrl());
    }
  }

  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @FreightServerTest(balanceUsd = "0.66", shared = false)
  @interface PoorAndAlone {}

  @FreightServerTest(balanceUsd = "0.66", shared = false)
  private interface PoorAndAloneToo {}

  @EnabledIf(ONLY_FROM_HERE)
  @PoorAndAlone
  static class HasAComposedAnnotation {
    @Test
    void usesDeclaredSettings(Broker broker) {
      isPoorAndAlone(broker);
    }

    @Nested
    class Inside {
      @Test
      void hasThemToo(Broker broker) {
        isPoorAndAlone(broker);
      }

      @Nested
      @FreightServerTest(balanceUsd = "5.00")
      class Deeper {
        @Test
        void hasItsOwn(Broker broker) {
          assertThat(broker.balanceUsd()).isEqualByComparingTo("5.00");
        }
      }
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  static class HasTheAnnotationOfItsInterface implements PoorAndAloneToo {
    @Test
    void usesDeclaredSettings(Broker broker) {
      isPoorAndAlone(broker);
    }
  }

  /** Has a nested class that its subclasses inherit. */
  abstract static class HasNestedTests {
    @Nested
    class Inherited {
      @Test
      void usesSettingsOfTheSubclass(Broker broker) {
        assertThat(broker.balanceUsd()).isEqualByComparingTo("0.66");
        GIVEN.put(broker.brokerId(), broker.baseUrl());
      }
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest(balanceUsd = "0.66")
  static class InheritsNestedTests extends HasNestedTests {
    @BeforeEach
    void later(ServerClock clock) {
      clock.advance(Duration.ofDays(400));
    }
  }

  private static void isPoorAndAlone(Broker broker) {
    assertThat(broker.balanceUsd()).isEqualByComparingTo("0.66");
    GIVEN.put(broker.brokerId(), broker.baseUrl());
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  static class UsesStaticMethods {
    /** As a {@code @DynamicPropertySource} would, before the first test. */
    @BeforeAll
    static void configure() {
      Broker broker = FreightServerExtension.brokerOf(UsesStaticMethods.class);
      GIVEN.put(
          broker.brokerId(), FreightServerExtension.serverOf(UsesStaticMethods.class).baseUrl());
    }

    @RepeatedTest(2)
    void isGivenTheBrokerOfTheApplication(InMemoryFreightServer server, Broker broker) {
      assertThat(GIVEN).containsEntry(broker.brokerId(), server.baseUrl());
    }
  }

  /** As one would who starts an application with a broker's key before all tests. */
  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  static class TakesBrokersBeforeAll {
    private static String bought;

    @BeforeAll
    static void buy(Broker broker, @BrokerNamed("acme") Broker acme) {
      GIVEN.put("unnamed", broker.brokerId());
      GIVEN.put("acme", acme.brokerId());
      bought = buyALoad(broker);
    }

    @RepeatedTest(2)
    void isGivenTheSameOnes(
        Broker broker, @BrokerNamed("acme") Broker acme, @BrokerNamed("globex") Broker globex) {
      assertThat(GIVEN)
          .containsEntry("unnamed", broker.brokerId())
          .containsEntry("acme", acme.brokerId())
          .doesNotContainValue(globex.brokerId());
      assertThat(broker.debits())
          .extracting(debit -> String.valueOf(debit.loadNumber()))
          .containsExactly(bought);
    }

    @Nested
    class Inside {
      @Test
      void isGivenThemToo(Broker broker, @BrokerNamed("acme") Faults faults) {
        assertThat(broker.debits()).hasSize(1);
        faults.next(Operation.GET_BALANCE, Fault.status(418));
      }
    }
  }

  private static String buyALoad(Broker broker) {
    new Http(broker.baseUrl(), broker.agentKey()).post("/v1/agent/loads", Orders.TWO_STOPS);
    return String.valueOf(broker.debits().get(0).loadNumber());
  }

  private static void balance(Broker broker) {
    new Http(broker.baseUrl(), broker.agentKey()).get("/v1/agent/balance");
  }

  /** Half of the tests plan what they do not try. */
  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  @Execution(ExecutionMode.CONCURRENT)
  static class PlansFaults {
    @BeforeEach
    void planForAll(Faults faults) {
      faults.lenient().always(Operation.GET_PRICING, Fault.status(500));
    }

    @Test
    void tries(Broker broker) {
      broker.faults().next(Operation.GET_BALANCE, Fault.delay(Duration.ofMillis(20)));
      balance(broker);
    }

    @Test
    void triesOneOfThree(Broker broker) {
      broker.faults().times(Operation.GET_BALANCE, 3, Fault.status(500));
      balance(broker);
    }

    @Test
    void triesWithItsOwnServer(InMemoryFreightServer server, Broker broker) {
      server.faults().next(null, Fault.status(503));
      balance(broker);
    }

    @Test
    void doesNotTry(Broker broker) {
      broker.faults().next(Operation.GET_LOAD_POSITION, Fault.statusAfterCommit(500));
      balance(broker);
    }

    @Test
    void doesNotTryTheSecondBroker(Broker broker, @BrokerNamed("acme") Faults faults) {
      faults.always(null, Fault.closeAfterCommit());
      balance(broker);
    }

    @Test
    void doesNotTryWithItsOwnServer(InMemoryFreightServer server) {
      server.createBroker("1.00").faults().next(Operation.CREATE_LOAD, Fault.truncateBody());
    }

    @Test
    void doesNotTryBeforeItClears(Faults faults) {
      faults.times(Operation.CREATE_LOAD, 2, Fault.reset());
      faults.clear();
    }

    @Test
    void doesNotTryBeforeBillingIsBack(Broker broker) {
      broker.faults().billingOutage().close();
      balance(broker);
    }

    @Nested
    class Inside {
      @Test
      void triesInside(Broker broker) {
        broker.faults().next(Operation.GET_BALANCE, Fault.status(500));
        balance(broker);
      }

      @Test
      void doesNotTryInside(Broker broker) {
        broker.faults().next(Operation.GET_BALANCE, Fault.status(418));
      }
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  static class FailsBeforeItsFault {
    @Test
    void fails(Broker broker) {
      broker.faults().next(Operation.GET_BALANCE, Fault.status(500));
      throw new AssertionError("on purpose");
    }
  }

  /** The broker of an application, which both tests use. */
  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class SharesItsFaults {
    private static Broker shared;

    @BeforeAll
    static void configure() {
      shared = FreightServerExtension.brokerOf(SharesItsFaults.class);
      shared.faults().next(Operation.GET_BALANCE, Fault.status(500));
      shared.faults().next(Operation.CREATE_LOAD, Fault.status(500));
    }

    @Test
    void first(Broker broker) {
      assertThat(broker).isSameAs(shared);
    }

    @Test
    void second(Broker broker) {
      balance(broker);
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  static class TakesFaultsInItsConstructor {
    TakesFaultsInItsConstructor(Faults faults) {}

    @Test
    void neverRuns() {}
  }

  @EnabledIf(ONLY_FROM_HERE)
  @FreightServerTest
  static class NamesABrokerForTheServer {
    @Test
    void neverRuns(@BrokerNamed("acme") InMemoryFreightServer server) {}
  }

  @Test
  void unsupportedParameterNamesTheSupportedPlaces() {
    assertThat(run(TakesFaultsInItsConstructor.class).get(0).getThrowable().orElseThrow())
        .hasMessageContaining("a Faults belongs to one test method")
        .hasMessageContaining("@BeforeEach");
    assertThat(run(NamesABrokerForTheServer.class).get(0).getThrowable().orElseThrow())
        .hasMessageContaining("all brokers of a test are on one server");
  }

  @Test
  void testWithAFaultThatNeverFiredFails() {
    Map<String, String> failures = new TreeMap<>();
    run(PlansFaults.class, (test, result) -> failures.putAll(failure(test, result)));

    assertThat(failures.keySet())
        .containsExactly(
            "doesNotTry",
            "doesNotTryBeforeBillingIsBack",
            "doesNotTryBeforeItClears",
            "doesNotTryInside",
            "doesNotTryTheSecondBroker",
            "doesNotTryWithItsOwnServer");
    assertThat(failures.get("doesNotTry"))
        .startsWith(
            "planned faults that never fired:\n"
                + "  statusAfterCommit(500) for the next call of getLoadPosition, planned at"
                + " io.freightsdk.server.junit.ExtensionRunIT$PlansFaults.doesNotTry(ExtensionRunIT.java:")
        .contains("faults.lenient()");
    assertThat(failures.get("doesNotTryBeforeItClears"))
        .contains("reset() for the next 2 calls of createLoad");
    assertThat(failures.get("doesNotTryTheSecondBroker"))
        .contains("closeAfterCommit() for every call of any operation");
    assertThat(failures.get("doesNotTryBeforeBillingIsBack"))
        .contains("billingUnavailable() for every call of any operation");
  }

  @Test
  void failedTestDoesNotAlsoFailForItsFault() {
    Throwable failure = run(FailsBeforeItsFault.class).get(0).getThrowable().orElseThrow();

    assertThat(failure).hasMessage("on purpose");
    assertThat(failure.getSuppressed()[0])
        .hasMessageContaining("never fired: status(500) for the next call of getBalance");
  }

  @Test
  void faultOfASharedBrokerMayFireInAnyTest() {
    Map<String, String> failures = new TreeMap<>();
    List<TestExecutionResult> results =
        run(SharesItsFaults.class, (test, result) -> failures.putAll(failure(test, result)));

    allSucceed(results, 2);
    assertThat(failures).containsOnlyKeys("ExtensionRunIT$SharesItsFaults");
    assertThat(failures.values().iterator().next())
        .contains("status(500) for the next call of createLoad")
        .doesNotContain("getBalance");
  }

  private static Map<String, String> failure(TestIdentifier test, TestExecutionResult result) {
    String name = test.getDisplayName().replaceAll("\\(.*", "");
    return result
        .getThrowable()
        .map(thrown -> Map.of(name, String.valueOf(thrown.getMessage())))
        .orElse(Map.of());
  }

  @Test
  void methodsThatMoveTimeHaveTheirOwnServers() {
    allSucceed(run(MovesTimeAtOnce.class), AT_ONCE);
    assertThat(SERVERS).hasSize(AT_ONCE);
  }

  @Test
  void methodsThatPlanFaultsSeeOnlyTheirOwn() {
    allSucceed(run(FailsAtOnce.class), AT_ONCE);
    assertThat(GIVEN.values().stream().distinct()).hasSize(1);
  }

  @Test
  void aClassThatSharesNothingHasItsOwnServer() {
    allSucceed(run(SharesNothing.class), 2);
    assertThat(GIVEN.values().stream().distinct()).hasSize(1);
    assertThatThrownBy(() -> FreightServerExtension.serverOf(SharesNothing.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no test of");
  }

  @Test
  void theSettingsOfAComposedAnnotationAndOfAnInterfaceCount() {
    allSucceed(run(SharesNothing.class), 2);
    List<String> servers = new ArrayList<>(GIVEN.values());
    allSucceed(run(HasAComposedAnnotation.class), 3);
    servers.addAll(GIVEN.values());
    allSucceed(run(HasTheAnnotationOfItsInterface.class), 1);
    servers.addAll(GIVEN.values());
    allSucceed(run(RunsAtOnce.class), AT_ONCE);

    assertThat(servers).doesNotContainAnyElementsOf(GIVEN.values());
  }

  @Test
  void inheritedNestedClassUsesTheSettingsOfItsSubclass() {
    allSucceed(run(RunsAtOnce.class), AT_ONCE);
    List<String> shared = List.copyOf(GIVEN.values());
    allSucceed(run(InheritsNestedTests.class), 1);

    assertThat(GIVEN.values()).isNotEmpty().doesNotContainAnyElementsOf(shared);
  }

  @Test
  void staticCodeFindsTheServerAndTheBrokerOfItsClass() {
    allSucceed(run(UsesStaticMethods.class), 2);
    assertThat(GIVEN).hasSize(1);
  }

  @Test
  void parametersOfClassLevelMethodsAreSharedByAllTests() {
    Map<String, String> failures = new TreeMap<>();
    List<TestExecutionResult> results =
        run(TakesBrokersBeforeAll.class, (test, result) -> failures.putAll(failure(test, result)));

    allSucceed(results, 3);
    // Which test its fault was for is not known before the last one.
    assertThat(failures).containsOnlyKeys("ExtensionRunIT$TakesBrokersBeforeAll");
    assertThat(failures.values().iterator().next()).contains("status(418)");
  }

  private static void allSucceed(List<TestExecutionResult> results, int count) {
    assertThat(results).hasSize(count);
    assertThat(results)
        .allSatisfy(result -> assertThat(result.getThrowable()).isEmpty())
        .extracting(TestExecutionResult::getStatus)
        .containsOnly(TestExecutionResult.Status.SUCCESSFUL);
  }

  @Test
  void failureHasTheServerStateAndTheServerClosesWithItsClass() {
    List<TestExecutionResult> results = run(FailsAfterACharge.class);

    assertThat(results).hasSize(1);
    Throwable failure = results.get(0).getThrowable().orElseThrow();
    assertThat(failure).hasMessage("on purpose");
    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(failure.getSuppressed()[0])
        .hasMessageContaining("holds 2.35 USD")
        .hasMessageContaining("POST /v1/agent/loads -> 201");
    assertThat(GIVEN).hasSize(1);
    String baseUrl = GIVEN.values().iterator().next();
    assertThatThrownBy(() -> Http.to(baseUrl).get("/__admin/health"))
        .isInstanceOf(Http.ConnectionLost.class);
  }

  @Test
  void failureListsCallsWithoutAPathOrBroker() {
    Throwable failure = run(GuessesAPathAndAKey.class).get(0).getThrowable().orElseThrow();

    assertThat(failure.getSuppressed()[0])
        .hasMessageContaining("GET /v1/agent/load/LD-1 -> 404")
        .hasMessageContaining("GET /v1/agent/balance -> 401");
  }

  @ParameterizedTest
  @ValueSource(classes = {FailsInItsSetup.class, FailsInItsLastChecks.class})
  void failureInALifecycleMethodHasTheServerState(Class<?> tests) {
    Throwable failure = run(tests).get(0).getThrowable().orElseThrow();

    assertThat(failure).hasMessage("on purpose");
    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(failure.getSuppressed()[0]).hasMessageContaining("holds 2.35 USD");
  }

  @Test
  void concurrentMethodsShareAServerButNoBroker() {
    List<TestExecutionResult> results = run(RunsAtOnce.class);

    assertThat(results).hasSize(AT_ONCE);
    assertThat(results)
        .extracting(TestExecutionResult::getStatus)
        .containsOnly(TestExecutionResult.Status.SUCCESSFUL);
    assertThat(GIVEN).hasSize(AT_ONCE);
    assertThat(GIVEN.values().stream().distinct()).hasSize(1);
  }

  private static List<TestExecutionResult> run(Class<?> tests) {
    return run(tests, (test, result) -> {});
  }

  /** The results of its tests. The listener is called for containers too. */
  private static List<TestExecutionResult> run(
      Class<?> tests, BiConsumer<TestIdentifier, TestExecutionResult> listener) {
    GIVEN.clear();
    SERVERS.clear();
    List<TestExecutionResult> results = new CopyOnWriteArrayList<>();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(tests))
            .filters(EngineFilter.includeEngines("junit-jupiter"))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
            .build();
    TestExecutionListener collector =
        new TestExecutionListener() {
          @Override
          public synchronized void executionFinished(
              TestIdentifier test, TestExecutionResult result) {
            listener.accept(test, result);
            if (test.isTest()) results.add(result);
          }
        };
    running = true;
    try {
      LauncherFactory.create().execute(request, collector);
    } finally {
      running = false;
    }
    return results;
  }
}
