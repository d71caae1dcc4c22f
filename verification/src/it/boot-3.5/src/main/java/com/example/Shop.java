package com.example;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Shop {
  private final FreightClient freight;

  Shop(FreightClient freight) {
    this.freight = freight;
  }

  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  @PostMapping("/loads")
  CreateLoadOutcome create(@RequestBody CreateLoadInput order) {
    return freight.createLoad(order);
  }

  @GetMapping("/responses/{number}")
  FreightResponse<LoadPosition> response(@PathVariable String number) {
    return freight.withResponse().getLoadPosition(number);
  }

  @GetMapping("/loads/{number}")
  LoadPosition position(@PathVariable String number) {
    return freight.getLoadPosition(number);
  }
}
