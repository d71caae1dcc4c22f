package io.freightsdk.examples.orderservice;

import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderCounts;
import io.freightsdk.jobs.OrderDetails;
import io.freightsdk.jobs.OrderSummary;
import io.freightsdk.jobs.WaitReason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The data of {@code index.html}, for operators: the orders of all customers. */
@RestController
@RequestMapping(path = "/operators", produces = MediaType.APPLICATION_JSON_VALUE)
class OperatorController {
  private final FreightJobs jobs;

  OperatorController(FreightJobs jobs) {
    this.jobs = jobs;
  }

  /** The numbers of orders and loads that wait, with reasons and times, and of stopped orders. */
  @GetMapping("/counts")
  OrderCounts counts() {
    return jobs.counts();
  }

  /**
   * The latest hundred, with the reasons why they or their loads wait.
   *
   * @param state null for all states
   * @param waitingFor null for all orders, also if they do not wait
   */
  @GetMapping("/orders")
  List<OrderSummary> orders(
      @RequestParam(required = false) OrderDetails.@Nullable State state,
      @RequestParam(required = false) @Nullable WaitReason waitingFor) {
    return jobs.orders(null, state, waitingFor, null).orders();
  }

  /** At most 1,000. The reasons may name limits and prices. */
  @GetMapping("/stopped-orders")
  List<OrderSummary> stopped() {
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
