package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.outbox.Booking;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import io.freightsdk.watch.FleetWatch;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** As many orders at once as the pool has connections. */
@SpringBootTest(
    properties = {
      "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
      "spring.datasource.hikari.maximum-pool-size=2",
      "spring.datasource.hikari.connection-timeout=10000",
      "freight.outbox.every=1d",
      "freight.fleet.budget-per-day=0.01"
    })
@AutoConfigureMockMvc
@AutoConfigureFreightServer
class SmallPoolIT {
  @Autowired MockMvcTester http;
  @Autowired FleetWatch fleet;

  /** Both are told at the same time, each in a transaction with its connection. */
  record Meeting(CyclicBarrier both) {
    @EventListener
    void on(Booking booking) throws Exception {
      int unused = both.await(60, TimeUnit.SECONDS);
    }
  }

  @TestConfiguration
  static class Config {
    @Bean
    Meeting meeting() {
      return new Meeting(new CyclicBarrier(2));
    }
  }

  @Test
  void ordersAtTheSameTimeDoNotWaitForEachOthersConnections() {
    ExecutorService callers = Executors.newFixedThreadPool(2);
    try {
      List<CompletableFuture<Void>> calls =
          Stream.of("4801", "4802")
              .map(order -> CompletableFuture.runAsync(() -> put(order), callers))
              .toList();
      calls.forEach(CompletableFuture::join);
    } finally {
      callers.shutdown();
    }
    assertThat(fleet.loads()).hasSize(2);
  }

  private void put(String orderId) {
    assertThat(
            http.put()
                .uri("/orders/" + orderId + "?customer=ACME/7")
                .contentType(MediaType.APPLICATION_JSON)
                .content(RestartIT.LOAD))
        .hasStatusOk();
  }
}
