package io.freightsdk.examples.orderservice;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/**
 * Takes orders of customers, has a load booked for each, and says where it is. Without the error
 * page of Spring Boot, which is HTML for a browser: {@code problem} answers all errors.
 */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class)
public class OrderService {
  public static void main(String[] args) {
    SpringApplication.run(OrderService.class, args);
  }
}
