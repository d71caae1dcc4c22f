package io.freightsdk.examples.orderservice.order;

import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.StoppedOrder;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lists for operators the orders of all customers that wait for a person, and retries them. */
@RestController
class StoppedOrderController {
  private final FreightJobs jobs;

  StoppedOrderController(FreightJobs jobs) {
    this.jobs = jobs;
  }

  /** The oldest first, at most 1,000. The reasons may name limits and prices. */
  @GetMapping(path = "/operators/stopped-orders", produces = MediaType.APPLICATION_JSON_VALUE)
  List<StoppedOrder> stopped() {
    return jobs.stopped();
  }

  /**
   * Sends them again as they are, for example once a firewall lets them through; but not those with
   * wrong fields, which their customers put again.
   *
   * @return how many
   */
  @PostMapping(
      path = "/operators/stopped-orders/retry",
      produces = MediaType.APPLICATION_JSON_VALUE)
  int retry() {
    return jobs.retryStopped();
  }
}
