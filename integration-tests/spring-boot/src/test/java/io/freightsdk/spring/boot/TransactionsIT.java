package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.PaidCallCheck;
import io.freightsdk.SpendGuard;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.error.DeliveryNotReadyException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Paid calls in transactions of Spring, which are not sent because a rollback could not undo them.
 */
class TransactionsIT {
  private static final CreateLoadInput LOAD = FreightAutoConfigurationIT.load();
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(1)).staleIfError(Duration.ofHours(1)).build();

  @AutoClose private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final JdbcDataSource database = new JdbcDataSource();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class,
                  FreightLedgerAutoConfiguration.class,
                  FreightToolsAutoConfiguration.class))
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(),
              "freight.agent-key=" + broker.agentKey(),
              "freight.tools.limit-per-day=5.00")
          .withBean(DataSource.class, () -> database)
          .withBean(
              PlatformTransactionManager.class, () -> new DataSourceTransactionManager(database));

  TransactionsIT() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  }

  private static TransactionTemplate transaction(ApplicationContext context) {
    return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
  }

  /** The failure of a call or of its future; null if it succeeded. */
  private static @Nullable Throwable failure(
      FreightClient client, Function<FreightClient, ?> call) {
    Throwable thrown =
        catchThrowable(
            () -> {
              Object result = call.apply(client);
              if (result instanceof CompletableFuture<?> future) {
                future.get(60, TimeUnit.SECONDS);
              }
            });
    boolean fromFuture = thrown instanceof ExecutionException;
    return fromFuture ? thrown.getCause() : thrown;
  }

  // --- within ---

  static Stream<Named<Function<FreightClient, ?>>> paidCalls() {
    return Stream.of(
        Named.of("createLoad", c -> c.createLoad(LOAD)),
        Named.of("createLoad, with response", c -> c.withResponse().createLoad(LOAD)),
        Named.of("createLoad, future", c -> c.async().createLoad(LOAD)),
        Named.of("createTrackedLoad", c -> c.catalog().createTrackedLoad(LOAD)),
        Named.of("getLoadPosition", c -> c.getLoadPosition("LD-2026-0001")),
        Named.of(
            "getLoadPosition, with response",
            c -> c.withResponse().getLoadPosition("LD-2026-0001")),
        Named.of("getLoadPosition, future", c -> c.async().getLoadPosition("LD-2026-0001")),
        Named.of("getLoadPosition, shared", c -> c.getLoadPosition("LD-2026-0001", SHARED)),
        Named.of(
            "getLoadPosition, shared future",
            c -> c.async().getLoadPosition("LD-2026-0001", SHARED)),
        Named.of(
            "getTrackedLoadPosition", c -> c.catalog().getTrackedLoadPosition("LD-2026-0001")));
  }

  @ParameterizedTest
  @MethodSource("paidCalls")
  void noPaidCallIsMadeWithinATransaction(Function<FreightClient, ?> call) {
    application.run(
        context -> {
          FreightClient client = context.getBean(FreightClient.class);
          FreightClient another = client.withAgentKey(broker.newKey(), null);
          for (FreightClient each : List.of(client, another)) {
            assertThat(transaction(context).<Throwable>execute(status -> failure(each, call)))
                .isInstanceOf(IllegalCallerException.class)
                .hasMessageContaining("within a transaction")
                .hasMessageContaining("before or after the transaction")
                .hasMessageContaining("nothing was sent");
          }
          assertThat(broker.debits()).isEmpty();
        });
  }

  /** A bean of the application decides about money, not about transactions. */
  @Test
  void guardOfTheApplicationChangesNothing() {
    SpendGuard allowing =
        new SpendGuard() {
          @Override
          public Decision reserve(Purchase purchase) {
            return new Reservation(purchase);
          }

          @Override
          public Charge complete(Purchase purchase, Outcome outcome) {
            return Charge.UNKNOWN;
          }
        };
    application
        .withBean(SpendGuard.class, () -> allowing)
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              assertThat(
                      transaction(context)
                          .<Throwable>execute(
                              status -> failure(client, c -> c.async().createLoad(LOAD))))
                  .isInstanceOf(IllegalCallerException.class);
              assertThat(broker.debits()).isEmpty();
            });
  }

  @Test
  @SuppressWarnings("unchecked") // The bean is a List<AgentTool>.
  void aModelsCallWithinATransactionIsRefused() {
    application.run(
        context -> {
          List<AgentTool> tools = context.getBean("freightTools", List.class);
          AgentTool position =
              tools.stream().filter(tool -> tool.name().contains("position")).findFirst().get();
          String response =
              transaction(context)
                  .execute(
                      status -> position.invoke("{\"loadNumber\":\"LD-2026-0001\"}", null).json());
          assertThat(response).contains("CONFIGURATION");
          assertThat(broker.debits()).isEmpty();
        });
  }

  @Test
  void freeCallsAreAllowed() {
    application.run(
        context -> {
          FreightClient client = context.getBean(FreightClient.class);
          String number = client.createLoad(LOAD).loadNumber();
          client.getLoadPosition(number, SHARED);
          int paid = broker.debits().size();
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    assertThat(failure(client, c -> c.async().getBalance())).isNull();
                    assertThat(failure(client, c -> c.getLoadPosition(number, SHARED))).isNull();
                    assertThat(failure(client, c -> c.async().getLoadPosition(number, SHARED)))
                        .isNull();
                    // By the price list it is free, so it is the service that refuses it.
                    assertThat(failure(client, c -> c.async().confirmDelivery(number)))
                        .isInstanceOf(DeliveryNotReadyException.class);
                  });
          assertThat(broker.debits()).hasSize(paid);
        });
  }

  @Test
  void callInASuspendedTransactionIsSent() {
    application.run(
        context -> {
          TransactionTemplate outside = transaction(context);
          outside.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
          FreightClient client = context.getBean(FreightClient.class);
          transaction(context)
              .executeWithoutResult(
                  status ->
                      outside.executeWithoutResult(
                          none -> {
                            assertThat(failure(client, c -> c.createLoad(LOAD))).isNull();
                            assertThat(failure(client, c -> c.async().createLoad(LOAD))).isNull();
                          }));
          assertThat(broker.debits()).hasSize(2);
        });
  }

  /** The thread of the caller counts, also if futures run on a thread that has one. */
  @Test
  void futureOnAThreadWithAnotherTransactionIsSent() {
    application
        .withBean(
            FreightClientCustomizer.class,
            () ->
                builder ->
                    builder.executor(
                        work -> {
                          TransactionSynchronizationManager.setActualTransactionActive(true);
                          TransactionSynchronizationManager.initSynchronization();
                          try {
                            work.run();
                          } finally {
                            TransactionSynchronizationManager.clear();
                          }
                        }))
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              assertThat(failure(client, c -> c.async().createLoad(LOAD))).isNull();
              assertThat(broker.debits()).hasSize(1);
            });
  }

  @Test
  void checkOfTheApplicationReplacesTheStartersCheck() {
    application
        .withBean(PaidCallCheck.class, () -> (operation, returnsFuture) -> {})
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              transaction(context)
                  .executeWithoutResult(
                      status -> assertThat(failure(client, c -> c.createLoad(LOAD))).isNull());
            });
  }

  // --- at its end ---

  record OrderStored(String number) {}

  /** Calls of an application at the end of its transactions. */
  @Configuration
  @EnableTransactionManagement
  static class AfterTransaction {
    final FreightClient client;
    final List<CompletableFuture<CreateLoadOutcome>> futures = new ArrayList<>();
    final List<@Nullable Throwable> blocking = new ArrayList<>();
    TransactionPhase phase = TransactionPhase.AFTER_COMMIT;

    AfterTransaction(FreightClient client) {
      this.client = client;
    }

    void call() {
      futures.add(client.async().createLoad(LOAD));
      blocking.add(failure(client, c -> c.createLoad(LOAD)));
    }

    @TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT)
    public void beforeCommit(OrderStored order) {
      if (phase == TransactionPhase.BEFORE_COMMIT) call();
    }

    @TransactionalEventListener
    public void afterCommit(OrderStored order) {
      if (phase == TransactionPhase.AFTER_COMMIT) call();
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_ROLLBACK)
    public void afterRollback(OrderStored order) {
      if (phase == TransactionPhase.AFTER_ROLLBACK) call();
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION)
    public void afterCompletion(OrderStored order) {
      if (phase == TransactionPhase.AFTER_COMPLETION) call();
    }
  }

  /**
   * Nothing can be rolled back any more, and the future needs no thread that holds a connection.
   */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BEFORE_COMMIT")
  void aFutureIsSentOnceTheTransactionIsOver(TransactionPhase phase) {
    application
        .withUserConfiguration(AfterTransaction.class)
        .run(
            context -> {
              AfterTransaction listeners = context.getBean(AfterTransaction.class);
              listeners.phase = phase;
              transaction(context)
                  .executeWithoutResult(
                      status -> {
                        context.publishEvent(new OrderStored("PO-1"));
                        if (phase == TransactionPhase.AFTER_ROLLBACK) status.setRollbackOnly();
                      });
              assertThat(listeners.futures).hasSize(1);
              assertThat(listeners.futures.get(0).get(60, TimeUnit.SECONDS).loadNumber())
                  .isNotNull();
              assertThat(listeners.blocking.get(0))
                  .isInstanceOf(IllegalCallerException.class)
                  .hasMessageContaining("client.async()")
                  .hasMessageContaining("nothing was sent");
              assertThat(broker.debits()).hasSize(1);
            });
  }

  @Test
  void nothingIsSentJustBeforeACommit() {
    application
        .withUserConfiguration(AfterTransaction.class)
        .run(
            context -> {
              AfterTransaction listeners = context.getBean(AfterTransaction.class);
              listeners.phase = TransactionPhase.BEFORE_COMMIT;
              transaction(context)
                  .executeWithoutResult(status -> context.publishEvent(new OrderStored("PO-1")));
              assertThatThrownBy(() -> listeners.futures.get(0).join())
                  .isInstanceOf(CompletionException.class)
                  .hasCauseInstanceOf(IllegalCallerException.class);
              assertThat(listeners.blocking.get(0)).isInstanceOf(IllegalCallerException.class);
              assertThat(broker.debits()).isEmpty();
            });
  }

  /** A new transaction of such a listener can be rolled back. */
  @Test
  void transactionAfterAnotherIsDetected() {
    application
        .withUserConfiguration(AfterTransaction.class)
        .run(
            context -> {
              TransactionTemplate another = transaction(context);
              another.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
              FreightClient client = context.getBean(FreightClient.class);
              List<@Nullable Throwable> failures = new ArrayList<>();
              transaction(context)
                  .executeWithoutResult(
                      status ->
                          TransactionSynchronizationManager.registerSynchronization(
                              new TransactionSynchronization() {
                                @Override
                                public void afterCompletion(int how) {
                                  another.executeWithoutResult(
                                      inner ->
                                          failures.add(
                                              failure(client, c -> c.async().createLoad(LOAD))));
                                }
                              }));
              assertThat(failures).hasSize(1);
              assertThat(failures.get(0)).isInstanceOf(IllegalCallerException.class);
              assertThat(broker.debits()).isEmpty();
            });
  }

  /** There Spring shows no difference to before the commit. */
  @Test
  void refusalAfterTheCommitNamesTheListenerToUse() {
    application.run(
        context -> {
          FreightClient client = context.getBean(FreightClient.class);
          List<@Nullable Throwable> failures = new ArrayList<>();
          transaction(context)
              .executeWithoutResult(
                  status ->
                      TransactionSynchronizationManager.registerSynchronization(
                          new TransactionSynchronization() {
                            @Override
                            public void afterCommit() {
                              failures.add(failure(client, c -> c.async().createLoad(LOAD)));
                            }
                          }));
          assertThat(failures).hasSize(1);
          assertThat(failures.get(0))
              .isInstanceOf(IllegalCallerException.class)
              .hasMessageContaining("@TransactionalEventListener");
          assertThat(broker.debits()).isEmpty();
        });
  }
}
