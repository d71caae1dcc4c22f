package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetStore;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.FreightWatches;
import java.math.BigDecimal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
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

/**
 * The fleet of {@code freight.fleet}, whose events become events of the application, if {@code
 * freight-watch} is there.
 */
@AutoConfiguration(after = FreightWatchesAutoConfiguration.class)
@ConditionalOnClass(FleetWatch.class)
@ConditionalOnBean({LedgerOpener.class, FreightClient.class})
@ConditionalOnExpression(
    "!'${freight.fleet.schema:none}'.equalsIgnoreCase('none') or !'${freight.fleet.budget-per-day:}'.isEmpty()")
public class FreightFleetAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  FleetWatch freightFleet(
      ObjectProvider<FreightWatches> watches,
      FreightProperties properties,
      ObjectProvider<DataSource> database,
      @Qualifier("applicationTaskExecutor") ObjectProvider<Executor> executor) {
    BigDecimal budgetUsd = properties.fleet().budgetPerDay();
    if (budgetUsd == null) {
      throw new IllegalStateException(
          "freight.fleet.schema is set, and freight.fleet.budget-per-day is not: set how many USD"
              + " the fleet may spend in any 24 hours, or remove the property");
    }
    FreightWatches only = watches.getIfUnique();
    if (only == null) {
      throw new IllegalStateException(
          "freight.fleet.* is set, and there are several clients: remove it, and make a FleetWatch"
              + " of the watches of each client, FreightWatches.of(client).watchFleet(options)");
    }
    FleetOptions.Builder options = FleetOptions.builder().budgetPerDay(budgetUsd);
    executor.ifAvailable(
        threads -> options.watch(options.build().watch().toBuilder().deliverOn(threads).build()));
    FleetStore store = store(properties, database);
    if (store != null) options.store(store);
    return only.watchFleet(options.build());
  }

  /** Null if each instance follows for itself what it was told. */
  private static @Nullable FleetStore store(
      FreightProperties properties, ObjectProvider<DataSource> database) {
    FreightProperties.SchemaMode schema = properties.fleet().schema();
    if (schema == FreightProperties.SchemaMode.NONE) return null;
    DataSource dataSource =
        FreightSpendAutoConfiguration.single(database, "freight.fleet.schema", "FleetWatch");
    return FleetStore.jdbc(
        dataSource,
        properties.spend().jdbc().book(),
        io.freightsdk.sql.SchemaMode.valueOf(schema.name()));
  }

  @Bean
  Teller freightFleetTeller(FleetWatch fleet, BeanFactory beans, ApplicationEventPublisher events) {
    return new Teller(fleet, new ApplicationEvents(beans, events));
  }

  /**
   * Listens while the application runs. An event that a listener of the application refuses is told
   * again, with those after it, until it is heard: the fleet keeps it as not delivered.
   */
  static final class Teller implements SmartLifecycle {
    private static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");
    private static final long AGAIN_SECONDS = 5;

    private final FleetWatch fleet;
    private final ApplicationEvents events;

    /** Null while nothing is told. */
    private @Nullable CompletableFuture<Void> listening;

    private boolean running;

    Teller(FleetWatch fleet, ApplicationEvents events) {
      this.fleet = fleet;
      this.events = events;
    }

    @Override
    public synchronized void start() {
      running = true;
      listen();
    }

    private synchronized void listen() {
      if (!running) return;
      listening = fleet.listen(events::publish);
      CompletableFuture<Void> unused =
          listening.whenComplete(
              (ended, failure) -> {
                if (failure != null) again(failure);
              });
    }

    private synchronized void again(Throwable failure) {
      if (!running) return;
      LOG.warn("fleet: a listener failed; the event is told again", failure);
      CompletableFuture.delayedExecutor(AGAIN_SECONDS, TimeUnit.SECONDS).execute(this::listen);
    }

    @Override
    public synchronized void stop() {
      running = false;
      if (listening != null) listening.cancel(false);
      listening = null;
    }

    @Override
    public synchronized boolean isRunning() {
      return running;
    }
  }
}
