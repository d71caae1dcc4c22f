package io.freightsdk.examples.orderservice;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.jobs.OrderDetails;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order as its customer sees it: without balances, prices and limits, and without the phone and
 * the link of the driver.
 *
 * @param reference the customer and the order number, {@code acme/PO-1007}
 * @param errors fields that the freight service refused, for which it is STOPPED
 * @param loadNumber null until it has a load
 * @param trackingLink the page of the load, with a map, for everybody who has this link; null until
 *     it has a load
 * @param truck null until the load was read for the first time
 * @param history the events on the road, the oldest first
 * @param ordered as it was put
 */
record Order(
    String reference,
    OrderDetails.State state,
    List<FieldProblem> errors,
    @Nullable String loadNumber,
    @Nullable String trackingLink,
    @Nullable Truck truck,
    List<Change> history,
    @JsonIgnoreProperties("driverPhone") CreateLoadInput ordered) {
  /**
   * Where the truck was when the jobs read its load last.
   *
   * @param place null before its first fix
   * @param next the stop that is next; null after the last one
   * @param eta the estimate for that stop; null without one
   */
  record Truck(
      LoadStatus status,
      @Nullable GpsPoint place,
      @Nullable PositionStop next,
      @Nullable Instant eta,
      Instant asOf) {}

  /**
   * A status that the load has entered.
   *
   * @param happenedAt by the driver's GPS; null when it is not known
   */
  record Change(String status, @Nullable Instant happenedAt) {}

  /**
   * An order in a list.
   *
   * @param status of its load; null until that was read for the first time
   */
  record Line(
      String reference,
      OrderDetails.State state,
      @Nullable String loadNumber,
      @Nullable String trackingLink,
      @Nullable String status) {}
}
