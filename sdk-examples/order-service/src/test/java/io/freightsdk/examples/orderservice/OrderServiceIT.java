package io.freightsdk.examples.orderservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import io.freightsdk.testing.Eventually;
import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.assertj.MvcTestResultAssert;
import tools.jackson.databind.JsonNode;

@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      // With the one of every day a load waits three minutes for each one before it.
      "freight.jobs.budget-per-day=10000",
      "management.endpoint.health.show-details=always"
    })
@AutoConfigureMockMvc
@AutoConfigureFreightServer
class OrderServiceIT {
  static final String LOAD =
      """
      {"driverPhone": "+13125550142",
       "pickups": [{"address": "520 Vine St", "city": "Cincinnati", "state": "OH", "zip": "45202"}],
       "deliveries": [{"address": "120 Gary Wade Blvd", "city": "Sevierville", "state": "TN",
         "zip": "37862"}]}
      """;

  @TempDir static Path folder;

  @Autowired MockMvcTester http;
  @Autowired Broker broker;
  @Autowired InMemoryFreightServer server;
  @Autowired Faults faults;
  @Autowired JdbcClient database;
  @Autowired JobsListener listener;
  @LocalServerPort int port;

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry properties) {
    properties.add("spring.datasource.url", () -> Databases.sqlite(folder));
    properties.add("freight.limits.zone", Databases::zoneWhereItIsNoon);
  }

  // --- orders ---

  @Test
  void anOrderHasItsLoadAndTheLinkForTheCustomer() {
    put("acme", "PO-1", LOAD).hasStatus(HttpStatus.CREATED);
    book("acme", "PO-1");
    assertThat(http.get().uri(path("acme", "PO-1")))
        .bodyJson()
        .hasPathSatisfying("$.reference", it -> assertThat(it).asString().isEqualTo("acme/PO-1"))
        .hasPathSatisfying("$.state", it -> assertThat(it).asString().isEqualTo("PLANNED"))
        .hasPathSatisfying("$.trackingLink", it -> assertThat(it).asString().contains("/track/"));
    assertThat(http.get().uri(path("acme", "none"))).hasStatus(HttpStatus.NOT_FOUND);
  }

  @Test
  void twoCustomersMayHaveTheSameNumber() {
    assertThat(book("acme", "PO-2")).isNotEqualTo(book("blue-line", "PO-2"));
  }

  @Test
  void anOrderThatIsPutAgainKeepsItsLoad() {
    String load = book("acme", "PO-3");
    put("acme", "PO-3", LOAD.replace("Vine St", "Race St")).hasStatus(HttpStatus.CONFLICT);
    server.load(load).cancel();
    server.clock().advance(Duration.ofDays(1));
    awaitOrder("acme", "PO-3", "\"state\":\"CANCELLED\"");
    put("acme", "PO-3", LOAD).hasStatus(HttpStatus.OK);
    assertThat(http.delete().uri(path("acme", "PO-3"))).hasStatus(HttpStatus.CONFLICT);
    assertThat(loads("acme/PO-3")).containsExactly(load);
  }

  @Test
  void anOrderThatTheServiceRefusesIsTakenAgainWithContentThatItAccepts() {
    put("acme", "PO-4", LOAD.replace("+13125550142", "nobody")).hasStatus(HttpStatus.CREATED);
    awaitOrder("acme", "PO-4", "\"state\":\"STOPPED\"");
    put("acme", "PO-4", LOAD).hasStatus(HttpStatus.OK);
    book("acme", "PO-4");
  }

  @Test
  void anOrderOfNobodyAndOneWithAnotherReferenceAreMistakesOfTheCaller() {
    put(" ", "PO-11", LOAD).hasStatus(HttpStatus.BAD_REQUEST);
    put("acme", " ", LOAD).hasStatus(HttpStatus.BAD_REQUEST);
    String other = LOAD.replaceFirst("\\{", "{\"customerRef\": \"PO-11\", ");
    put("acme", "PO-11", other).hasStatus(HttpStatus.BAD_REQUEST);
    assertThat(http.get().uri(path("acme", "PO-11"))).hasStatus(HttpStatus.NOT_FOUND);
    put("acme", "PO-11", other.replace("PO-11", "acme/PO-11")).hasStatus(HttpStatus.CREATED);
  }

  @Test
  void theSameOrderAgainIsNoConflictHoweverLateItComes() {
    Frontend frontend = new Frontend(port);
    String order = path("acme", "PO-30");
    String detailed =
        LOAD.replaceFirst("\\{", "{\"rate\": 1200.50, \"miles\": 290, ")
            .replace(
                "\"45202\"",
                "\"45202\", \"lat\": 39.10310, \"lng\": -84.512,"
                    + " \"date\": \"2030-12-01T14:00:00.120Z\"");
    assertThat(frontend.put(order, detailed).status()).isEqualTo(201);
    assertThat(frontend.put(order, detailed).status()).isEqualTo(200);
    book("acme", "PO-30", detailed);
    // The same order, though not the same bytes.
    String again =
        detailed.replace("\n", "\n\n").replaceFirst("\\{", "{\"customerRef\": \"acme/PO-30\",");
    Frontend.Answer answer = frontend.put(order, again);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(frontend.get(order).body());
    assertThat(loads("acme/PO-30")).hasSize(1);
  }

  @Test
  void anotherOrderThatComesTooLateIsToldWhatToDo() {
    Frontend frontend = new Frontend(port);
    String load = book("acme", "PO-31");
    String other = LOAD.replace("Vine St", "Race St");
    Frontend.Answer put = frontend.put(path("acme", "PO-31"), other).isProblem(409);
    assertThat(put.text("detail")).contains("acme/PO-31", load, "another number");
    Frontend.Answer withdrawn = frontend.delete(path("acme", "PO-31")).isProblem(409);
    assertThat(withdrawn.text("detail")).contains("acme/PO-31", load);
    assertThat(frontend.put(path("acme", "PO-31"), LOAD).status())
        .as("it is as before")
        .isEqualTo(200);
  }

  @Test
  void whileAnOrderMayBeBookedTheSameIsTakenAndAnotherIsNot() {
    Frontend frontend = new Frontend(port);
    faults.always(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    try {
      frontend.put(path("acme", "PO-32"), LOAD);
      Eventually.until(() -> loads("acme/PO-32"), made -> made.size() == 1);
      Eventually.until(
          () -> frontend.delete(path("acme", "PO-32")).isProblem(409).text("detail"),
          detail -> detail.contains("may"));
      assertThat(frontend.put(path("acme", "PO-32"), LOAD).status()).isEqualTo(200);
      String other = LOAD.replace("Vine St", "Race St");
      Frontend.Answer put = frontend.put(path("acme", "PO-32"), other).isProblem(409);
      assertThat(put.text("detail")).contains("acme/PO-32", "may");
    } finally {
      faults.clear();
    }
    server.clock().advance(Duration.ofMinutes(10));
    book("acme", "PO-32");
    assertThat(loads("acme/PO-32")).hasSize(1);
  }

  @Test
  void aReferenceInTheBodyThatIsNotThatOfTheAddressIsNamed() {
    String other = LOAD.replaceFirst("\\{", "{\"customerRef\": \"PO-33\", ");
    Frontend.Answer answer = new Frontend(port).put(path("acme", "PO-33"), other).isProblem(400);
    assertThat(answer.fields()).containsExactly("customerRef");
    assertThat(answer.text("detail")).contains("acme/PO-33");
  }

  @Test
  void theOrdersOfACustomerAreListedTheLatestFirstAndNoneOfAnother() {
    Frontend frontend = new Frontend(port);
    String customer = "lists";
    for (String number : List.of("PO-3", "PO-1", "PO-5", "PO-2", "PO-4")) {
      frontend.put(path(customer, number), LOAD);
    }
    // Their references are between those of the customer, or begin with the customer's name.
    for (String other : List.of("lists-2", "list", "LISTS", "acme")) {
      frontend.put(path(other, "PO-34"), LOAD);
    }
    String page = "/customers/lists/orders";
    Eventually.until(
        () -> frontend.get(page).json().at("/orders/0/state").asString(), "PLANNED"::equals);
    JsonNode list = frontend.get(page).json();
    assertThat(list.path("orders"))
        .extracting(it -> it.path("number").asString())
        .containsExactly("PO-4", "PO-2", "PO-5", "PO-1", "PO-3");
    assertThat(list.at("/orders/0/loadNumber").asString()).startsWith("LD-");
    assertThat(list.path("next").isNull()).isTrue();
    assertThat(frontend.get("/customers/nobody/orders").json().path("orders")).isEmpty();
    assertThat(frontend.get("/customers/list_/orders").json().path("orders")).isEmpty();
  }

  @Test
  void aCustomerWithManyOrdersSeesThemPageByPage() {
    Frontend frontend = new Frontend(port);
    String refused = LOAD.replace("+13125550142", "nobody"); // It costs nothing.
    for (int i = 1; i <= 101; i++) frontend.put(path("many", "PO-" + i), refused);
    String page = "/customers/many/orders";
    JsonNode first = frontend.get(page).json();
    assertThat(first.path("orders")).hasSize(100);
    String next = URLEncoder.encode(first.path("next").asString(), StandardCharsets.UTF_8);
    JsonNode second = frontend.get(page + "?after=" + next).json();
    assertThat(second.path("orders"))
        .singleElement()
        .returns("PO-1", it -> it.path("number").asString());
    assertThat(second.path("next").isNull()).isTrue();
  }

  @Test
  void operatorsSeeWhichOrdersStoppedAndWhy() {
    Frontend frontend = new Frontend(port);
    frontend.put(path("blue-line", "PO-35"), LOAD.replace("+13125550142", "+1312"));
    Frontend.Answer stopped =
        Eventually.until(
            () -> frontend.get("/operators/stopped-orders"),
            answer -> answer.body().contains("blue-line/PO-35"));
    assertThat(stopped.json())
        .filteredOn(it -> it.path("reference").asString().equals("blue-line/PO-35"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.path("customer").asString()).isEqualTo("blue-line");
              assertThat(it.path("reason").asString()).contains("400", "driverPhone");
              assertThat(it.path("mayHaveLoad").asBoolean()).isFalse();
            });
    assertThat(stopped.body()).as("no phone number").doesNotContain("+1312\"", "+13125550142");
    assertThat(frontend.get("/customers/acme/orders").body()).doesNotContain("PO-35");
    assertThat(frontend.send("POST", "/operators/stopped-orders/retry", null, null, "*/*").body())
        .as("not with a wrong phone number")
        .isEqualTo("0");
    frontend.put(path("blue-line", "PO-35"), LOAD);
    Eventually.until(
        () -> frontend.get("/operators/stopped-orders").body(),
        body -> !body.contains("blue-line/PO-35"));
  }

  @Test
  void operatorsSendAgainWhatAFirewallRefused() {
    Frontend frontend = new Frontend(port);
    faults.always(Operation.CREATE_LOAD, Fault.status(413));
    try {
      frontend.put(path("acme", "PO-36"), LOAD);
      Eventually.until(
          () -> {
            server.clock().advance(Duration.ofMinutes(1));
            return order("acme", "PO-36");
          },
          order -> order.contains("\"state\":\"STOPPED\""));
    } finally {
      faults.clear();
    }
    assertThat(frontend.send("POST", "/operators/stopped-orders/retry", null, null, "*/*").body())
        .isEqualTo("1");
    awaitOrder("acme", "PO-36", "\"state\":\"PLANNED\"");
  }

  @Test
  void requestsAtTheSameTimeBookOneLoadAndNoneOfThemFails() {
    var callers = Executors.newFixedThreadPool(8);
    try {
      List<CompletableFuture<Void>> calls =
          IntStream.range(0, 8)
              .mapToObj(
                  i ->
                      CompletableFuture.runAsync(
                          () ->
                              put("acme", "PO-5", LOAD)
                                  .satisfies(
                                      answer ->
                                          assertThat(status(answer))
                                              .as("new, or the same again")
                                              .isIn(201, 200)),
                          callers))
              .toList();
      assertThat(calls).allSatisfy(call -> assertThatCode(call::join).doesNotThrowAnyException());
    } finally {
      callers.shutdown();
    }
    String load = book("acme", "PO-5");
    assertThat(loads("acme/PO-5")).containsExactly(load);
    assertThat(broker.debitsFor(load)).hasSize(1);
  }

  @Test
  void anOrderThatCannotBeBookedWaitsAndMayBeTakenBack() {
    faults.always(Operation.CREATE_LOAD, Fault.billingUnavailable());
    try {
      put("acme", "PO-6", LOAD).hasStatus(HttpStatus.CREATED);
      put("acme", "PO-7", LOAD).hasStatus(HttpStatus.CREATED);
      assertThat(http.get().uri(path("acme", "PO-6") + "/position")).hasStatus(HttpStatus.CONFLICT);
      Eventually.until(faults::neverFired, List::isEmpty);
      Eventually.until(
          () -> status(http.delete().uri(path("acme", "PO-6")).exchange()),
          status -> status == 204);
    } finally {
      faults.clear();
    }
    server.clock().advance(Duration.ofMinutes(10));
    book("acme", "PO-7");
    assertThat(order("acme", "PO-6")).contains("\"state\":\"WITHDRAWN\"");
    assertThat(http.delete().uri(path("acme", "PO-6"))).hasStatus(HttpStatus.NO_CONTENT);
    assertThat(loads("acme/PO-6")).isEmpty();
    assertThat(http.delete().uri(path("acme", "PO-7"))).hasStatus(HttpStatus.CONFLICT);
  }

  @Test
  void whatHappensOnTheRoadIsKept() {
    String load = book("acme", "PO-8");
    Eventually.until(() -> isFollowed(load), followed -> followed);
    server.driver(load).driveUntil(LoadStatus.DELIVERED);
    server.clock().advance(Duration.ofDays(1));
    JsonNode order =
        Eventually.until(
            () -> new Frontend(port).get(path("acme", "PO-8")).json(),
            it -> it.path("history").size() == 3);
    assertThat(order.path("state").asString()).isEqualTo("DELIVERED");
    assertThat(order.path("history"))
        .extracting(it -> it.path("status").asString())
        .containsExactly("AT_PICKUP", "IN_TRANSIT", "DELIVERED");
  }

  /** As by an instance that ended before it had noted that it told it. */
  @Test
  void whatIsToldAgainIsKeptOnce() {
    String load = book("acme", "PO-20");
    Instant at = Instant.parse("2026-11-20T12:00:00Z");
    LoadEvent told =
        new LoadEvent.StatusChanged(load, LoadStatus.PLANNED, LoadStatus.AT_PICKUP, at);
    assertThatCode(
            () -> {
              listener.onEvent("acme/PO-20", told);
              listener.onEvent("acme/PO-20", told);
            })
        .doesNotThrowAnyException();
    assertThat(http.get().uri(path("acme", "PO-20")))
        .bodyJson()
        .extractingPath("$.history[*].status")
        .asArray()
        .containsExactly("AT_PICKUP");
  }

  // --- the page of a customer ---

  @Test
  void anOrderIsBookedOnceAndThreeLooksAtItShareOnePaidRead() {
    String load = book("acme", "PO-9");
    for (int i = 0; i < 3; i++) {
      assertThat(http.get().uri(path("acme", "PO-9") + "/position"))
          .bodyJson()
          .isLenientlyEqualTo("{status: 'PLANNED'}");
    }
    assertThat(broker.debitsFor(load)).hasSize(2);
    assertThat(http.get().uri("/actuator/health"))
        .bodyJson()
        .extractingPath("$.components.freight.details.balanceUsd")
        .isEqualTo(broker.balanceUsd().doubleValue());
    assertThat(http.get().uri("/actuator/metrics/freight.charged")).hasStatusOk();
  }

  @Test
  void aPageThatIsOpenAllDayLeavesTheCustomersOrdersTheirMoney() {
    String customer = "tabs-" + UUID.randomUUID();
    // Of next week: a job that reads the load today pays for what the page then shows.
    Instant pickup = server.clock().now().plus(Duration.ofDays(7));
    book(customer, "PO-1", LOAD.replace("\"45202\"", "\"45202\", \"date\": \"" + pickup + "\""));
    String position = path(customer, "PO-1") + "/position";
    int reads = 0;
    while (isFresh(http.get().uri(position).exchange())) {
      server.clock().advance(Duration.ofMinutes(3));
      assertThat(++reads).as("at most 1.00 USD at 0.02 USD a read").isLessThanOrEqualTo(50);
    }
    assertThat(reads).isEqualTo(50);
    server.clock().advance(Duration.ofHours(3));
    assertThat(http.get().uri(position))
        .hasStatus(HttpStatus.SERVICE_UNAVAILABLE)
        .bodyText()
        .doesNotContain("USD", "limit");
    book(customer, "PO-2");
  }

  /** As old as a page may be, and not one that is shown because there is no money for another. */
  private boolean isFresh(MvcTestResult answer) {
    assertThat(answer).hasStatusOk();
    String body = body(answer);
    String asOf = body.replaceAll("(?s).*\"asOf\":\"([^\"]+)\".*", "$1");
    return !Instant.parse(asOf).isBefore(server.clock().now().minus(Duration.ofMinutes(2)));
  }

  // --- delivery ---

  @Test
  void aProofOfDeliveryEndsTheOrderOnceTheTruckIsThere() {
    String load = book("acme", "PO-10");
    server.load(load).awaitBol();
    assertThat(proof("PO-10")).hasStatus(HttpStatus.CONFLICT);
    server.driver(load).driveUntil(LoadStatus.AT_DELIVERY);
    for (int i = 0; i < 2; i++) assertThat(proof("PO-10")).hasStatus(HttpStatus.NO_CONTENT);
    assertThat(server.load(load).view().status()).isEqualTo(LoadStatus.DELIVERED);
    server.clock().advance(Duration.ofDays(1));
    awaitOrder("acme", "PO-10", "\"state\":\"DELIVERED\"");
  }

  private MvcTestResult proof(String number) {
    return http.put()
        .uri(path("acme", number) + "/proof-of-delivery")
        .contentType(MediaType.APPLICATION_JSON)
        .content("{\"bolReceivedAt\": \"" + server.clock().now() + "\"}")
        .exchange();
  }

  // --- what the tests ask ---

  /** Puts an order until it has its load, and returns that. */
  private String book(String customer, String number) {
    return book(customer, number, LOAD);
  }

  private String book(String customer, String number, String load) {
    put(customer, number, load);
    awaitOrder(customer, number, "\"loadNumber\":\"LD-");
    return loads(customer + "/" + number).get(0);
  }

  private MvcTestResultAssert put(String customer, String number, String load) {
    return assertThat(
        http.put()
            .uri(path(customer, number))
            .contentType(MediaType.APPLICATION_JSON)
            .content(load));
  }

  private void awaitOrder(String customer, String number, String part) {
    Eventually.until(() -> order(customer, number), order -> order.contains(part));
  }

  private String order(String customer, String number) {
    return body(http.get().uri(path(customer, number)).exchange());
  }

  static String path(String customer, String number) {
    return "/customers/" + customer + "/orders/" + number;
  }

  private static int status(MvcTestResult result) {
    return result.getResponse().getStatus();
  }

  private static String body(MvcTestResult result) {
    try {
      return result.getResponse().getContentAsString();
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isFollowed(String load) {
    return database
        .sql("SELECT COUNT(*) FROM freight_loads WHERE load_number = ?")
        .param(load)
        .query(Integer.class)
        .single()
        .equals(1);
  }

  private List<String> loads(String reference) {
    return server.loads(1_000).stream()
        .filter(load -> reference.equals(load.order().customerRef()))
        .map(LoadView::loadNumber)
        .toList();
  }
}
