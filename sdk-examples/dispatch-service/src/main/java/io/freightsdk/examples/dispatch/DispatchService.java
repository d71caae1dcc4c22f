package io.freightsdk.examples.dispatch;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A broker's dispatch desk: orders come in, loads are booked for them, and trucks are followed. */
@SpringBootApplication
public class DispatchService {
  public static void main(String[] args) {
    SpringApplication.run(DispatchService.class, args);
  }
}
