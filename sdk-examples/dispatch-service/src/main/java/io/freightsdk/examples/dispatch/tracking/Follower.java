package io.freightsdk.examples.dispatch.tracking;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.examples.dispatch.orders.Order;
import io.freightsdk.examples.dispatch.orders.Orders;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.LoadEvent;
import java.time.Duration;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Reads the position of each open order again and again, and tells what has changed. */
@Component
class Follower {
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();

  private final FreightClient freight;
  private final Orders orders;
  private final LoadEvents events;

  Follower(FreightClient freight, Orders orders, LoadEvents events) {
    this.freight = freight;
    this.orders = orders;
    this.events = events;
  }

  @Scheduled(fixedDelayString = "${dispatch.follow-every}", initialDelayString = "PT1M")
  void follow() {
    for (Order order : orders.open()) {
      try {
        var read = freight.withResponse().getLoadPosition(Orders.loadOf(order), SHARED);
        PositionReading reading = new PositionReading(read.value(), read.readAt());
        LoadEvent.between(null, reading).forEach(events::on);
      } catch (FreightException later) {
        // The starter has logged it.
      }
    }
  }
}
