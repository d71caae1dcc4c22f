package io.freightsdk.examples.orderservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.ReportedEvent;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LoadView;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.testing.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

class OrderServiceIT extends ServiceOnSqlite {
  static final String LOAD =
      """
      {"driverPhone": "+13125550142",
       "pickups": [{"address": "520 Vine St", "city": "Cincinnati", "state": "OH", "zip": "45202"}],
       "deliveries": [{"address": "120 Gary Wade Blvd", "city": "Sevierville", "state": "TN",
         "zip": "37862"}]}
      """;

  private static final String OTHER_LOAD = LOAD.replace("Vine St", "Race St");

  @Autowired JobsListener listener;
  @Autowired FreightJobs jobs;
  @Autowired TransactionTemplate transaction;

  // --- a customer's orders ---

  @Test
  void bookedOrderHasALoadAndATrackingLink() {
    assertThat(put("acme", "PO-1", LOAD)).isEqualTo(201);
    book("acme", "PO-1");
    JsonNode order = frontend.get(path("acme", "PO-1")).json();
    assertThat(order.path("reference").asString()).isEqualTo("acme/PO-1");
    assertThat(order.path("state").asString()).isEqualTo("BOOKED");
    assertThat(order.path("trackingLink").asString()).contains("/track/");
  }

  @Test
  void orderShowsItsContentWithoutTheDriversPhone() {
    put("acme", "PO-2", LOAD);
    Frontend.Response response = frontend.get(path("acme", "PO-2"));
    assertThat(response.json().at("/ordered/deliveries/0/city").asString())
        .isEqualTo("Sevierville");
    assertThat(response.body()).doesNotContain("3125550142");
  }

  @Test
  void dateInMillisecondsIsAccepted() {
    String dated = LOAD.replace("\"45202\"", "\"45202\", \"date\": 1922277600000");
    put("acme", "PO-4", dated);
    JsonNode order = frontend.get(path("acme", "PO-4")).json();
    assertThat(order.at("/ordered/pickups/0/date").asString()).isEqualTo("2030-11-30T14:00:00Z");
  }

  @Test
  void twoCustomersCanUseTheSameNumber() {
    assertThat(book("acme", "PO-3")).isNotEqualTo(book("blue-line", "PO-3"));
  }

  @Test
  void repeatedOrderIsNoConflictEvenAfterItsBooking() {
    String detailed =
        LOAD.replaceFirst("\\{", "{\"rate\": 1200.50, \"miles\": 290, ")
            .replace(
                "\"45202\"",
                "\"45202\", \"position\": {\"lat\": 39.10310, \"lng\": -84.512},"
                    + " \"date\": \"2030-12-01T14:00:00.120Z\"");
    assertThat(put("acme", "PO-30", detailed)).isEqualTo(201);
    assertThat(put("acme", "PO-30", detailed)).isEqualTo(200);
    awaitLoad("acme", "PO-30");
    String notTheSameBytes = detailed.replace("\n", "\n\n");
    assertThat(put("acme", "PO-30", notTheSameBytes)).isEqualTo(200);
    assertThat(loads("acme/PO-30")).hasSize(1);
  }

  @Test
  void changedOrderAfterTheBookingIsRefusedWithAdvice() {
    String load = book("acme", "PO-31");
    Frontend.Response put = frontend.put(path("acme", "PO-31"), OTHER_LOAD).isProblem(409);
    assertThat(put.text("detail")).contains("acme/PO-31", load, "another number");
    Frontend.Response withdrawn = frontend.delete(path("acme", "PO-31")).isProblem(409);
    assertThat(withdrawn.text("detail")).contains("acme/PO-31", load);
    assertThat(put("acme", "PO-31", LOAD)).as("it is as before").isEqualTo(200);
  }

