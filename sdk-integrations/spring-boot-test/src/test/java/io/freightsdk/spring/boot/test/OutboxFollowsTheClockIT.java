package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.error.NextStep;
import io.freightsdk.outbox.Booking;
import io.freightsdk.outbox.Outbox;
import io.freightsdk.server.Broker;
import io.freightsdk.server.view.ServerClock;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is sent again after a minute, or a day, is sent when the server's clock says so. */
@SpringBootTest(
    classes = OutboxFollowsTheClockIT.Application.class,
    properties = {
      "freight.outbox.schema=create",
      "freight.outbox.every=1h",
      "spring.datasource.url=jdbc:h2:mem:clock;DB_CLOSE_DELAY=-1"
    })
@AutoConfigureFreightServer(balanceUsd = "0.60", perClass = true)
class OutboxFollowsTheClockIT {
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    /** The application's own, which it injects by its type. */
    @Bean
    Clock applicationsClock() {
      return Clock.systemUTC();
    }
  }

  @Autowired Outbox outbox;
  @Autowired Broker broker;
  @Autowired ServerClock clock;
  @Autowired Clock applicationsClock;

  @Autowired
  @Qualifier("freightOutboxSender")
  SmartLifecycle sender;

  @Test
  void anOrderThatWaitsForMoneyIsBookedAMinuteLater() {
    sender.stop();
    outbox.book("PO-1", DispatchApplication.load());
    Booking poor = outbox.send("PO-1");
    assertThat(poor.isBooked()).isFalse();
    assertThat(poor.nextStep()).isEqualTo(NextStep.TOP_UP);
    broker.credit("10.00");
    assertThat(outbox.send()).as("not due yet").isZero();
    clock.advance(Duration.ofSeconds(61));
    assertThat(outbox.send()).isOne();
    assertThat(outbox.find("PO-1").isBooked()).isTrue();
  }

  @Test
  void theApplicationsOwnClockIsLeftAlone() {
    clock.advance(Duration.ofDays(30));
    assertThat(applicationsClock).isEqualTo(Clock.systemUTC());
  }
}
