package io.freightsdk.examples.orderservice.position;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.examples.orderservice.order.Orders;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.spring.boot.CustomerScopes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What the page of a customer asks, as often as it likes. */
@RestController
class PositionController {
  /** Requests within this time, on all replicas, share one paid read. */
  private static final Duration YOUNG_ENOUGH = Duration.ofMinutes(2);

  /** Shown in place of an error: while the service is away, or the pages have had their share. */
  private static final Duration BETTER_THAN_NOTHING = Duration.ofHours(2);

  private final Orders orders;
  private final FreightClient freight;
  private final CustomerScopes scopes;

  PositionController(Orders orders, FreightClient freight, CustomerScopes scopes) {
    this.orders = orders;
    this.freight = freight;
    this.scopes = scopes;
  }

  /**
   * A truck.
   *
   * @param lastSeen null before its first fix
   * @param arrivesAt the estimate for the last stop; null without one
   * @param asOf when this was so
   */
  record Position(
      LoadStatus status, @Nullable GpsPoint lastSeen, @Nullable Instant arrivesAt, Instant asOf) {}

  /** Paid by a limit of the pages, so that an open tab leaves the customer's orders theirs. */
  @GetMapping(
      path = "/customers/{customer}/orders/{number}/position",
      produces = MediaType.APPLICATION_JSON_VALUE)
  Position position(
      @PathVariable("customer") String customer, @PathVariable("number") String number) {
    String load = orders.get(customer, number).requireLoad();
    CallOptions options =
        CallOptions.builder()
            .maxAge(YOUNG_ENOUGH)
            .orStale(BETTER_THAN_NOTHING)
            .scope(scopes.page(customer))
            .build();
    FreightResponse<LoadPosition> read = freight.withResponse().getLoadPosition(load, options);
    LoadPosition position = read.value();
    Eta eta = position.eta();
    return new Position(
        position.status(), position.latestFix(), eta == null ? null : eta.etaAt(), read.readAt());
  }
}
