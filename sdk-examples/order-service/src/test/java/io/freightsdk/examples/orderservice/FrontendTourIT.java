package io.freightsdk.examples.orderservice;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * The service as a frontend developer sees it over HTTP. Each mistake names its field, and no
 * response is HTML.
 */
@ExtendWith(OutputCaptureExtension.class)
class FrontendTourIT extends ServiceOnSqlite {
  @Autowired HikariDataSource pool;

  private final String order = "/customers/acme/orders/PO-" + UUID.randomUUID();

  // --- each mistake names its field ---

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "driverPhone, pickups, deliveries | {}",
        "driverPhone               | {`driverPhone`: null, `pickups`: [STOP], `deliveries`: [STOP]}",
        "driverPhone               | {`driverPhone`: {}, `pickups`: [STOP], `deliveries`: [STOP]}",
        "driverPhone               | {`driverPhone`: ` `, `pickups`: [STOP], `deliveries`: [STOP]}",
        "pickups                   | {`driverPhone`: `1`, `deliveries`: [STOP]}",
        "pickups                   | {`driverPhone`: `1`, `pickups`: STOP, `deliveries`: [STOP]}",
        "pickups                   | {`driverPhone`: `1`, `pickups`: [], `deliveries`: [STOP]}",
        "pickups.0                 | {`driverPhone`: `1`, `pickups`: [null], `deliveries`: [STOP]}",
        "deliveries                | {`driverPhone`: `1`, `pickups`: [STOP], `deliveries`: null}",
        "deliveries                | {`driverPhone`: `1`, `pickups`: [STOP], `deliveries`: `here`}",
        "deliveries.1              | {`driverPhone`: `1`, `pickups`: [STOP], `deliveries`: [STOP, 5]}",
        "pickups.0.address, pickups.0.city, pickups.0.state, pickups.0.zip | {`driverPhone`: `1`, `pickups`: [{}], `deliveries`: [STOP]}",
        "deliveries.1.zip          | {`driverPhone`: `1`, `pickups`: [STOP], `deliveries`: [STOP, {`address`: `a`, `city`: `c`, `state`: `OH`}]}",
        "deliveries.0.city         | {`driverPhone`: `1`, `pickups`: [STOP], `deliveries`: [{`address`: `a`, `city`: ` `, `state`: `OH`, `zip`: `45202`}]}",
        "pickups.0.date            | {`driverPhone`: `1`, `pickups`: [{`date`: `tomorrow`, REST}], `deliveries`: [STOP]}",
        "pickups.0.position.lat    | {`driverPhone`: `1`, `pickups`: [{`position`: {`lat`: `north`, `lng`: -84.5}, REST}], `deliveries`: [STOP]}",
        "pickups.0.position.lng    | {`driverPhone`: `1`, `pickups`: [{`position`: {`lat`: 39.1}, REST}], `deliveries`: [STOP]}",
        "pickups.0.postcode        | {`driverPhone`: `1`, `pickups`: [{`postcode`: `1`, REST}], `deliveries`: [STOP]}",
        "rate                      | {`driverPhone`: `1`, `pickups`: [STOP], `deliveries`: [STOP], `rate`: `much`}",
        "miles                     | {`driverPhone`: `1`, `pickups`: [STOP], `deliveries`: [STOP], `miles`: [1]}",
        "wieght                    | {`driverPhone`: `1`, `pickups`: [STOP], `deliveries`: [STOP], `wieght`: 40000}",
        "customerRef               | {`driverPhone`: `1`, `pickups`: [STOP], `deliveries`: [STOP], `customerRef`: `PO-1`}",
      })
  void mistakeInAnOrderNamesItsFields(String fields, String body) {
    String address =
        "`address`: `520 Vine St`, `city`: `Cincinnati`, `state`: `OH`, `zip`: `45202`";
    String json = body.replace("STOP", "{REST}").replace("REST", address).replace('`', '"');
    Frontend.Response response = frontend.put(order, json).isProblem(400);
    String[] expected = fields.split(", ", -1);
    assertThat(response.fields()).as(response.body()).containsExactlyInAnyOrder(expected);
    assertThat(response.text("detail")).contains(expected);
    frontend.get(order).isProblem(404);
  }

  @Test
  void severalMistakesAreReportedTogether() {
    Frontend.Response response =
        frontend.put(order, "{\"driverPhone\": \"\", \"pickups\": [], \"deliveries\": []}");
    assertThat(response.isProblem(400).fields())
        .containsExactlyInAnyOrder("driverPhone", "pickups", "deliveries");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "5", "\"order\"", "{", "{\"a\" 1}", "<order/>", "{}{}"})
  void bodyThatIsNoObjectIsRefused(String body) {
    frontend.put(order, body).isProblem(400);
  }

  @ParameterizedTest
  @CsvSource({
    "customer, /customers/%20/orders/PO-1",
    "customer, /customers/a%20b/orders/PO-1",
    "customer, /customers/%C3%A4/orders/PO-1",
    "number, /customers/acme/orders/%20",
    "number, /customers/acme/orders/PO%2F9",
    "number, /customers/acme/orders/TOO-LONG",
    "customer, /customers/a%20b/orders",
    "number, /customers/acme/orders?after=PO%2F9",
  })
  void mistakeInAPathNamesItsPart(String field, String path) {
    String address = path.replace("TOO-LONG", "9".repeat(65));
    Frontend.Response response = frontend.get(address).isProblem(400);
    assertThat(response.fields()).as(response.body()).containsExactly(field);
  }

  @Test
  void responsesToMistakesAndLogHideThePhoneNumber(CapturedOutput output) {
    String phone = "+13125550177";
    for (String body :
        List.of(
            "{\"driverPhone\": [\"" + phone + "\"]}",
            "{\"driverPhone\": \"1\", \"pickups\": \"" + phone + "\"}",
            "{\"driverPhone\": \"1\", \"rate\": \"" + phone + "\"}",
            "{\"driverPhone\": \"" + phone + "\"}",
            "{\"driverPhone\": " + phone + "}",
            "{\"driverPhone\": \"" + phone,
            phone,
            "\"" + phone + "\"")) {
      Frontend.Response response = frontend.put(order, body).isProblem(400);
      assertThat(response.body()).as(body).doesNotContain(phone.substring(1));
    }
    assertThat(output).doesNotContain(phone.substring(1));
  }

  // --- what becomes of an order ---

  @Test
  void orderShowsItsStateFromPlacingToDelivery() {
    faults.always(Operation.CREATE_LOAD, Fault.billingUnavailable());
    try {
      assertThat(frontend.put(order, OrderServiceIT.LOAD).status()).isEqualTo(201);
      Eventually.until(faults::neverFired, List::isEmpty);
      awaitState("WAITING");
      assertThat(frontend.put(order + "/proof-of-delivery", "").isProblem(409).text("detail"))
          .contains("no load yet");
    } finally {
      faults.clear();
    }
    pass(Duration.ofMinutes(10));
    awaitState("BOOKED");
    Frontend.Response early = frontend.put(order + "/proof-of-delivery", "").isProblem(409);
    assertThat(early.text("detail")).contains("has not arrived");
    assertThat(early.text("callId")).isNotBlank();

    String load = frontend.get(order).text("loadNumber");
    server.load(load).deliveryCompletion(DeliveryCompletion.ON_BOL);
    server.driver(load).driveUntil(LoadStatus.AT_DELIVERY);
    pass(Duration.ofDays(1));
    awaitStatus("AT_DELIVERY");
    for (int i = 0; i < 2; i++) {
      assertThat(frontend.put(order + "/proof-of-delivery", "").status()).isEqualTo(204);
    }
    pass(Duration.ofDays(1));
    awaitStatus("DELIVERED");
  }

  private void awaitStatus(String status) {
    Eventually.until(
        () -> frontend.get(order).json().at("/truck/status").asString(""), status::equals);
  }

  private void awaitState(String state) {
    Eventually.until(() -> frontend.get(order).text("state"), state::equals);
  }

  @ParameterizedTest
  @CsvSource({
    "+13125550142, nobody, driverPhone",
    "45202, 4520, pickups.0.zip",
    "OH, Ohio, pickups.0.state"
  })
  void refusedOrderNamesItsFieldAndCanBeCorrected(String right, String wrong, String field) {
    frontend.put(order, OrderServiceIT.LOAD.replace(right, wrong));
    awaitState("STOPPED");
    Frontend.Response stopped = frontend.get(order);
    assertThat(stopped.fields()).as(stopped.body()).containsExactly(field);
    assertThat(stopped.json().at("/errors/0/problem").asString())
        .containsAnyOf("expected", "missing");
    assertThat(stopped.body()).doesNotContain("USD", "charged", "HTTP", "nobody");

    assertThat(frontend.put(order, OrderServiceIT.LOAD).status()).isEqualTo(200);
    awaitState("BOOKED");
    assertThat(frontend.get(order).fields()).isEmpty();
  }

  // --- no response is HTML ---

  @ParameterizedTest
  @CsvSource({
    "400, PUT, /customers/acme/orders/PO%2F9",
    "400, PUT, /customers/acme/orders/PO-1;9",
    "400, GET, /customers/acme;eu/orders",
    "400, PUT, /customers/acme/orders/PO-1;a=b/proof-of-delivery",
    "404, GET, /nothing",
    "404, GET, /error",
    "404, GET, /customers/acme/orders/",
    "404, GET, /customers/acme/orders/PO-1/nothing",
    "404, GET, /customers/acme/orders/none",
    "404, DELETE, /customers/acme/orders/none",
    "404, PUT, /customers/acme/orders/none/proof-of-delivery",
    "404, GET, /actuator/nothing",
    "405, POST, /customers/acme/orders",
    "405, POST, /customers/acme/orders/PO-1",
    "405, PATCH, /customers/acme/orders/PO-1",
    "405, GET, /customers/acme/orders/PO-1/proof-of-delivery",
    "405, DELETE, /operators/stopped-orders",
  })
  void browserGetsAProblemInsteadOfHtml(int status, String method, String path) {
    String browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    frontend.send(method, path, null, null, browser).isProblem(status);
    Frontend.Response onlyHtml = frontend.send(method, path, null, null, "text/html");
    assertThat(onlyHtml.status()).isIn(status, 406);
    onlyHtml.isProblem(onlyHtml.status());
  }

  /** Spring leaves out what follows a semicolon: one order would correct another. */
  @Test
  void numberWithASemicolonIsRefused() {
    frontend.put(order + ";2", OrderServiceIT.LOAD).isProblem(400);
    frontend.get(order).isProblem(404);
  }

  @Test
  void orderInAnotherFormatIsRefusedAndNotStored() {
    for (String type : new String[] {null, "text/plain", "application/xml", "nonsense"}) {
      frontend.send("PUT", order, type, OrderServiceIT.LOAD, "*/*").isProblem(415);
    }
    frontend
        .send("PUT", order, "application/json", OrderServiceIT.LOAD, "text/html")
        .isProblem(406);
    frontend.get(order).isProblem(404);
  }

  @Test
  void requestsGet503WhileTheDatabaseDoesNotRespond() throws SQLException {
    List<Connection> all = new ArrayList<>();
    try {
      for (int i = 0; i < pool.getMaximumPoolSize(); i++) all.add(pool.getConnection());
      // At the same time: each waits as long as the pool lets it.
      List<CompletableFuture<Frontend.Response>> responses =
          List.of(
              CompletableFuture.supplyAsync(() -> frontend.get(order)),
              CompletableFuture.supplyAsync(() -> frontend.put(order, OrderServiceIT.LOAD)));
      for (CompletableFuture<Frontend.Response> each : responses) {
        Frontend.Response response = each.join();
        assertThat(response.isProblem(503).text("detail")).contains("database", "again");
        assertThat(response.body()).doesNotContain("Hikari", "JDBC");
      }
    } finally {
      for (Connection one : all) one.close();
    }
    assertThat(frontend.put(order, OrderServiceIT.LOAD).status()).isEqualTo(201);
  }

  @Test
  void internalFailureIsLoggedAndNotShown(CapturedOutput output) {
    frontend.put(order, OrderServiceIT.LOAD);
    database.sql("ALTER TABLE order_status RENAME TO status_away").update();
    try {
      Frontend.Response response = frontend.get(order).isProblem(500);
      assertThat(response.body()).doesNotContain("order_status", "SELECT", "SQL");
      assertThat(output).contains("no such table");
    } finally {
      database.sql("ALTER TABLE status_away RENAME TO order_status").update();
    }
  }

  @Test
  void failedFreightCallIsReportedWithItsCallId(CapturedOutput output) {
    frontend.put(order, OrderServiceIT.LOAD);
    awaitState("BOOKED");
    faults.always(Operation.CONFIRM_DELIVERY, Fault.status(503));
    try {
      Frontend.Response response = frontend.put(order + "/proof-of-delivery", "").isProblem(503);
      assertThat(response.text("detail")).contains("again");
      assertThat(response.text("callId")).isNotBlank();
      assertThat(response.body()).doesNotContain("USD", "limit", "balance");
      assertThat(output).contains(response.text("callId"));
    } finally {
      faults.clear();
    }
  }
}
