package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.OrderLoad;
import io.freightsdk.jobs.StoppedOrder;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Orders that become loads, and loads that are followed, in the application's database, if {@code
 * freight-jobs} is there.
 */
@AutoConfiguration(after = FreightAutoConfiguration.class)
@ConditionalOnClass({FreightJobs.class, ConnectionHolder.class})
@ConditionalOnBean({FreightClient.class, DataSource.class})
@ConditionalOnProperty(name = "freight.jobs.enabled", matchIfMissing = true)
public class FreightJobsAutoConfiguration {
  private static final String ENABLED = "freight.jobs.enabled=true";

  /**
   * {@link Runner} closes it before anything else is stopped; the context does where its start
   * failed.
   */
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  FreightJobs freightJobs(
      ObjectProvider<FreightClient> clients,
      ObjectProvider<DataSource> database,
      ObjectProvider<JobsListener> listeners,
      FreightProperties properties,
      CustomerScopes scopes,
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
            Databases.single(database, ENABLED, "set freight.jobs.enabled=false", "FreightJobs"));
    FreightProperties.Ledger ledger = properties.ledger();
    return Databases.open(
        ENABLED,
        environment,
        () -> {
          FreightJobs.Builder jobs =
              FreightJobs.builder(own, client)
                  .name(ledger.name())
                  .listener(new Listeners(listeners))
                  .scopes(scopes::orders)
                  .transaction(new ActiveTransaction(own));
          clock.ifAvailable(jobs::clock);
          BigDecimal budget = properties.jobs().budgetPerDay();
          jobs.pollInterval(properties.jobs().pollInterval());
          if (budget != null) jobs.budgetPerDay(budget.toPlainString());
          FreightJobs built = jobs.build();
          if (ledger.createTables()) built.createTables();
          return built;
        });
  }

  /** What runs on threads of the jobs never joins a transaction. */
  private static DataSource withoutTransactions(DataSource dataSource) {
    boolean isAware = dataSource instanceof TransactionAwareDataSourceProxy;
    DataSource target =
        isAware ? ((TransactionAwareDataSourceProxy) dataSource).getTargetDataSource() : null;
    return target == null ? dataSource : target;
  }

  @Bean
  Runner freightJobsRunner(ObjectProvider<FreightJobs> jobs, Environment environment) {
    return new Runner(jobs.orderedStream().toList(), environment);
  }

  /**
   * The application's listeners, looked up at each event because they may depend on the jobs
   * themselves. If one throws, all of them are called again.
   */
  private record Listeners(ObjectProvider<JobsListener> all) implements JobsListener {
    @Override
    public void onLoad(OrderLoad load) throws Exception {
      for (JobsListener listener : all.orderedStream().toList()) listener.onLoad(load);
    }

    @Override
    public void onOrderStopped(StoppedOrder order) throws Exception {
      for (JobsListener listener : all.orderedStream().toList()) listener.onOrderStopped(order);
    }

    @Override
    public void onEvent(LoadEvent event) throws Exception {
      for (JobsListener listener : all.orderedStream().toList()) listener.onEvent(event);
    }

    /** For a warning that names it. */
    @Override
    public String toString() {
      return all.orderedStream()
          .map(listener -> listener.getClass().getName())
          .collect(Collectors.joining(", "));
    }
  }

  /**
   * The connection of the Spring transaction of a database that is active on the calling thread,
   * also of one of JPA, whose transaction manager gives it to plain JDBC.
   */
  private record ActiveTransaction(DataSource database) implements Supplier<@Nullable Connection> {
    @Override
    public @Nullable Connection get() {
      if (!TransactionSynchronizationManager.isActualTransactionActive()) return null;
      Object bound = TransactionSynchronizationManager.getResource(database);
      if (!(bound instanceof ConnectionHolder holder)) return null;
      Connection connection = holder.getConnection();
      return commitsEachStatement(connection) ? null : connection;
    }

    /** A connection that only lasts as long as the transaction of something else. */
    private static boolean commitsEachStatement(Connection connection) {
      try {
        return connection.getAutoCommit();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Runs the jobs while the application runs: in the last phase to start, when the web server
   * listens, and the first to stop, when clients and database are still open.
   */
  static final class Runner implements SmartLifecycle {
    private final List<FreightJobs> jobs;
    private final Environment environment;
    private volatile boolean running;

    Runner(List<FreightJobs> jobs, Environment environment) {
      this.jobs = jobs;
      this.environment = environment;
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
    }

    @Override
    public void stop() {
      running = false;
      jobs.forEach(FreightJobs::close);
    }

    @Override
    public boolean isRunning() {
      return running;
    }
  }
}
