package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallEvent;
import io.freightsdk.CallListener;
import io.freightsdk.Charge;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.Eventually;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Two instances that stop one after the other, while the service does not respond. */
class RollingRestartIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  /** How the calls of both instances have ended. */
  private final List<CallEvent.CallEnded> ends = new CopyOnWriteArrayList<>();

  @Test
  void eachPaidCallOfAStoppingInstanceIsInTheLedger() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      server.faults().always(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofMinutes(5)));
      try (ConfigurableApplicationContext first = start(broker);
          ConfigurableApplicationContext second = start(broker)) {
        book(first, "PO-1");
        book(second, "PO-2");
        List<CompletableFuture<HttpResponse<Void>>> requests = List.of(post(first), post(second));
        Eventually.until(() -> loads(broker), loads -> loads == 4);
        assertThat(requests).noneMatch(CompletableFuture::isDone);
      }
      JdbcDataSource source = new JdbcDataSource();
      source.setURL(database);
      source.setUser("sa");
      try (SpendLedger ledger = SpendLedger.open(source, "freight")) {
        assertThat(ledger.entries(SpendFilter.all())).hasSize(4).allMatch(SpendEntry::unknown);
      }
    }
    assertThat(ends)
        .filteredOn(end -> end.operation() == Operation.CREATE_LOAD)
        .hasSizeGreaterThanOrEqualTo(4)
        .allSatisfy(end -> assertThat(end.charge()).isEqualTo(Charge.UNKNOWN));
    // The timeout of the phase has passed before the jobs would interrupt their own calls.
    for (String order : List.of("PO-1", "PO-2")) {
      assertThat(ends)
          .extracting(end -> String.valueOf(end.failure()))
          .anyMatch(end -> end.contains("createLoad for " + order + ": the client was closed"));
    }
  }

  private ConfigurableApplicationContext start(Broker broker) {
    SpringApplication application =
        new SpringApplicationBuilder(DispatchApplication.class)
            .initializers(
                (GenericApplicationContext context) ->
                    context.registerBean(
                        CallListener.class,
                        () ->
                            event -> {
                              if (event instanceof CallEvent.CallEnded end) ends.add(end);
                            }))
            .build();
    return application.run(
        "--server.port=0",
        "--spring.datasource.url=" + database,
        "--spring.lifecycle.timeout-per-shutdown-phase=100ms",
        "--freight.base-url=" + broker.baseUrl(),
        "--freight.agent-key=" + broker.agentKey(),
        "--freight.attempt-timeout=2m",
        "--freight.jobs.poll-interval=100ms",
        "--freight.ledger.store=jdbc");
  }

  private static void book(ConfigurableApplicationContext shop, String reference) {
    FreightJobs jobs = shop.getBean(FreightJobs.class);
    new TransactionTemplate(shop.getBean(PlatformTransactionManager.class))
        .executeWithoutResult(status -> jobs.book(reference, DispatchApplication.load(), null));
  }

  private static CompletableFuture<HttpResponse<Void>> post(ConfigurableApplicationContext shop) {
    String port = shop.getEnvironment().getProperty("local.server.port");
    String order = FreightJson.adapter(CreateLoadInput.class).toJson(DispatchApplication.load());
    return HTTP.sendAsync(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/loads"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(order))
            .build(),
        HttpResponse.BodyHandlers.discarding());
  }

  private static long loads(Broker broker) {
    return broker.debits().stream()
        .filter(debit -> debit.operation() == Operation.CREATE_LOAD)
        .count();
  }
}
