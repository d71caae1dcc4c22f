package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.OrderSummary;
import io.freightsdk.jobs.ReportedEvent;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.jobs.WaitingWork;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Orders that become loads, and loads that are followed, in the application's database, if {@code
 * freight-jobs} is there.
 */
@AutoConfiguration(after = FreightAutoConfiguration.class)
@ConditionalOnClass({FreightJobs.class, ConnectionHolder.class})
@ConditionalOnBean({FreightClient.class, DataSource.class})
@ConditionalOnBooleanProperty(name = "freight.jobs.enabled", matchIfMissing = true)
public class FreightJobsAutoConfiguration {
  private static final String ENABLED = "freight.jobs.enabled=true";

  /**
   * {@link Runner} closes it before anything else is stopped. If the start failed, the context
   * closes it.
   */
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  FreightJobs freightJobs(
      ObjectProvider<FreightClient> clients,
      ObjectProvider<DataSource> database,
      ObjectProvider<JobsListener> listeners,
      FreightProperties properties,
      CustomerLimits limits,
      ObjectProvider<CustomerClients> customerClients,
      ObjectProvider<FreightJobsCustomizer> customizers,
      Environment environment,
      @Qualifier(FreightAutoConfiguration.CLOCK) ObjectProvider<Clock> clock) {
    FreightClient client = clients.getIfUnique();
    if (client == null) {
      throw new StartFailure(
          ENABLED + " needs one FreightClient, and there are several",
          "mark one of them as @Primary, define your own FreightJobs bean, or set"
              + " freight.jobs.enabled=false",
          null);
    }
    DataSource own =
        withoutTransactions(
            Databases.requireSingle(
                database, ENABLED, "set freight.jobs.enabled=false", "FreightJobs"));
    CustomerClients ofCustomers = customerClients.getObject();
    return Databases.open(
        ENABLED,
        environment,
        () -> {
          if (properties.jdbc().neverCreatesTables()) Databases.requireTable(own, "freight_orders");
          FreightJobs.Builder jobs =
              FreightJobs.builder(
                      own, customer -> customer == null ? client : ofCustomers.client(customer))
                  .listener(new Listeners(listeners))
                  .scopes(limits::orderScope)
                  .transaction(() -> activeConnection(own));
          setName(jobs, properties.jobs().name());
          clock.ifAvailable(jobs::clock);
          BigDecimal budget = properties.jobs().readBudgetPerDay();
          jobs.pollInterval(properties.jobs().pollInterval());
          if (budget != null) jobs.readBudgetPerDay(budget.toPlainString());
          customizers.orderedStream().forEach(customizer -> customizer.customize(jobs));
          FreightJobs built = jobs.build();
          if (properties.jdbc().alwaysCreatesTables()) built.createTables();
          return built;
        });
  }

  /** The option of a ledger has the same name, and another property. */
  private static void setName(FreightJobs.Builder jobs, String name) {
    try {
      jobs.name(name);
    } catch (InvalidOptionException e) {
      throw new StartFailure("freight.jobs.name: " + e.problem(), e.remedy(), e);
    }
  }

  /**
   * Warns that the application's own {@code FreightJobs} bean does not apply the limits of
   * customers, unless its builder has their scopes.
   */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(FreightJobs.class)
  static class OwnJobsWarning {
    @Bean
    SmartInitializingSingleton freightOwnJobsWarning(
        FreightProperties properties, ObjectProvider<PropertiesCustomerLimits> ofProperties) {
      return () -> {
        List<String> limits =
            ofProperties.getIfAvailable() == null
                ? List.of("from the CustomerLimits bean")
                : StartLine.ofOrders(properties.limits());
        if (limits.isEmpty()) return;
        FreightAutoConfiguration.LOG.warn(
            "freight jobs: the application's own FreightJobs bean does not apply the limits of"
                + " customers ("
                + String.join(", ", limits)
                + ") unless its builder has .scopes(customerLimits::orderScope); remove the bean,"
                + " and define CustomerClients or FreightJobsCustomizer beans instead");
      };
    }
  }

  /** The threads of the jobs never join a transaction. */
  private static DataSource withoutTransactions(DataSource dataSource) {
    DataSource target =
        dataSource instanceof TransactionAwareDataSourceProxy aware
            ? aware.getTargetDataSource()
            : null;
    return target == null ? dataSource : target;
  }

