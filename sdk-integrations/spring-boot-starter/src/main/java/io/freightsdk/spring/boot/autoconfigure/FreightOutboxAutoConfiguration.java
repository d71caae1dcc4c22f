package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.outbox.Outbox;
import io.freightsdk.spring.boot.BookingCommitted;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.spring.boot.FreightScopes;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.util.ClassUtils;

/** The outbox, if {@code freight.outbox.schema} says so, and what sends it. */
@AutoConfiguration(after = FreightClientAutoConfiguration.class)
@ConditionalOnClass(Outbox.class)
@ConditionalOnBean({LedgerOpener.class, FreightClient.class})
@ConditionalOnExpression("!'${freight.outbox.schema:none}'.equalsIgnoreCase('none')")
public class FreightOutboxAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  Outbox freightOutbox(
      ObjectProvider<FreightClient> clients,
      BeanFactory beans,
      FreightProperties properties,
      FreightScopes scopes,
      ObjectProvider<DataSource> database,
      @Qualifier(FreightClientAutoConfiguration.CLOCK) ObjectProvider<Clock> clock,
      ApplicationEventPublisher publisher) {
    FreightClient client = clients.getIfUnique();
    if (client == null) {
      throw new IllegalStateException(
          "freight.outbox.schema is set, and there are several clients: mark one FreightClient as"
              + " @Primary, or define an Outbox bean for each client");
    }
    DataSource dataSource =
        FreightSpendAutoConfiguration.single(database, "freight.outbox.schema", "Outbox");
    ApplicationEvents events = new ApplicationEvents(beans, publisher);
    Outbox.Builder outbox =
        Outbox.builder(dataSource, client)
            .name(properties.spend().jdbc().book())
            .scopes(scopes::of)
            .listener(
                booking -> {
                  events.publish(booking);
                  events.publishOutside(new BookingCommitted(booking));
                })
            .bookings(inTransactions(dataSource));
    clock.ifAvailable(outbox::clock);
    // What a dead process was sending waits no longer than it has to.
    Duration deadline = properties.deadline();
    if (deadline != null && !deadline.isZero()) outbox.lease(deadline.plusSeconds(30));
    boolean creates = properties.outbox().schema() == FreightProperties.SchemaMode.CREATE;
    if (!creates) outbox.validate();
    return outbox.build();
  }

  @Bean
  Sender freightOutboxSender(ObjectProvider<Outbox> outboxes, FreightProperties properties) {
    return new Sender(outboxes.orderedStream().toList(), properties);
  }

  /** What is booked belongs to the transaction of the caller; what is sent never does. */
  private static DataSource inTransactions(DataSource dataSource) {
    boolean springs =
        ClassUtils.isPresent(
            "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy",
            FreightOutboxAutoConfiguration.class.getClassLoader());
    return springs ? new TransactionAwareDataSourceProxy(dataSource) : dataSource;
  }

  /** Sends while the application runs; it stops before the clients are closed. */
  static final class Sender implements SmartLifecycle {
    private final List<Outbox> outboxes;
    private final FreightProperties properties;
    private final List<AutoCloseable> running = new ArrayList<>();

    Sender(List<Outbox> outboxes, FreightProperties properties) {
      this.outboxes = outboxes;
      this.properties = properties;
    }

    @Override
    public synchronized void start() {
      for (Outbox outbox : outboxes) running.add(outbox.start(properties.outbox().every()));
    }

    @Override
    public synchronized void stop() {
      for (AutoCloseable sender : running) {
        try {
          sender.close();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
      running.clear();
    }

    @Override
    public synchronized boolean isRunning() {
      return !running.isEmpty();
    }
  }
}