  @Test
  void orderThatMayBeBookedAcceptsOnlyItsRepetition() {
    faults.always(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    try {
      put("acme", "PO-32", LOAD);
      Eventually.until(() -> loads("acme/PO-32"), made -> made.size() == 1);
      Eventually.until(
          () -> frontend.delete(path("acme", "PO-32")).isProblem(409).text("detail"),
          detail -> detail.contains("may"));
      assertThat(put("acme", "PO-32", LOAD)).isEqualTo(200);
      Frontend.Response put = frontend.put(path("acme", "PO-32"), OTHER_LOAD).isProblem(409);
      assertThat(put.text("detail")).contains("acme/PO-32", "may");
    } finally {
      faults.clear();
    }
    pass(Duration.ofMinutes(10));
    awaitLoad("acme", "PO-32");
    assertThat(loads("acme/PO-32")).hasSize(1);
  }

  @Test
  void concurrentRequestsBookOneLoadAndNoneFails() {
    var callers = Executors.newFixedThreadPool(8);
    try {
      List<CompletableFuture<Integer>> calls =
          IntStream.range(0, 8)
              .mapToObj(
                  i -> CompletableFuture.supplyAsync(() -> put("acme", "PO-5", LOAD), callers))
              .toList();
      assertThat(calls)
          .extracting(CompletableFuture::join)
          .as("new, or the same again")
          .containsOnlyOnce(201)
          .containsOnly(200, 201);
    } finally {
      callers.shutdown();
    }
    String load = book("acme", "PO-5");
    assertThat(loads("acme/PO-5")).containsExactly(load);
    assertThat(broker.debitsFor(load)).hasSize(1);
  }

  @Test
  void orderWaitsDuringAnOutageAndCanBeWithdrawn() {
    String order = path("acme", "PO-6");
    faults.always(Operation.CREATE_LOAD, Fault.billingUnavailable());
    try {
      put("acme", "PO-6", LOAD);
      put("acme", "PO-7", LOAD);
      Eventually.until(faults::neverFired, List::isEmpty);
      Eventually.until(() -> frontend.delete(order).status(), status -> status == 204);
    } finally {
      faults.clear();
    }
    pass(Duration.ofMinutes(10));
    awaitLoad("acme", "PO-7");
    assertThat(frontend.get(order).text("state")).isEqualTo("WITHDRAWN");
    assertThat(frontend.delete(order).status()).as("again").isEqualTo(204);
    assertThat(loads("acme/PO-6")).isEmpty();
  }

  @Test
  void listHasOnlyTheCustomersOrdersLatestFirst() {
    for (String number : List.of("PO-3", "PO-1", "PO-5", "PO-2", "PO-4")) {
      put("lists", number, LOAD);
    }
    // Their references sort between the customer's references, or begin with the customer's name.
    for (String other : List.of("lists-2", "list", "LISTS", "acme")) put(other, "PO-34", LOAD);
    String page = "/customers/lists/orders";
    JsonNode list =
        Eventually.until(
            () -> frontend.get(page).json(),
            json -> json.at("/0/loadNumber").asString("").startsWith("LD-"));
    assertThat(list)
        .extracting(it -> it.path("reference").asString())
        .containsExactly("lists/PO-4", "lists/PO-2", "lists/PO-5", "lists/PO-1", "lists/PO-3");
    assertThat(list.at("/0/trackingLink").asString()).contains("/track/");
    assertThat(frontend.get("/customers/nobody/orders").json()).isEmpty();
    assertThat(frontend.get("/customers/list_/orders").json()).isEmpty();
  }

  @Test
  void listHasPagesOfAHundredOrders() throws IOException {
    CreateLoadInput load = FreightJson.adapter(CreateLoadInput.class).fromJson(LOAD);
    transaction.executeWithoutResult(
        status -> {
          for (int i = 1; i <= 101; i++) {
            String reference = String.format(Locale.ROOT, "many/PO-%03d", i);
            jobs.book(reference, load, "many");
            jobs.withdraw(reference); // It costs nothing.
          }
        });
    String page = "/customers/many/orders";
    assertThat(frontend.get(page).json()).hasSize(100);
    assertThat(frontend.get(page + "?after=PO-002").json())
        .singleElement()
        .returns("many/PO-001", it -> it.path("reference").asString());
    assertThat(frontend.get(page + "?after=PO-001").json()).isEmpty();
  }

  // --- on the road ---

  @Test
  void historyHasTheStatusesOfTheLoad() {
    String load = book("acme", "PO-8");
    server.driver(load).driveUntil(LoadStatus.DELIVERED);
    pass(Duration.ofDays(1));
    JsonNode order = awaitOrder("PO-8", it -> it.path("history").size() == 3);
    assertThat(order.path("state").asString()).isEqualTo("BOOKED");
    assertThat(order.at("/truck/status").asString()).isEqualTo("DELIVERED");
    assertThat(order.at("/truck/place/lat").isNumber()).isTrue();
    LoadView driven = server.load(load).view();
    assertThat(order.path("history"))
        .extracting(
            it -> it.path("status").asString(),
            it -> Instant.parse(it.path("happenedAt").asString()))
        .containsExactly(
            tuple("AT_PICKUP", driven.stop(1).arrivedAt()),
            tuple("IN_TRANSIT", driven.stop(1).departedAt()),
            tuple("DELIVERED", driven.deliveredAt()));
  }

  /** The service does not report when a load was cancelled. */
  @Test
  void cancelledLoadEndsTheHistoryWithoutATime() {
    String load = book("acme", "PO-38");
    server.load(load).cancel();
    pass(Duration.ofDays(1));
    JsonNode order = awaitOrder("PO-38", it -> it.path("history").size() == 1);
    assertThat(order.at("/history/0/status").asString()).isEqualTo("CANCELLED");
    assertThat(order.at("/history/0/happenedAt").isNull()).isTrue();
    assertThat(order.at("/truck/status").asString()).isEqualTo("CANCELLED");
  }

  /** For example, after an instance crashed between reporting an event and recording that. */
  @Test
  void repeatedEventIsStoredOnce() throws Exception {
    String load = book("acme", "PO-20");
    Instant at = Instant.parse("2026-11-20T12:00:00Z");
    LoadEvent statusChange =
        new LoadEvent.StatusChanged(load, LoadStatus.PLANNED, LoadStatus.AT_PICKUP, at);
    for (int i = 0; i < 2; i++) {
      LoadEvent last = new LoadEvent.FollowingGivenUp(load, "nothing new for seven days");
      listener.onEvent(new ReportedEvent("acme/PO-20/1/2", "acme/PO-20", "acme", last));
      listener.onEvent(new ReportedEvent("acme/PO-20/1/1", "acme/PO-20", "acme", statusChange));
    }
    assertThat(frontend.get(path("acme", "PO-20")).json().path("history"))
        .extracting(it -> it.path("status").asString())
        .as("what has no time comes last")
        .containsExactly("AT_PICKUP", "GIVEN_UP");
  }

  /** If a phone was silent on the road, its first fix at the delivery reports all events. */
  @Test
  void eventsOfOneTimeKeepTheirOrder() throws Exception {
    String load = book("acme", "PO-37");
    Instant at = Instant.parse("2026-11-20T12:00:00Z");
    List<LoadStatus> road =
        List.of(
            LoadStatus.AT_PICKUP,
            LoadStatus.IN_TRANSIT,
            LoadStatus.AT_DELIVERY,
            LoadStatus.DELIVERED);
    for (int i = 1; i < road.size(); i++) {
      LoadEvent statusChange = new LoadEvent.StatusChanged(load, road.get(i - 1), road.get(i), at);
      listener.onEvent(new ReportedEvent("acme/PO-37/1/" + i, "acme/PO-37", "acme", statusChange));
    }
    assertThat(frontend.get(path("acme", "PO-37")).json().path("history"))
        .extracting(it -> it.path("status").asString())
        .containsExactly("IN_TRANSIT", "AT_DELIVERY", "DELIVERED");
  }

  @Test
  void readingAnOrderIsFree() {
    String load = book("acme", "PO-9");
    pass(Duration.ofHours(3));
    awaitOrder("PO-9", order -> order.path("truck").isObject());
    int paid = broker.debitsFor(load).size();
    for (int i = 0; i < 3; i++) frontend.get(path("acme", "PO-9"));
    assertThat(broker.debitsFor(load)).as("its creation, and the read of the jobs").hasSize(paid);
  }

  // --- operators ---

  @Test
  void operatorsSeeStoppedOrdersWithTheirReasons() {
    put("blue-line", "PO-35", LOAD.replace("+13125550142", "+1312"));
    Frontend.Response stopped =
        Eventually.until(
            () -> frontend.get("/operators/stopped-orders"),
            response -> response.body().contains("blue-line/PO-35"));
    assertThat(stopped.json())
        .filteredOn(it -> it.path("reference").asString().equals("blue-line/PO-35"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.path("customer").asString()).isEqualTo("blue-line");
              assertThat(it.path("reason").asString()).contains("400", "driverPhone");
            });
    assertThat(stopped.body()).as("no phone number").doesNotContain("+1312\"", "+13125550142");
    assertThat(frontend.get("/operators/orders").json())
        .filteredOn(it -> it.path("reference").asString().equals("blue-line/PO-35"))
        .singleElement()
        .satisfies(it -> assertThat(it.path("reason").asString()).contains("driverPhone"));
    assertThat(frontend.get("/operators/orders?state=BOOKED").body())
        .doesNotContain("blue-line/PO-35");
    assertThat(frontend.get("/operators/counts").json().path("stopped").asInt()).isPositive();
    frontend.post("/operators/stopped-orders/retry");
    assertThat(frontend.get("/operators/stopped-orders").body())
        .as("not sent again with a wrong phone number")
        .contains("blue-line/PO-35");
    put("blue-line", "PO-35", LOAD);
    Eventually.until(
        () -> frontend.get("/operators/stopped-orders").body(),
        body -> !body.contains("blue-line/PO-35"));
  }

