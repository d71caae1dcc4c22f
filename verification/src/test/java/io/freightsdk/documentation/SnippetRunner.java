package io.freightsdk.documentation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.freightsdk.FreightClient;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.ChildJvm;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Clock;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs compiled snippets: test classes, programs or statements. */
final class SnippetRunner {
  private SnippetRunner() {}

  static void run(Snippet snippet, Class<?> type) throws Exception {
    try {
      runByKind(snippet, type);
    } catch (InvocationTargetException e) {
      throw new AssertionError(snippet + " fails: " + e.getCause(), e.getCause());
    }
  }

  private static void runByKind(Snippet snippet, Class<?> type) throws Exception {
    if (snippet.isTestClass()) {
      runTests(snippet, type);
    } else if (snippet.isProgram()) {
      runProgram(snippet, type);
    } else {
      runStatements(type);
    }
  }

  private static void runTests(Snippet snippet, Class<?> type) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(type)).build();
    Launcher launcher = LauncherFactory.create();
    Thread thread = Thread.currentThread();
    ClassLoader loader = thread.getContextClassLoader();
    // Spring loads the classes of an application from it.
    thread.setContextClassLoader(type.getClassLoader());
    try {
      launcher.execute(request, listener);
    } finally {
      thread.setContextClassLoader(loader);
    }
    listener
        .getSummary()
        .getFailures()
        .forEach(
            failure -> {
              throw new AssertionError(snippet + " fails", failure.getException());
            });
    assertThat(listener.getSummary().getTestsSucceededCount())
        .as("tests in %s", snippet)
        .isPositive();
  }

  /**
   * Runs a program in another JVM. The environment has the address of the service and the agent
   * key. The argument is the number of a load.
   */
  private static void runProgram(Snippet snippet, Class<?> type) throws Exception {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Path classes = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      String classPath = System.getProperty("java.class.path") + File.pathSeparator + classes;
      Broker broker = server.createBroker("25.00");
      ProcessBuilder program =
          new ProcessBuilder(
              ChildJvm.command("-cp", classPath, type.getName(), createLoad(server, broker)));
      program.environment().put("FREIGHT_BASE_URL", server.baseUrl());
      program.environment().put("FREIGHT_AGENT_KEY", broker.agentKey());
      Process process = program.redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor())
          .as("exit code of %s, which printed:%n%s", snippet, output)
          .isZero();
    }
  }

  private static String createLoad(InMemoryFreightServer server, Broker broker) {
    String key = broker.agentKey();
    try (FreightClient client =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(key).build()) {
      return client.createLoad(input()).loadNumber();
    }
  }

  private static void runStatements(Class<?> type) throws Exception {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      Clock clock = server.clock().asClock();
      try (SpendLedger ledger = SpendLedger.inMemory(clock);
          FreightClient client =
              FreightClient.builder()
                  .baseUrl(server.baseUrl())
                  .agentKey(broker.agentKey())
                  .clock(clock)
                  .spendGuard(ledger.guard())
                  .build()) {
        CreateLoadInput input = input();
        String loadNumber = client.createLoad(input).loadNumber();
        DataSource dataSource = dataSource();
        type.getField("jobs").set(null, FreightJobs.builder(dataSource, client).build());
        method(type).invoke(null, server, broker, client, ledger, input, loadNumber, dataSource);
      }
    }
  }

  /** The method of compiled statements. */
  static Method method(Class<?> type) throws NoSuchMethodException {
    return type.getMethod(
        "run",
        InMemoryFreightServer.class,
        Broker.class,
        FreightClient.class,
        SpendLedger.class,
        CreateLoadInput.class,
        String.class,
        DataSource.class);
  }

  private static DataSource dataSource() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:snippet;DB_CLOSE_DELAY=-1");
    return database;
  }

  static CreateLoadInput input() {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(stop("1700 Vine St", "Cincinnati", "OH", "45202", 39.1136, -84.5153))
        .deliveries(stop("1 Parkway", "Sevierville", "TN", "37862", 35.8681, -83.5618))
        .build();
  }

  private static StopInput stop(
      String address, String city, String state, String zip, double lat, double lng) {
    return StopInput.builder()
        .address(address)
        .city(city)
        .state(state)
        .zip(zip)
        .lat(lat)
        .lng(lng)
        .build();
  }
}
