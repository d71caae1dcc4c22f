package io.freightsdk.server.http;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.support.Concurrently;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Concurrent calls with one key, reference or balance. */
class ConcurrentCallsIT {
  @AutoClose private final Service service = Service.start();

  @Test
  void concurrentReadsNeverOverdraw() {
    Broker broker = service.server().createBroker("0.85");
    Http client = new Http(service.server(), broker.agentKey());
    String loadNumber = client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");
    List<Integer> statuses =
        Concurrently.times(32, i -> client.get("/v1/agent/loads/" + loadNumber).status());
    assertThat(statuses.stream().filter(status -> status == 200)).hasSize(10);
    assertThat(statuses.stream().filter(status -> status == 402)).hasSize(22);
    assertThat(broker).hasBalance("0.00");
  }

  @Test
  void concurrentCallsWithOneReferenceCreateOneLoad() {
    List<Http.Reply> replies = Concurrently.times(32, i -> create(Orders.body("PO-7")));
    assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(1);
    assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(31);
    assertThat(replies).extracting(reply -> reply.json().text("loadNumber")).hasSize(32);
    assertThat(replies.stream().map(reply -> reply.json().text("loadNumber")).distinct())
        .hasSize(1);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void concurrentCallsWithOneKeyCreateOneLoad() {
    List<Http.Reply> replies =
        Concurrently.times(32, i -> create(Orders.TWO_STOPS, "Idempotency-Key", "one"));
    assertThat(replies).allMatch(reply -> reply.status() == 201);
    assertThat(replies).extracting(Http.Reply::text).containsOnly(replies.get(0).text());
    assertThat(service.broker()).hasDebits(1).hasBalance("24.35");
    assertThat(service.server().sms().messages()).hasSize(1);
  }

  private Http.Reply create(String body, String... headers) {
    return service.client().post("/v1/agent/loads", body, headers);
  }
}