  @Test
  void pageOfOperatorsReturnsItsConnections() {
    int poolSize = 10;
    for (int request = 0; request <= poolSize; request++) {
      for (String read : List.of("counts", "orders", "stopped-orders")) {
        assertThat(frontend.get("/operators/" + read).status()).as(read).isEqualTo(200);
      }
    }
  }

  @Test
  void operatorsRetryOrdersThatAFirewallRefused() {
    faults.always(Operation.CREATE_LOAD, Fault.status(413));
    try {
      put("acme", "PO-36", LOAD);
      awaitStopped(
          () -> frontend.get(path("acme", "PO-36")).text("state"), server.clock(), database);
    } finally {
      faults.clear();
    }
    int sentAgain = Integer.parseInt(frontend.post("/operators/stopped-orders/retry").body());
    assertThat(sentAgain).as("and orders of other tests that the firewall met").isPositive();
    awaitLoad("acme", "PO-36");
  }

  @Test
  void prometheusScrapesBalanceAndOrders() {
    Eventually.until(
        () -> frontend.get("/actuator/prometheus").body(),
        body -> body.contains("freight_balance_usd ") && body.contains("freight_orders{"));
    assertThat(frontend.get("/actuator/health/readiness").status()).isEqualTo(200);
  }

  // --- what the tests ask ---

