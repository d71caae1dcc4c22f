package io.freightsdk.examples.orderservice;

import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderCounts;
import io.freightsdk.jobs.StoppedOrder;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The data of {@code index.html}, for operators: the orders of all customers. */
@RestController
@RequestMapping(path = "/operators", produces = MediaType.APPLICATION_JSON_VALUE)
class OperatorController {
  private final Orders orders;
  private final FreightJobs jobs;

  OperatorController(Orders orders, FreightJobs jobs) {
    this.orders = orders;
    this.jobs = jobs;
  }

  /** The numbers of orders and loads that wait, with reasons and times, and of stopped orders. */
  @GetMapping("/counts")
  OrderCounts counts() {
    return jobs.counts();
  }

  /** The latest hundred, with the reasons why they are not sent. */
  @GetMapping("/orders")
  List<Order.OperatorLine> orders() {
    return orders.latest();
  }

  /** At most 1,000. The reasons may name limits and prices. */
  @GetMapping("/stopped-orders")
  List<StoppedOrder> stopped() {
    return jobs.stoppedOrders();
  }

  /**
   * Sends them again as they are, for example once a firewall lets them through; but not those with
   * wrong fields, which their customers put again.
   *
   * @return how many
   */
  @PostMapping("/stopped-orders/retry")
  int retry() {
    return jobs.retryStopped();
  }
}
