package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.view.Scope;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server writes the fixtures with which another one begins. */
class WrittenFixturesTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @TempDir private Path folder;

  @AutoClose
  private final InMemoryFreightServer server =
      ServerInProcess.start(settings().broker(BrokerSettings.DEFAULT.withAgentKey("fak_first")));

  private static FreightServerBuilder settings() {
    return InMemoryFreightServer.builder().clockStart(NOW).frozenClock();
  }

  private static String create(InMemoryFreightServer on, String key, String order, String... more) {
    return new Http(on, key).post("/v1/agent/loads", order, more).json().text("loadNumber");
  }

  private Path written() throws IOException {
    Path file = folder.resolve("fixtures.json");
    server.writeFixtures(file);
    return file;
  }

  @Test
  void theOtherServerHoldsTheSame() throws IOException {
    server.price("load_create", "0.70");
    server.addTruck("T-100");
    server.broker(server.initialBrokers().get(0).brokerId()).credit("10.00");
    Broker reader =
        server.createBroker(
            new BrokerSettings(
                "reads@broker.example",
                new BigDecimal("3.000000001"),
                true,
                Set.of(Scope.LOADS_READ),
                "fak_reader"));
    String order =
        Orders.TWO_STOPS.replaceFirst(
            "\\{",
            "{\"customerRef\":\"PO-7\",\"weight\":42000.5,\"equipmentType\":\"Reefer\",\"rate\":1850,"
                + "\"miles\":268.5,\"shipperName\":\"Valley Fresh\",\"truckNumber\":\"T-100\",");
    String driven = create(server, "fak_first", order, "Idempotency-Key", "key-7");
    create(server, "fak_first", Orders.body("PO-8"));
    server.runUntil(driven, LoadStatus.IN_TRANSIT);
    server.clock().advance(Duration.ofHours(1));

    try (InMemoryFreightServer other = ServerInProcess.start(settings().fixtures(written()))) {
      assertThat(other.fixtures()).isEqualTo(server.fixtures());
      assertThat(other.prices()).isEqualTo(server.prices());
      assertThat(other.brokers()).hasSize(2);
      for (String key : new String[] {"fak_first", "fak_reader"}) {
        assertThat(balance(other, key)).isEqualTo(balance(server, key));
      }
      assertThat(other.loads(1).get(0).status()).isEqualTo(LoadStatus.PLANNED);
      LoadView there = other.loads(2).get(1);
      assertThat(there.status()).isEqualTo(LoadStatus.IN_TRANSIT);
      assertThat(there.order()).isEqualTo(server.load(driven).view().order());
      assertThat(there.pingCount()).isEqualTo(server.load(driven).view().pingCount());
      Http client = new Http(other, "fak_first");
      assertThat(client.post("/v1/agent/loads", order).json().text("loadNumber"))
          .as("its reference is known")
          .isEqualTo(there.loadNumber());
      assertThat(
              client
                  .post("/v1/agent/loads", Orders.TWO_STOPS, "Idempotency-Key", "key-7")
                  .json()
                  .text("loadNumber"))
          .isEqualTo(there.loadNumber());
      assertThat(new Http(other, "fak_reader").post("/v1/agent/loads", order).status())
          .isEqualTo(403);
    }
    assertThat(reader.balanceUsd()).isEqualByComparingTo("3.000000001");
  }

  private static Object balance(InMemoryFreightServer on, String key) {
    return new Http(on, key).get("/v1/agent/balance").text();
  }

  @Test
  void aLoadThatWaitedForItsBillOfLadingIsReadAgain() throws IOException {
    server.initialBrokers().get(0).credit("5.00");
    String load = create(server, "fak_first", Orders.TWO_STOPS);
    server.load(load).awaitBol();
    server.driver(load).driveUntil(LoadStatus.AT_DELIVERY);
    server.driver(load).waitAtStop(Duration.ofMinutes(30)).driveTo(36.4, -83.0);

    try (InMemoryFreightServer other = ServerInProcess.start(settings().fixtures(written()))) {
      assertThat(other.fixtures()).isEqualTo(server.fixtures());
      assertThat(other.loads(1).get(0).status()).isEqualTo(LoadStatus.AT_DELIVERY);
    }
  }

  @Test
  void aRepeatAtTheOtherServerIsARepeat() throws IOException {
    server.initialBrokers().get(0).credit("5.00");
    create(server, "fak_first", Orders.TWO_STOPS, "Idempotency-Key", "key-7");

    try (InMemoryFreightServer other = ServerInProcess.start(settings().fixtures(written()))) {
      String number = create(other, "fak_first", Orders.TWO_STOPS, "Idempotency-Key", "key-7");
      assertThat(number).isEqualTo(other.loads(1).get(0).loadNumber());
      assertThat(other.journal().last(1).get(0).note()).isEqualTo("replayed by idempotency key");
    }
  }

  @Test
  void aKeyThatHasExpiredIsNotWritten() throws IOException {
    server.initialBrokers().get(0).credit("5.00");
    String load = create(server, "fak_first", Orders.body("PO-7"), "Idempotency-Key", "key-7");
    server.clock().advance(Duration.ofHours(24));
    assertThat(Files.readString(written())).contains("PO-7").doesNotContain("key-7");

    assertThat(create(server, "fak_first", Orders.body("PO-7"), "Idempotency-Key", "key-8"))
        .isEqualTo(load);
    assertThat(Files.readString(written())).contains("key-8").doesNotContain("key-7");
  }

  @Test
  void keysThatWereMadeLaterAreValid() throws IOException {
    Broker broker = server.initialBrokers().get(0);
    String later = broker.newKey(Scope.LOADS_READ, Scope.BILLING_READ);
    broker.revoke("fak_first");

    try (InMemoryFreightServer other = ServerInProcess.start(settings().fixtures(written()))) {
      assertThat(new Http(other, "fak_first").get("/v1/agent/balance").status()).isEqualTo(401);
      Http client = new Http(other, later);
      assertThat(client.get("/v1/agent/balance").text()).isEqualTo(balance(server, later));
      assertThat(client.post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(403);
    }
  }

  @Test
  void theTestControlGivesTheSame() throws IOException {
    create(server, "fak_first", Orders.body("PO-1"));
    Http.Reply reply = Http.to(server).get("/__admin/fixtures");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text()).isEqualTo(Files.readString(written()));
  }

  @Test
  void aLoadWhoseMessageIsGoneIsWrittenToo() {
    try (InMemoryFreightServer forgetful =
        ServerInProcess.start(
            settings()
                .smsCapacity(1)
                .broker(BrokerSettings.DEFAULT.withBalance("5").withAgentKey("fak_first")))) {
      create(forgetful, "fak_first", Orders.body("PO-1"));
      create(forgetful, "fak_first", Orders.body("PO-2"));
      assertThat(Http.to(forgetful).get("/__admin/fixtures").text())
          .contains("PO-1", "PO-2", "+13125550142");
    }
  }
}
