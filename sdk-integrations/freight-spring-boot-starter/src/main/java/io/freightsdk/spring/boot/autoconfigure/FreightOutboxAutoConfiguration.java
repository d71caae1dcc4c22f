package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.outbox.Booking;
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
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.util.ClassUtils;

/**
 * The outbox, if {@code freight.outbox.schema} says so, or one for each of {@code freight.clients},
 * and what sends it.
 */
@AutoConfiguration(after = FreightClientAutoConfiguration.class)
@ConditionalOnClass(Outbox.class)
@ConditionalOnBean({Kept.class, FreightClient.class})
@ConditionalOnExpression("!'${freight.outbox.schema:none}'.equalsIgnoreCase('none')")
@Import(FreightOutboxAutoConfiguration.Registrar.class)
public class FreightOutboxAutoConfiguration {
  @Bean
  @Conditional(SingleClient.class)
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  Outbox freightOutbox(
      ObjectProvider<FreightClient> clients, FreightProperties properties, OutboxMaker maker) {
    FreightClient client = clients.getIfUnique();
    if (client != null) return maker.make(properties.spend().jdbc().book(), client);
    throw new StartFailure(
        "freight.outbox.schema is set, and there are several clients.",
        "Mark one FreightClient as @Primary, or define an Outbox bean for each client.",
        null);
  }

  @Bean
  @DependsOnDatabaseInitialization
  OutboxMaker freightOutboxMaker(
      BeanFactory beans,
      FreightProperties properties,
      FreightScopes scopes,
      ObjectProvider<DataSource> database,
      @Qualifier(FreightClientAutoConfiguration.CLOCK) ObjectProvider<Clock> clock,
      ApplicationEventPublisher events,
      Kept kept) {
    return new OutboxMaker(
        beans, properties, scopes, database, clock, new ApplicationEvents(beans, events), kept);
  }

  @Bean
  Sender freightOutboxSender(ObjectProvider<Outbox> outboxes, FreightProperties properties) {
    return new Sender(outboxes.orderedStream().toList(), properties);
  }

  /** Makes outboxes of the properties, whose bookings become events of the application. */
  record OutboxMaker(
      BeanFactory beans,
      FreightProperties properties,
      FreightScopes scopes,
      ObjectProvider<DataSource> database,
      ObjectProvider<Clock> clock,
      ApplicationEvents events,
      Kept kept) {

    /** The bean {@code <client>Outbox}. */
    Outbox named(String client) {
      return make(
          NamedClients.book(properties, client), beans.getBean(client, FreightClient.class));
    }

    Outbox make(String name, FreightClient client) {
      DataSource dataSource =
          FreightSpendAutoConfiguration.single(database, "freight.outbox.schema", "Outbox");
      Outbox.Builder outbox =
          Outbox.builder(dataSource, client)
              .name(name)
              .scopes(scopes::of)
              .listener(this::tell)
              .bookings(inTransactions(dataSource));
      clock.ifAvailable(outbox::clock);
      // What a dead process was sending waits no longer than it has to.
      Duration deadline = properties.deadline();
      if (deadline != null && !deadline.isZero()) outbox.lease(deadline.plusSeconds(30));
      boolean creates = properties.outbox().schema() == FreightProperties.SchemaMode.CREATE;
      if (!creates) outbox.validate();
      Outbox built = outbox.build();
      kept.bookings(built::purge);
      return built;
    }

    private void tell(Booking booking) {
      events.publish(booking);
      events.publishOutside(new BookingCommitted(booking));
    }
  }

  /** What is booked belongs to the transaction of the caller; what is sent never does. */
  private static DataSource inTransactions(DataSource dataSource) {
    boolean springs =
        ClassUtils.isPresent(
            "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy",
            FreightOutboxAutoConfiguration.class.getClassLoader());
    return springs ? new TransactionAwareDataSourceProxy(dataSource) : dataSource;
  }

  /** Registers an outbox for each of {@code freight.clients}. */
  static final class Registrar extends ClientBeans {
    Registrar() {
      super("freightOutboxMaker");
    }

    @Override
    void register(String client, BeanDefinitionRegistry registry) {
      registerIfMissing(registry, client + "Outbox", made(Outbox.class, "named", client));
    }
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
