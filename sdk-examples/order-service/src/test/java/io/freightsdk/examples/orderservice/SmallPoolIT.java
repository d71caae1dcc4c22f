package io.freightsdk.examples.orderservice;

import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.OrderDetails;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Needs;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * As many concurrent orders as the pool has connections, on a database with two concurrent writers.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    classes = {OrderService.class, SmallPoolIT.Config.class},
    properties = {
      "spring.datasource.hikari.maximum-pool-size=2",
      "spring.datasource.hikari.connection-timeout=10000"
    })
@AutoConfigureFreightServer
@Needs(Needs.Program.POSTGRES)
class SmallPoolIT {
  @DynamicPropertySource
  static void database(DynamicPropertyRegistry properties) {
    String url = Databases.newOnPostgres();
    properties.add("spring.datasource.url", () -> url);
  }

  @LocalServerPort int port;
  @Autowired FreightJobs jobs;

  /** Waits for both notifications at the same time, each in a transaction with its connection. */
  record MeetingListener(CyclicBarrier both, TransactionTemplate transaction)
      implements JobsListener {
    @Override
    public void onLoadBooked(BookedLoad booking) {
      transaction.executeWithoutResult(
          status -> {
            try {
              int unused = both.await(60, TimeUnit.SECONDS);
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          });
    }
  }

  /** A nested configuration, so that component scanning does not find it in other tests. */
  static class Config {
    @Bean
    MeetingListener meeting(PlatformTransactionManager transactions) {
      return new MeetingListener(new CyclicBarrier(2), new TransactionTemplate(transactions));
    }
  }

  @Test
  void ordersAtTheSameTimeDoNotWaitForEachOthersConnections() {
    for (String order : List.of("PO-1", "PO-2")) {
      new Frontend(port).put(OrderServiceIT.path("acme", order), OrderServiceIT.LOAD);
    }
    for (String order : List.of("PO-1", "PO-2")) {
      Eventually.until(
          () -> jobs.find("acme/" + order),
          found -> found.map(OrderDetails::state).filter(State.BOOKED::equals).isPresent());
    }
  }
}
