package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.WithdrawResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.Eventually;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Orders that Hibernate stores, and jobs that join its transaction: one transaction manager. */
class JpaJobsIT {
  private static final CreateLoadInput LOAD = FreightAutoConfigurationIT.load();

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final JdbcDataSource database = new JdbcDataSource();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class,
                  FreightLedgerAutoConfiguration.class,
                  FreightJobsAutoConfiguration.class))
          .withUserConfiguration(Jpa.class)
          .withBean(DataSource.class, () -> database)
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(), "freight.agent-key=" + broker.agentKey());

  JpaJobsIT() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** An order of the application. */
  @Entity
  @Table(name = "orders")
  static class StoredOrder {
    @Id
    @Column(name = "order_number")
    private String number;

    private String loadNumber;

    protected StoredOrder() {}

    StoredOrder(String number) {
      this.number = number;
    }

    void isBooked(String loadNumber) {
      this.loadNumber = loadNumber;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Jpa {
    @Bean
    LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource database) {
      LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
      factory.setDataSource(database);
      factory.setPackagesToScan(JpaJobsIT.class.getPackageName());
      factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
      factory.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "update"));
      return factory;
    }

    @Bean
    @Primary
    EntityManager orders(EntityManagerFactory factory) {
      return SharedEntityManagerCreator.createSharedEntityManager(factory);
    }

    @Bean
    PlatformTransactionManager transactionManager(EntityManagerFactory factory) {
      return new JpaTransactionManager(factory);
    }

    @Bean
    JobsListener listener(EntityManager orders, PlatformTransactionManager transactions) {
      return new JobsListener() {
        @Override
        public void onLoadBooked(BookedLoad booking) {
          new TransactionTemplate(transactions)
              .executeWithoutResult(
                  status ->
                      orders
                          .find(StoredOrder.class, booking.reference())
                          .isBooked(booking.loadNumber()));
        }
      };
    }
  }

  private static TransactionTemplate transaction(ApplicationContext context) {
    return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
  }

  private static String loadOf(ApplicationContext context, String number) {
    return transaction(context)
        .execute(
            status -> {
              StoredOrder order =
                  context.getBean(EntityManager.class).find(StoredOrder.class, number);
              return order == null ? null : order.loadNumber;
            });
  }

  @Test
  void orderAndItsLoadAreStoredTogether() {
    application.run(
        context -> {
          FreightJobs jobs = context.getBean(FreightJobs.class);
          EntityManager orders = context.getBean(EntityManager.class);
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    orders.persist(new StoredOrder("PO-1"));
                    assertThat(jobs.book("PO-1", LOAD, null).result())
                        .isEqualTo(BookResult.Result.STORED);
                    assertThat(jobs.find("PO-1").orElseThrow().state()).isEqualTo(State.WAITING);
                    assertThat(jobs.stoppedOrders()).isEmpty();
                    status.setRollbackOnly();
                  });
          assertThat(jobs.find("PO-1")).isEmpty();
          assertThatThrownBy(() -> jobs.book("PO-1", LOAD, null))
              .isInstanceOf(IllegalStateException.class);
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    orders.persist(new StoredOrder("PO-2"));
                    jobs.book("PO-2", LOAD, null);
                  });
          Eventually.until(() -> loadOf(context, "PO-2"), Objects::nonNull);
          assertThat(server.loads(10)).hasSize(1);
        });
  }

  /**
   * The INSERT of the order is flushed after the order was booked. The second transaction is rolled
   * back, and its booking with it.
   */
  @Test
  void secondOfTwoConcurrentOrdersIsRetried() {
    application
        .withPropertyValues("freight.jobs.auto-startup=false")
        .run(
            context -> {
              FreightJobs jobs = context.getBean(FreightJobs.class);
              CountDownLatch isBooked = new CountDownLatch(1);
              CompletableFuture<BookResult> second =
                  CompletableFuture.supplyAsync(
                      () -> {
                        await(isBooked);
                        return store(context, "PO-1");
                      });
              transaction(context)
                  .executeWithoutResult(
                      status -> {
                        context.getBean(EntityManager.class).persist(new StoredOrder("PO-1"));
                        jobs.book("PO-1", LOAD, null);
                        isBooked.countDown();
                      });
              assertThatThrownBy(() -> second.get(60, TimeUnit.SECONDS))
                  .hasMessageContaining("DataIntegrityViolationException");
              assertThat(jobs.find("PO-1").orElseThrow().state()).isEqualTo(State.WAITING);
              // An order that is there already is only booked.
              BookResult again =
                  transaction(context).execute(status -> jobs.book("PO-1", LOAD, null));
              assertThat(again.result()).isEqualTo(BookResult.Result.REPLACED);
              assertThat(jobs.withdraw("PO-1").result()).isEqualTo(WithdrawResult.Result.WITHDRAWN);
            });
  }

  private static BookResult store(ApplicationContext context, String number) {
    return transaction(context)
        .execute(
            status -> {
              context.getBean(EntityManager.class).persist(new StoredOrder(number));
              return context.getBean(FreightJobs.class).book(number, LOAD, null);
            });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
