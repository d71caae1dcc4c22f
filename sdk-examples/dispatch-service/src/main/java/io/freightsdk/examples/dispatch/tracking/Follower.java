package io.freightsdk.examples.dispatch.tracking;

import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.FreightWatches;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Follows all loads on one budget. */
@Configuration(proxyBeanMethods = false)
class Follower {
  @Bean
  FleetWatch fleet(FreightWatches watches, LoadEvents events) {
    FleetOptions options = FleetOptions.builder().budget("2.00", Duration.ofDays(1)).build();
    FleetWatch fleet = watches.watchFleet(options);
    fleet.listen(events::on);
    return fleet;
  }
}
