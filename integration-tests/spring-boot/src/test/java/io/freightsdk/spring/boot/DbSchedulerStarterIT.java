package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.boot.autoconfigure.DbSchedulerAutoConfiguration;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with db-scheduler's own starter, in one context and database with the jobs. */
class DbSchedulerStarterIT {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final JdbcDataSource database = new JdbcDataSource();

  @AfterEach
  void close() {
    server.close();
  }

  /** A task of the application, and a listener of the jobs. */
  @Configuration(proxyBeanMethods = false)
  static class Application {
    final CountDownLatch applicationTaskRan = new CountDownLatch(1);
    final CountDownLatch listenerNotified = new CountDownLatch(1);

    @Bean
    OneTimeTask<Void> applicationTask() {
      return Tasks.oneTime("theirs").execute((task, context) -> applicationTaskRan.countDown());
    }

    @Bean
    JobsListener jobsListener() {
      return new JobsListener() {
        @Override
        public void onLoadBooked(BookedLoad booking) {
          listenerNotified.countDown();
        }
      };
    }

    @Bean
    PlatformTransactionManager transactions(DataSource database) {
      return new DataSourceTransactionManager(database);
    }
  }

  @Test
  void schedulersDoNotTouchEachOthersRows() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    JdbcTemplate sql = new JdbcTemplate(database);
    sql.execute(
        "CREATE TABLE scheduled_tasks (task_name VARCHAR(100), task_instance VARCHAR(100),"
            + " task_data BLOB, execution_time TIMESTAMP WITH TIME ZONE, picked BOOLEAN,"
            + " picked_by VARCHAR(50), last_success TIMESTAMP WITH TIME ZONE,"
            + " last_failure TIMESTAMP WITH TIME ZONE, consecutive_failures INT,"
            + " last_heartbeat TIMESTAMP WITH TIME ZONE, version BIGINT, priority INT,"
            + " PRIMARY KEY (task_name, task_instance))");
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                FreightAutoConfiguration.class,
                FreightLedgerAutoConfiguration.class,
                FreightJobsAutoConfiguration.class,
                DbSchedulerAutoConfiguration.class))
        .withBean(DataSource.class, () -> database)
        .withUserConfiguration(Application.class)
        .withPropertyValues(
            "freight.base-url=" + server.baseUrl(),
            "freight.agent-key=" + broker.agentKey(),
            // Theirs deletes what it does not know at once, and looks often.
            "db-scheduler.delete-unresolved-after=0s",
            "db-scheduler.polling-interval=50ms")
        .run(
            context -> {
              assertThat(context).hasNotFailed().hasSingleBean(Scheduler.class);
              assertThat(context.getBeansOfType(Task.class)).as("ours are no beans").hasSize(1);
              Application application = context.getBean(Application.class);
              Scheduler starterScheduler = context.getBean(Scheduler.class);
              FreightJobs jobs = context.getBean(FreightJobs.class);
              new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                  .executeWithoutResult(
                      status -> {
                        jobs.book("PO-1", FreightAutoConfigurationIT.load(), null);
                        starterScheduler.schedule(
                            new TaskInstance<>("theirs", "one"), Instant.now());
                      });
              assertThat(application.applicationTaskRan.await(60, TimeUnit.SECONDS)).isTrue();
              assertThat(application.listenerNotified.await(60, TimeUnit.SECONDS)).isTrue();
              assertThat(server.loads(10)).hasSize(1);
            });
  }
}
