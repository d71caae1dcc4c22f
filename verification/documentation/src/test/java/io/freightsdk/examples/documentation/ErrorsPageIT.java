package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Balance;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.Scope;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.sql.DataSource;
import okhttp3.OkHttpClient;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Each row of the tables of errors.md is brought about, and is what a user then sees. A row without
 * a case fails, as does a case without a row.
 */
class ErrorsPageIT {
  private static final Path PAGE = Pages.ROOT.resolve("docs/errors.md");

  /** Tests of other modules that bring about what needs another class path or another database. */
  private static final List<Elsewhere> ELSEWHERE =
      List.of(
          new Elsewhere(
              "`IllegalStateException: okio ...`",
              "sdk-core/src/test/java/io/freightsdk/client/ClassPathCheckTest.java",
              "on the class path is older than"),
          new Elsewhere(
              "`... the certificate of ... is not trusted`",
              "sdk-core/src/test/java/io/freightsdk/client/TransportFaultsIT.java",
              "certificate of localhost:"));

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder().broker(broker("25.00")).start();
  private final Broker broker = server.createBroker("25.00");
  private final List<AutoCloseable> opened = new ArrayList<>();

  private record Elsewhere(String row, String test, String says) {}

  /** What a row begins with, what the message contains, and how to bring it about. */
  private record Case(String row, String says, @Nullable NextStep step, ThrowingCallable call) {}

  private static BrokerSettings broker(String balanceUsd) {
    return BrokerSettings.DEFAULT.withBalance(balanceUsd);
  }

  @AfterEach
  void close() throws Exception {
    // First, because clients wait for calls that it holds.
    server.close();
    Collections.reverse(opened);
    for (AutoCloseable each : opened) each.close();
  }

