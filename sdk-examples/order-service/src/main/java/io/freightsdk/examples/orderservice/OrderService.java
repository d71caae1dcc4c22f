package io.freightsdk.examples.orderservice;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/**
 * Accepts orders of customers, books a load for each, and shows where it is. Spring Boot's error
 * page is HTML, so {@link Problems} responds to errors instead.
 */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class)
public class OrderService {
  public static void main(String[] args) {
    SpringApplication.run(OrderService.class, args);
  }
}
