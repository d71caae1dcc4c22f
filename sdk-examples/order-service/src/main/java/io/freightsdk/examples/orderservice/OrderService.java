package io.freightsdk.examples.orderservice;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/**
 * Takes orders of customers, has a load booked for each, and says where it is. Without Spring
 * Boot's error page, which is HTML for a browser: {@link Problems} answers errors.
 */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class)
public class OrderService {
  public static void main(String[] args) {
    SpringApplication.run(OrderService.class, args);
  }
}