  /** Puts an order until it has its load, and returns that. */
  private String book(String customer, String number) {
    put(customer, number, LOAD);
    return awaitLoad(customer, number);
  }

  private int put(String customer, String number, String load) {
    return frontend.put(path(customer, number), load).status();
  }

  /** Time passes while nothing is sent: to a call under way a leap looks like its end. */
  static void awaitStopped(Supplier<String> state, ServerClock clock, JdbcClient database) {
    Eventually.until(
        () -> {
          String underWay = "SELECT COUNT(*) FROM freight_tasks WHERE picked";
          boolean isIdle = database.sql(underWay).query(Integer.class).single() == 0;
          if (isIdle) clock.advance(Duration.ofMinutes(1));
          return state.get();
        },
        "STOPPED"::equals);
  }

  private String awaitLoad(String customer, String number) {
    return Eventually.until(
        () -> frontend.get(path(customer, number)).text("loadNumber"), load -> !load.isEmpty());
  }

  private JsonNode awaitOrder(String number, Predicate<JsonNode> condition) {
    return Eventually.until(() -> frontend.get(path("acme", number)).json(), condition);
  }

  static String path(String customer, String number) {
    return "/customers/" + customer + "/orders/" + number;
  }

  private List<String> loads(String reference) {
    return server.loads(1_000).stream()
        .filter(load -> reference.equals(load.order().customerRef()))
        .map(LoadView::loadNumber)
        .toList();
  }
}
