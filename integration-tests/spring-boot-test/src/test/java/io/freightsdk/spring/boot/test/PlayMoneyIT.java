package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.FreightClient;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

class PlayMoneyIT {
  /** An application whose properties and beans are those of production. */
  @Import(ClientApplication.class)
  static class Shop {
    public static void main(String[] args) {
      SpringApplication.run(
          Shop.class, "--spring.main.web-application-type=none", "--freight.agent-key=production");
    }

    @Bean
    FreightClientCustomizer production() {
      return client -> client.baseUrl("https://api.example.com").agentKey("production");
    }
  }

  @Test
  void applicationSpendsPlayMoney() {
    try (ConfigurableApplicationContext shop =
        SpringApplication.from(Shop::main).with(PlayMoney.class).run().getApplicationContext()) {
      shop.getBean(FreightClient.class).createLoad(DispatchApplication.load());
      assertThat(shop.getBean(Broker.class).balanceUsd()).isEqualByComparingTo("24.35");
    }
  }

  @Test
  void applicationUsesTheClockOfItsServer() {
    try (ConfigurableApplicationContext shop =
        SpringApplication.from(Shop::main).with(PlayMoney.class).run().getApplicationContext()) {
      ServerClock clock = shop.getBean(InMemoryFreightServer.class).clock();
      clock.advance(Duration.ofDays(30));
      FreightClient client = shop.getBean(FreightClient.class);
      assertThat(client.withResponse().getBalance().readAt())
          .isCloseTo(clock.now(), within(1, ChronoUnit.HOURS));
    }
  }
}