  @Test
  void everyRowHasOneCaseAndEveryCaseARow() throws IOException {
    List<String> starts = new ArrayList<>();
    for (Case each : cases()) starts.add(each.row());
    for (Elsewhere each : ELSEWHERE) {
      starts.add(each.row());
      assertThat(Pages.ROOT.resolve(each.test())).content().contains(each.says());
    }
    for (String row : rows()) {
      List<String> fitting = starts.stream().filter(row::startsWith).toList();
      assertThat(fitting).as(row).hasSize(1);
      starts.removeAll(fitting);
    }
    assertThat(starts).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> isWhatAUserSees() throws IOException {
    List<String> rows = rows();
    return cases().stream().map(each -> dynamicTest(each.row(), () -> check(each, rows)));
  }

  private void check(Case expected, List<String> rows) {
    String named = "";
    for (String row : rows) {
      if (!row.matches("`?\\.\\.\\. .*")) named = row;
      if (row.startsWith(expected.row())) break;
    }
    broker.faults().clear();
    Throwable seen = catchThrowable(expected.call());
    assertThat(seen).isNotNull();
    String type = seen.getClass().getSimpleName();
    assertThat(named).contains(type);
    assertThat(seen).hasMessageContaining(expected.says());
    if (seen instanceof FreightException failure) {
      assertThat(failure).hasMessageEndingWith(" [errors.md: " + type + "]");
      assertThat(failure.nextStep()).isEqualTo(expected.step());
    }
  }

  /** The rows of the three tables, without the leading bar. */
  private static List<String> rows() throws IOException {
    String page = Files.readString(PAGE);
    String tables =
        page.substring(page.indexOf("## Before anything"), page.indexOf("## In an asynchronous"));
    return tables
        .lines()
        .filter(line -> line.startsWith("| ") && !line.matches("\\| (you see|status) .*"))
        .map(line -> line.substring(2))
        .toList();
  }

  private List<Case> cases() {
    List<Case> cases = new ArrayList<>(beforeAnythingIsSent());
    cases.addAll(withoutAnAnswer());
    cases.addAll(ofTheService());
    return cases;
  }

  private List<Case> beforeAnythingIsSent() {
    return List.of(
        new Case(
            "`IllegalArgumentException: no base URL`",
            "FREIGHT_BASE_URL",
            null,
            () -> open(FreightClient.builder())),
        new Case(
            "`IllegalArgumentException: scope",
            "scope client/acme",
            null,
            () -> {
              SpendScope scope = SpendScope.of("acme", SpendLimits.none());
              open(to(server))
                  .createLoad(SnippetRunner.input(), CallOptions.builder().scope(scope).build());
            }),
        new Case(
            "`SpendLimitExceededException`",
            "wait until",
            NextStep.RETRY_LATER,
            () -> {
              SpendLedger ledger = opened(SpendLedger.inMemory());
              SpendLimits limits = SpendLimits.perDay("0.70");
              FreightClient client = open(to(server).spendGuard(ledger.guard(limits)));
              client.createLoad(SnippetRunner.input());
              client.createLoad(SnippetRunner.input());
            }),
        new Case(
            "`PriceLimitExceededException`",
            "0.65",
            NextStep.RAISE_LIMIT,
            () ->
                open(to(server))
                    .createLoad(
                        SnippetRunner.input(), CallOptions.builder().maxPrice("0.64").build())),
        new Case(
            "`PriceUnavailableException`",
            "price",
            NextStep.RETRY_LATER,
            () -> {
              broker.faults().always(Operation.GET_PRICING, Fault.status(500));
              open(to(server))
                  .createLoad(
                      SnippetRunner.input(), CallOptions.builder().maxPrice("1.00").build());
            }),
        new Case(
            "`ClientSaturatedException`",
            "maxPendingCalls",
            NextStep.RETRY_LATER,
            () -> {
              FreightClient client = open(to(server).maxPendingCalls(1));
              hold(client);
              client.getBalance();
            }),
        new Case(
            "`FreightException` itself",
            "the agent key supplier",
            NextStep.NONE,
            () ->
                open(to(server)
                        .agentKey(
                            () -> {
                              throw new IllegalStateException("no vault");
                            }))
                    .getBalance()),
        new Case(
            "... with \"spend guard\", of a database",
            "spend guard",
            NextStep.RETRY_LATER,
            () -> {
              AtomicBoolean isAway = new AtomicBoolean();
              SpendLedger ledger = opened(SpendLedger.jdbc(database(isAway), "broker"));
              FreightClient client = open(to(server).spendGuard(ledger.guard()));
              isAway.set(true);
              // First at the end: a ledger waits for what it could not store.
              opened(() -> isAway.set(false));
              client.createLoad(SnippetRunner.input());
            }),
        new Case(
            "... with \"spend guard\", of a data source",
            "spend guard",
            NextStep.RETRY_LATER,
            () -> {
              AtomicBoolean isInTransaction = new AtomicBoolean();
              DataSource shared = databaseOfTransactions(isInTransaction);
              SpendLedger ledger = opened(SpendLedger.jdbc(shared, "shared"));
              FreightClient client = open(to(server).spendGuard(ledger.guard()));
              isInTransaction.set(true);
              client.createLoad(SnippetRunner.input());
            }));
  }

  private List<Case> withoutAnAnswer() {
    return List.of(
        new Case(
            "`FreightConnectionException: unknown host`",
            "unknown host",
            NextStep.FIX_SETUP,
            () -> open(at("https://freight.invalid")).getBalance()),
        new Case(
            "`... no connection to ...`",
            "no connection to",
            NextStep.RETRY_LATER,
            () -> open(at("http://127.0.0.1:" + freePort())).getBalance()),
        new Case(
            "`... which may require authentication (407)`",
            "which may require authentication (407)",
            NextStep.FIX_SETUP,
            () -> {
              InetSocketAddress address =
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), lockedProxy());
              OkHttpClient behind =
                  new OkHttpClient.Builder().proxy(new Proxy(Proxy.Type.HTTP, address)).build();
              open(at("https://freight.invalid").httpClient(behind)).getBalance();
            }),
        new Case(
            "`... the connection broke after the request was sent`",
            "the connection broke after the request was sent",
            NextStep.RETRY_WITH_SAME_KEY,
            () -> {
              broker.faults().always(Operation.CREATE_LOAD, Fault.closeAfterCommit());
              open(to(server)).createLoad(SnippetRunner.input());
            }),
        new Case(
            "`FreightTimeoutException` naming",
            "maxConcurrentRequests",
            NextStep.RETRY_LATER,
            () -> {
              FreightClient client =
                  open(to(server).maxConcurrentRequests(1).deadline(Duration.ofSeconds(60)));
              hold(client);
              CallOptions soon = CallOptions.builder().deadline(Duration.ofMillis(200)).build();
              // The held call takes its place on a thread of its own, perhaps after the first
              // reads.
              for (int i = 0; i < 1_000; i++) client.getPricing(soon);
            }),
        new Case(
            "`FreightTimeoutException` |",
            "no answer within",
            NextStep.RETRY_LATER,
            () -> {
              broker.faults().always(Operation.GET_BALANCE, Fault.delay(Duration.ofMinutes(5)));
              open(to(server))
                  .getBalance(CallOptions.builder().deadline(Duration.ofMillis(200)).build());
            }),
        new Case(
            "`FreightCancelledException`",
            "closed",
            NextStep.NONE,
            () -> {
              FreightClient client = open(to(server));
              client.close();
              client.getBalance();
            }),
        new Case(
            "`FreightDecodingException`",
            "",
            NextStep.NONE,
            () -> {
              broker.faults().next(Operation.GET_BALANCE, Fault.malformedJson());
              open(to(server)).getBalance();
            }));
  }

  private List<Case> ofTheService() {
    return List.of(
        new Case(
            "400 |",
            "",
            NextStep.FIX_REQUEST,
            () -> {
              broker.faults().next(Operation.CREATE_LOAD, Fault.status(400));
              open(to(server)).createLoad(SnippetRunner.input());
            }),
        new Case(
            "401 |",
            "key",
            NextStep.FIX_KEY,
            () -> open(at(server.baseUrl()).agentKey("fak_nobody")).getBalance()),
        new Case(
            "402 |",
            "0.65",
            NextStep.TOP_UP,
            () -> {
              Broker poor = server.createBroker("0.10");
              open(at(server.baseUrl()).agentKey(poor.agentKey()))
                  .createLoad(SnippetRunner.input());
            }),
        new Case(
            "403 |",
            "",
            NextStep.FIX_KEY,
            () ->
                open(at(server.baseUrl()).agentKey(broker.newKey(Scope.LOADS_READ)))
                    .createLoad(SnippetRunner.input())),
        new Case(
            "404 | `LoadNotFoundException`",
            "",
            NextStep.FIX_REQUEST,
            () -> open(to(server)).getLoadPosition("LD-NONE")),
        new Case(
            "404 | `UnexpectedStatusException`",
            server.baseUrl(),
            NextStep.FIX_SETUP,
            () -> open(at(server.baseUrl() + "/elsewhere")).getBalance()),
        new Case("410 |", "", NextStep.NONE, this::writeStatus),
        new Case(
            "422 | `DeliveryNotReadyException`",
            "",
            NextStep.WAIT_FOR_DRIVER,
            () -> {
              FreightClient client = open(to(server));
              client.confirmDelivery(client.createLoad(SnippetRunner.input()).loadNumber());
            }),
        new Case(
            "422 | `UnknownBrokerException`",
            "",
            NextStep.FIX_KEY,
            () -> {
              Broker unknown = server.createBroker(broker("1.00").withRegistered(false));
              open(at(server.baseUrl()).agentKey(unknown.agentKey()))
                  .createLoad(SnippetRunner.input());
            }),
        new Case(
            "429 |",
            "",
            NextStep.RETRY_LATER,
            () -> {
              broker.faults().always(Operation.GET_BALANCE, Fault.status(429));
              open(to(server)).getBalance();
            }),
        new Case(
            "503 |",
            "",
            NextStep.RETRY_LATER,
            () -> {
              broker.faults().always(Operation.CREATE_LOAD, Fault.billingUnavailable());
              open(to(server)).createLoad(SnippetRunner.input());
            }),
        new Case(
            "other |",
            "418",
            NextStep.FIX_SETUP,
            () -> {
              broker.faults().next(Operation.GET_BALANCE, Fault.status(418));
              open(to(server)).getBalance();
            }));
  }

  @SuppressWarnings("deprecation")
  private void writeStatus() {
    FreightClient client = open(to(server));
    client.updateLoadStatus(
        client.createLoad(SnippetRunner.input()).loadNumber(), LoadStatus.DELIVERED);
  }

  private FreightClientBuilder to(InMemoryFreightServer target) {
    return at(target.baseUrl());
  }

  private FreightClientBuilder at(String url) {
    RetryPolicy quick =
        RetryPolicy.builder()
            .initialBackoff(Duration.ofMillis(1))
            .maxBackoff(Duration.ofMillis(2))
            .build();
    return FreightClient.builder().baseUrl(url).agentKey(broker.agentKey()).retryPolicy(quick);
  }

  /** An H2 that gives no connection once it is away. */
  private interface Connecting {
    Connection connect(DataSource database) throws SQLException;
  }

  private static DataSource database(Connecting connecting) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:errors;DB_CLOSE_DELAY=-1");
    return (DataSource)
        java.lang.reflect.Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> connecting.connect(database));
  }

  private static DataSource database(AtomicBoolean isAway) {
    return database(
        real -> {
          if (isAway.get()) throw new SQLTransientConnectionException("away");
          return real.getConnection();
        });
  }

  /** Gives connections of the transactions of an application. */
  private static DataSource databaseOfTransactions(AtomicBoolean isInTransaction) {
    return database(
        real -> {
          Connection connection = real.getConnection();
          connection.setAutoCommit(!isInTransaction.get());
          return connection;
        });
  }

  private FreightClient open(FreightClientBuilder builder) {
    return opened(builder.build());
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    opened.add(closeable);
    return closeable;
  }

  /** A call that has its place on the wire until the client is closed, before this returns. */
  private void hold(FreightClient client) {
    broker.faults().always(Operation.GET_BALANCE, Fault.delay(Duration.ofMinutes(5)));
    // Once: a call that is sent again would take what another test has planned.
    CallOptions once = CallOptions.builder().retryPolicy(RetryPolicy.none()).build();
    CompletableFuture<Balance> held = client.async().getBalance(once);
    assertThat(held).isNotDone();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** The port of a proxy that asks each caller for a login. */
  private int lockedProxy() throws IOException {
    ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    opened.add(proxy);
    Thread thread = new Thread(() -> refuse(proxy), "locked-proxy");
    thread.setDaemon(true);
    thread.start();
    return proxy.getLocalPort();
  }

  private static void refuse(ServerSocket proxy) {
    byte[] answer =
        "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    while (!proxy.isClosed()) {
      try (Socket caller = proxy.accept()) {
        caller.getInputStream().read(new byte[4096]);
        caller.getOutputStream().write(answer);
      } catch (IOException e) {
        // The test is over, or the caller left; the next one is served.
      }
    }
  }
}
