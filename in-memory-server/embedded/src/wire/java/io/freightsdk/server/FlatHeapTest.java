package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Heap;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * However many requests come, the heap stays flat: what they leave behind is bounded, and the
 * bounds are reached in the first quarter. A build sends 6,000; {@code
 * -Dfreight.bounds.requests=1000000} sends a million.
 */
class FlatHeapTest {
  private static final int REQUESTS = Integer.getInteger("freight.bounds.requests", 6_000);

  /** Above what the measure wavers by; over a million requests, less than 3 bytes each. */
  private static final long MAX_GROWTH_BYTES = 2 << 20;

  /** The default, or what fits into the first quarter of a shorter run. */
  private static final int JOURNAL = Math.min(10_000, REQUESTS / 5);

  /** Connections leave nothing behind either. */
  private static final int REQUESTS_PER_CONNECTION = 240;

  /** What is sent, and what must come back. */
  private record Exchange(String request, List<Integer> statuses) {}

  @Test
  void theHeapIsFlatWhateverIsAskedWithTheJournalOn() {
    FreightServerBuilder bounded =
        InMemoryFreightServer.builder().journalCapacity(JOURNAL).ledgerCapacity(500);
    try (Service service = Service.onPort(bounded)) {
      service.broker().credit("100000.00");
      List<Exchange> round = round(service);

      send(service, round, REQUESTS / 4);
      long early = Heap.usedBytes();
      send(service, round, REQUESTS - REQUESTS / 4);
      long late = Heap.usedBytes();

      System.out.printf(
          "heap with the journal on: %,d KB after %,d requests, %,d KB after %,d%n",
          early >> 10, REQUESTS / 4, late >> 10, REQUESTS);
      assertThat(service.server().journal().total()).isGreaterThanOrEqualTo(REQUESTS);
      assertThat(service.server().journal().requests()).hasSize(JOURNAL);
      long growth = late - early;
      if (growth >= MAX_GROWTH_BYTES) {
        // A leak grows again; what the end of another test left, or the JVM keeps once, does not.
        send(service, round, REQUESTS - REQUESTS / 4);
        growth = Heap.usedBytes() - late;
      }
      assertThat(growth).as("growth in bytes").isLessThan(MAX_GROWTH_BYTES);
    }
  }

  /** Of every kind that keeps something, or could: paid, free, replayed, refused, limited. */
  private static List<Exchange> round(Service service) {
    String order = Orders.body("PO-1");
    String[] keyed = {"Idempotency-Key: k-1"};
    String loadNumber = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
    LoadView load = service.server().load(loadNumber).view();
    String position = "/v1/agent/loads/" + loadNumber;
    String ping = "/api/driver/" + load.driverToken() + "/ping";
    return List.of(
        answered(200, get(service, position)),
        answered(200, get(service, "/v1/agent/pricing")),
        answered(200, get(service, "/v1/agent/balance")),
        answered(200, call(service, "POST", "/v1/agent/loads", order)),
        answered(201, call(service, "POST", "/v1/agent/loads", Orders.TWO_STOPS, keyed)),
        answered(400, call(service, "POST", "/v1/agent/loads", "x".repeat(5_000))),
        answered(404, get(service, "/v1/agent/loads/LD-2026-9999")),
        answered(410, call(service, "PATCH", position + "/status", "{}")),
        answered(422, call(service, "POST", position + "/delivery-confirm", "{}")),
        answered(422, call(service, "POST", ping, "{\"lat\":40,\"lng\":-90,\"accuracy\":-1}")),
        answered(401, "GET /v1/agent/balance HTTP/1.1\r\nHost: x\r\n\r\n"),
        new Exchange(get(service, "/api/track/" + load.trackingToken()), List.of(200)));
  }

  private static Exchange answered(int status, String request) {
    return new Exchange(request, List.of(status));
  }

  private static String get(Service service, String path) {
    return call(service, "GET", path, "");
  }

  private static String call(
      Service service, String method, String path, String body, String... headers) {
    String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
    return "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n%sContent-Length: %d\r\n\r\n%s"
        .formatted(
            method,
            path,
            service.broker().agentKey(),
            more,
            body.getBytes(StandardCharsets.UTF_8).length,
            body);
  }

  private static void send(Service service, List<Exchange> round, int requests) {
    for (int sent = 0; sent < requests; ) {
      try (RawSocket socket = RawSocket.to(service.server())) {
        int last = Math.min(requests, sent + REQUESTS_PER_CONNECTION);
        for (; sent < last; sent++) {
          Exchange exchange = round.get(sent % round.size());
          int status = socket.exchange(exchange.request);
          if (!exchange.statuses.contains(status)) {
            throw new AssertionError(status + " to " + exchange.request);
          }
        }
      }
    }
  }
}
