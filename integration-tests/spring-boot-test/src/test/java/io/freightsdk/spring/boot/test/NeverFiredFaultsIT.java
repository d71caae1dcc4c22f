package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.junit.FreightServerTest;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** A test of an application that did not try what it planned, seen by running some. */
class NeverFiredFaultsIT {
  private static final String ONLY_FROM_HERE =
      "io.freightsdk.spring.boot.test.NeverFiredFaultsIT#isRunning";

  /** Whether it is this class that runs the tests below, and not whoever finds them. */
  private static volatile boolean running;

  private static volatile CountDownLatch isPlanned = new CountDownLatch(1);
  private static volatile CountDownLatch hasEnded = new CountDownLatch(1);

  static boolean isRunning() {
    return running;
  }

  @EnabledIf(ONLY_FROM_HERE)
  @SpringBootTest(classes = ClientApplication.class)
  @AutoConfigureFreightServer(perClass = true)
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class OneAfterTheOther {
    @Autowired FreightClient client;
    @Autowired Broker broker;

    @BeforeAll
    static void planForAll(@Autowired Faults faults) {
      faults.next(Operation.CONFIRM_DELIVERY, Fault.status(500));
    }

    @BeforeEach
    void planForEach(@Autowired Faults faults) {
      faults.lenient().next(Operation.GET_PRICING, Fault.status(500));
    }

    @Test
    void aFailsAnyway() {
      broker.faults().next(Operation.GET_LOAD_POSITION, Fault.status(500));
      throw new AssertionError("on purpose");
    }

    @Test
    void bTries() {
      broker.faults().next(Operation.GET_BALANCE, Fault.status(503));
      client.getBalance();
    }

    @Test
    void cDoesNotTry() {
      broker.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
      client.getBalance();
    }

    @Test
    void dDoesNotTryWithTheServersFaults(@Autowired InMemoryFreightServer server) {
      server.faults().next(Operation.CREATE_LOAD, Fault.truncateBody());
    }

    @Nested
    class Inside {
      @Test
      void doesNotTryInside() {
        broker.faults().next(Operation.CREATE_LOAD, Fault.reset());
      }

      @Test
      void plansNothing() {
        client.getBalance();
      }
    }
  }

  /** One plans a fault that it makes the call for only after the other has ended. */
  @EnabledIf(ONLY_FROM_HERE)
  @SpringBootTest(classes = ClientApplication.class)
  @AutoConfigureFreightServer(perClass = true)
  @Execution(ExecutionMode.CONCURRENT)
  static class AtOnce {
    @Autowired FreightClient client;
    @Autowired Faults faults;

    @Test
    void triesAfterTheOther() throws InterruptedException {
      faults.next(Operation.GET_BALANCE, Fault.status(503));
      isPlanned.countDown();
      assertThat(hasEnded.await(60, TimeUnit.SECONDS)).as("the other ends meanwhile").isTrue();
      client.getBalance();
    }

    @Test
    void endsBetween() throws InterruptedException {
      assertThat(isPlanned.await(60, TimeUnit.SECONDS)).as("both run at once").isTrue();
    }
  }

  @EnabledIf(ONLY_FROM_HERE)
  @SpringBootTest(classes = ClientApplication.class)
  @AutoConfigureFreightServer
  @FreightServerTest
  static class HasTwoServers {
    @Test
    void neverRuns(Broker broker) {}
  }

  @Test
  void testFailsIfItsFaultNeverFired() {
    Map<String, String> failures = failures(OneAfterTheOther.class);

    assertThat(failures)
        .containsOnlyKeys(
            "aFailsAnyway()",
            "cDoesNotTry()",
            "dDoesNotTryWithTheServersFaults(InMemoryFreightServer)",
            "doesNotTryInside()");
    assertThat(failures).containsEntry("aFailsAnyway()", "on purpose");
    assertThat(failures.get("cDoesNotTry()"))
        .contains("closeAfterCommit() for the next call of createLoad, planned at ")
        .contains("OneAfterTheOther.cDoesNotTry(NeverFiredFaultsIT.java:")
        .contains("lenient()")
        .doesNotContain("getLoadPosition", "confirmDelivery", "getPricing");
    assertThat(failures.get("dDoesNotTryWithTheServersFaults(InMemoryFreightServer)"))
        .contains("truncateBody()")
        .doesNotContain("closeAfterCommit()");
    assertThat(failures.get("doesNotTryInside()")).contains("reset()");
  }

  @Test
  void concurrentTestIsNotBlamed() {
    assertThat(failures(AtOnce.class)).isEmpty();
  }

  @Test
  void testWithTwoServersNamesTheAnnotationToRemove() {
    assertThat(failures(HasTwoServers.class).values())
        .containsExactly(
            HasTwoServers.class.getName()
                + " has both @AutoConfigureFreightServer and @FreightServerTest, each with a server"
                + " and a broker of its own: remove @FreightServerTest, and annotate fields or"
                + " parameters such as Broker with @Autowired");
  }

  /** The failures of the tests of a class, and of its containers. */
  private static Map<String, String> failures(Class<?> tests) {
    isPlanned = new CountDownLatch(1);
    hasEnded = new CountDownLatch(1);
    Map<String, String> failures = new TreeMap<>();
    running = true;
    try {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectClass(tests))
                  .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                  .configurationParameter(
                      "junit.jupiter.execution.parallel.config.strategy", "fixed")
                  .configurationParameter(
                      "junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
                  .build(),
              new TestExecutionListener() {
                @Override
                public synchronized void executionFinished(
                    TestIdentifier test, TestExecutionResult result) {
                  if (test.getDisplayName().equals("endsBetween()")) hasEnded.countDown();
                  result
                      .getThrowable()
                      .ifPresent(
                          thrown ->
                              failures.put(
                                  test.getDisplayName(), String.valueOf(thrown.getMessage())));
                }
              });
    } finally {
      running = false;
    }
    return failures;
  }
}
