package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.outbox.Outbox;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.spring.boot.FreightScopes;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.util.ClassUtils;

/** The outbox, if {@code freight.outbox.schema} says so, and what sends it. */
@AutoConfiguration(after = FreightClientAutoConfiguration.class)
@ConditionalOnBean(Kept.class)
@ConditionalOnSingleCandidate(FreightClient.class)
@ConditionalOnExpression("!'${freight.outbox.schema:none}'.equalsIgnoreCase('none')")
public class FreightOutboxAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  Outbox freightOutbox(
      FreightClient client,
      FreightProperties properties,
      FreightScopes scopes,
      ObjectProvider<DataSource> database,
      @Qualifier(FreightClientAutoConfiguration.CLOCK) ObjectProvider<Clock> clock,
      Kept kept) {
    DataSource dataSource =
        FreightSpendAutoConfiguration.single(database, "freight.outbox.schema", "Outbox");
    Outbox.Builder outbox =
        Outbox.builder(dataSource, client)
            .name(properties.spend().jdbc().book())
            .scopes(scopes::of)
            .bookings(inTransactions(dataSource));
    clock.ifAvailable(outbox::clock);
    // What a dead process was sending waits no longer than it has to.
    Duration deadline = properties.deadline();
    if (deadline != null && !deadline.isZero()) outbox.lease(deadline.plusSeconds(30));
    boolean creates = properties.outbox().schema() == FreightProperties.SchemaMode.CREATE;
    if (!creates) outbox.validate();
    Outbox built = outbox.build();
    kept.outbox(built);
    return built;
  }

  /** What is booked belongs to the transaction of the caller; what is sent never does. */
  private static DataSource inTransactions(DataSource dataSource) {
    boolean springs =
        ClassUtils.isPresent(
            "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy",
            FreightOutboxAutoConfiguration.class.getClassLoader());
    return springs ? new TransactionAwareDataSourceProxy(dataSource) : dataSource;
  }

  @Bean
  Sender freightOutboxSender(Outbox outbox, FreightProperties properties) {
    return new Sender(outbox, properties);
  }

  /** Sends while the application runs; it stops before the client is closed. */
  static final class Sender implements SmartLifecycle {
    private final Outbox outbox;
    private final FreightProperties properties;
    private @Nullable AutoCloseable running;

    Sender(Outbox outbox, FreightProperties properties) {
      this.outbox = outbox;
      this.properties = properties;
    }

    @Override
    public synchronized void start() {
      running = outbox.start(properties.outbox().every());
    }

    @Override
    public synchronized void stop() {
      if (running == null) return;
      try {
        running.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      running = null;
    }

    @Override
    public synchronized boolean isRunning() {
      return running != null;
    }
  }
}
