package io.freightsdk.examples.dispatch.tracking;

import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetStore;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.FreightWatches;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Follows all loads on one budget: each instance adds loads and listens, one of them reads. */
@Configuration(proxyBeanMethods = false)
class Follower {
  private static final Log LOG = LogFactory.getLog(Follower.class);
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS, Runnable::run);

  @Bean
  FleetWatch fleet(
      FreightWatches watches,
      DataSource dataSource,
      LoadEvents events,
      @Value("${dispatch.follow-budget-per-day}") BigDecimal budgetUsd) {
    FleetOptions options =
        FleetOptions.builder()
            .budget(budgetUsd, Duration.ofDays(1))
            .store(FleetStore.jdbc(dataSource, "dispatch"))
            .build();
    FleetWatch fleet = watches.watchFleet(options);
    listen(fleet, events);
    return fleet;
  }

  /** An event that cannot be stored ends the listening; it is told to who listens next. */
  private static void listen(FleetWatch fleet, LoadEvents events) {
    fleet
        .listen(events::on)
        .whenComplete(
            (ended, failure) -> {
              if (failure == null) return;
              LOG.warn("an event of a load cannot be stored; it is told again", failure);
              LATER.execute(() -> listen(fleet, events));
            });
  }
}
