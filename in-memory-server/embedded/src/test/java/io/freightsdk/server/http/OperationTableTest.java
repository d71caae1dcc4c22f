package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What every operation answers to every kind of caller (API description, sections 4, 5 and 7): the
 * rows of those sections, crossed.
 */
class OperationTableTest {
  private static final String TABLE =
      """
      createLoad             | 403 | 422 UNKNOWN_BROKER      | 402 INSUFFICIENT_FUNDS | 503 BILLING_UNAVAILABLE
      getLoadPosition        | 403 | 422 UNKNOWN_BROKER      | 402 INSUFFICIENT_FUNDS | 503 BILLING_UNAVAILABLE
      updateLoadStatus       | 410 STATUS_DOOR_CLOSED | 410 STATUS_DOOR_CLOSED | 410 STATUS_DOOR_CLOSED | 410 STATUS_DOOR_CLOSED
      confirmDelivery        | 403 | 422 UNKNOWN_BROKER      | 200                    | 200
      getPricing             | 200 | 200                     | 200                    | 200
      getBalance             | 403 | 200                     | 200                    | 200
      createTrackedLoad      | 403 | 422 UNKNOWN_BROKER      | 402 INSUFFICIENT_FUNDS | 503 BILLING_UNAVAILABLE
      getTrackedLoadPosition | 403 | 422 UNKNOWN_BROKER      | 402 INSUFFICIENT_FUNDS | 503 BILLING_UNAVAILABLE
      topUpByCard            | 403 | 200                     | 200                    | 200
      getServiceCatalog      | 200 | 200                     | 200                    | 200
      """;

  @AutoClose private final Service service = Service.start();

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', textBlock = TABLE)
  void everyOperationAnswersEveryCaller(
      String id, String withoutScopes, String unregistered, String poor, String duringOutage) {
    Operation operation = Operation.ofId(id);
    Broker broker = service.server().createBroker("0.65");
    Http client = service.anyone().as(broker.agentKey());
    String loadNumber = deliveredLoadOf(client);

    assertThat(answer(service.anyone(), operation, loadNumber)).isEqualTo("401 MISSING_KEY");
    assertThat(answer(service.anyone().as("fak_nobody"), operation, loadNumber))
        .isEqualTo("401 INVALID_KEY");
    Http scopeless = service.anyone().as(broker.newKey(Set.of()));
    assertThat(answer(scopeless, operation, loadNumber)).isEqualTo(withoutScopes);
    assertThat(answer(unregistered(), operation, loadNumber)).isEqualTo(unregistered);
    assertThat(answer(client, operation, loadNumber)).isEqualTo(poor);

    broker.credit("10.00");
    int debits = broker.debits().size();
    service.server().faults().billingOutage();
    assertThat(answer(client, operation, loadNumber)).isEqualTo(duringOutage);
    assertThat(broker.debits()).hasSize(debits);
  }

  @Test
  void theTableHasEveryOperation() {
    assertThat(TABLE.lines().map(row -> row.substring(0, row.indexOf('|')).trim()))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Operation.values()).map(Operation::id).toList());
  }

  private String deliveredLoadOf(Http client) {
    String loadNumber = client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");
    service
        .server()
        .driver(loadNumber)
        .driveToNextStop()
        .waitAtStop(Duration.ofMinutes(10))
        .driveToNextStop();
    return loadNumber;
  }

  private Http unregistered() {
    BrokerSettings settings = BrokerSettings.DEFAULT.withBalance("5.00").withRegistered(false);
    return service.anyone().as(service.server().createBroker(settings).agentKey());
  }

  /** The status, and the code if there is one. */
  private static String answer(Http client, Operation operation, String loadNumber) {
    String path = operation.path().replace("{loadNumber}", loadNumber);
    boolean isGet = operation.method().equals("GET");
    Http.Reply reply =
        client.send(operation.method(), path, isGet ? null : body(operation, loadNumber));
    Tree body = reply.json();
    return body.has("code") ? reply.status() + " " + body.text("code") : "" + reply.status();
  }

  private static String body(Operation operation, String loadNumber) {
    return switch (operation) {
      case CREATE_LOAD, CREATE_TRACKED_LOAD -> Orders.TWO_STOPS;
      case GET_TRACKED_LOAD_POSITION -> "{\"loadNumber\":\"" + loadNumber + "\"}";
      case UPDATE_LOAD_STATUS -> "{\"status\":\"DELIVERED\"}";
      // Too little for any paid call, so that the column stays what it says.
      case TOP_UP_BY_CARD -> "{\"amountUsd\":0.01,\"cardToken\":\"tok_1\"}";
      default -> "{}";
    };
  }
}
