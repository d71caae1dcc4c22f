package io.freightsdk.examples.orderservice;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Takes orders of customers, has a load booked for each, and says where it is. */
@SpringBootApplication
public class OrderService {
  public static void main(String[] args) {
    SpringApplication.run(OrderService.class, args);
  }
}
