package io.freightsdk.examples.orderservice;

import io.freightsdk.spring.boot.test.PlayMoney;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.SpringApplication;

/**
 * The service on SQLite, with play money, to try it by hand. Public, because the plugin of Maven
 * that starts it finds no other.
 */
public final class TryOrderService {
  private TryOrderService() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("order-service");
    // Moving the clock in the console also lets the jobs read what is then due, each load at
    // once: with the budget of application.yaml it would wait in the queue.
    SpringApplication.from(OrderService::main)
        .with(PlayMoney.class)
        .run(
            "--freight.jobs.read-budget-per-day=10000",
            "--spring.datasource.url=" + Databases.sqlite(folder));
  }
}