  /** Runs all {@code FreightJobs} beans, also the application's own. */
  @Bean
  Runner freightJobsRunner(
      ObjectProvider<FreightJobs> jobs, FreightProperties properties, Environment environment) {
    return new Runner(jobs.orderedStream().toList(), properties.jobs(), environment);
  }

  /**
   * Calls the application's listeners in order until one throws; all of them are then called again
   * later. Looks them up at each event, because they may depend on the jobs themselves.
   */
  record Listeners(ObjectProvider<JobsListener> all) implements JobsListener {
    /** A call of one listener. Its exception ends the calls of the other listeners. */
    private interface Call {
      void on(JobsListener listener) throws Exception;
    }

    private void each(Call call) throws Exception {
      for (JobsListener listener : all.orderedStream().toList()) call.on(listener);
    }

    @Override
    public void onLoadBooked(BookedLoad load) throws Exception {
      each(listener -> listener.onLoadBooked(load));
    }

    @Override
    public void onOrderStopped(OrderSummary order) throws Exception {
      each(listener -> listener.onOrderStopped(order));
    }

    @Override
    public void onEvent(ReportedEvent reported) throws Exception {
      each(listener -> listener.onEvent(reported));
    }

    @Override
    public void onWaitingStarted(WaitingWork waiting) throws Exception {
      each(listener -> listener.onWaitingStarted(waiting));
    }

    @Override
    public void onWaitingEnded(WaitReason waitingFor, long stoppedOrders) throws Exception {
      each(listener -> listener.onWaitingEnded(waitingFor, stoppedOrders));
    }
  }

  /**
   * Returns the connection of the Spring transaction that is active on the calling thread; null if
   * there is none. JPA's transaction manager shares its connection with plain JDBC, too.
   */
  private static @Nullable Connection activeConnection(DataSource database) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) return null;
    Object bound = TransactionSynchronizationManager.getResource(database);
    if (!(bound instanceof ConnectionHolder holder)) return null;
    Connection connection = holder.getConnection();
    try {
      // If it commits each statement, the transaction is of something else.
      return connection.getAutoCommit() ? null : connection;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs the jobs while the application runs, and deletes old orders and loads at the start and
   * once a day. The jobs start after the web server. They stop while it finishes its requests, when
   * clients and database are still open. The timeout of this phase ends the wait for both. Calls
   * that still run are then cancelled by {@link ClientShutdown}, and the context closes the jobs
   * before the database.
   */
  static final class Runner implements SmartLifecycle {
    private final List<FreightJobs> jobs;
    private final FreightProperties.Jobs properties;
    private final Environment environment;
    private final ThreadPoolTaskScheduler purges = new ThreadPoolTaskScheduler();
    private final TaskExecutor stops = new SimpleAsyncTaskExecutor("freight-jobs-stop-");
    private volatile boolean running;

    Runner(List<FreightJobs> jobs, FreightProperties.Jobs properties, Environment environment) {
      this.jobs = jobs;
      this.properties = properties;
      this.environment = environment;
      purges.setThreadNamePrefix("freight-jobs-purge-");
      purges.setDaemon(true);
      // The database is closed after this.
      purges.setWaitForTasksToCompleteOnShutdown(true);
      purges.setAwaitTerminationSeconds(10);
    }

    @Override
    public boolean isAutoStartup() {
      return properties.autoStartup();
    }

    @Override
    public void start() {
      running = true;
      for (FreightJobs one : jobs) {
        Databases.open(
            ENABLED,
            environment,
            () -> {
              one.start();
              return one;
            });
      }
      purges.initialize();
      Future<?> unused = purges.scheduleWithFixedDelay(this::purge, Duration.ofDays(1));
    }

    /** Deletes orders and loads that ended longer ago than the retention; logs failures. */
    void purge() {
      for (FreightJobs one : jobs) {
        try {
          one.purge(properties.retention());
        } catch (RuntimeException e) {
          FreightAutoConfiguration.LOG.warn(
              "freight.jobs.retention: the purge failed, and is tried again in a day", e);
        }
      }
    }

    /** The phase in which web servers finish their requests. */
    @Override
    public int getPhase() {
      return DEFAULT_PHASE - 1024;
    }

    @Override
    public void stop() {
      running = false;
      jobs.forEach(FreightJobs::close);
      purges.shutdown();
    }

    @Override
    public void stop(Runnable callback) {
      stops.execute(
          () -> {
            try {
              stop();
            } finally {
              callback.run();
            }
          });
    }

    @Override
    public boolean isRunning() {
      return running;
    }
  }
}
