package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.Scope;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A moment in a file, and a server that starts from it in another process. */
class StateFileTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @TempDir Path folder;

  @AutoClose
  private final Service service =
      Service.of(
          InMemoryFreightServer.builder()
              .clockStart(NOW)
              .frozenClock()
              .seed(7)
              .ledgerCapacity(4)
              .publicUrl("http://freight.example"));

  private final InMemoryFreightServer server = service.server();

  private void live() {
    service.client().post("/v1/agent/loads", Orders.TWO_STOPS, "Idempotency-Key", "k1");
    service.client().post("/v1/agent/loads", Orders.body("PO-1"));
    server.load(service.createLoad()).awaitBol(true);
    server.runUntil("LD-2026-0003", LoadStatus.AT_DELIVERY);
    server.runUntil("LD-2026-0001", LoadStatus.IN_TRANSIT);
    server.driver("LD-2026-0001").ping(new Coordinates(10, 10));
    server.load("LD-2026-0002").cancel();
    for (int i = 0; i < 5; i++) service.read("LD-2026-0001");
    server.faults().probability(Operation.GET_LOAD_POSITION, 0.5, 3, Fault.status(500));
    server.faults().nth(null, 9, Fault.closeAfterCommit());
    server.price("position_read", "0.05");
    server.addTruck("T-1");
    service.broker().newKey(Scope.LOADS_READ);
    service.broker().deliveryCompletion(DeliveryCompletion.ON_BOL);
    service.read("LD-2026-0001");
  }

  @Test
  void equalStatesGiveEqualBytesHoweverOftenTheyAreWrittenAndRead() throws IOException {
    live();
    byte[] file = StateFile.write(server.snapshot());

    assertThat(StateFile.write(StateFile.read(file))).isEqualTo(file);
    server.restore(StateFile.read(file));
    assertThat(StateFile.write(server.snapshot())).isEqualTo(file);
    InMemoryFreightServer fork = server.fork();
    assertThat(StateFile.write(fork.snapshot())).isEqualTo(file);
    assertThat(file).hasSizeLessThan(60_000);

    Path path = folder.resolve("moment");
    server.snapshot().writeTo(path);
    assertThat(path).hasBinaryContent(file);
    assertThat(ServerSnapshot.read(path).at()).isEqualTo(server.clock().now());
  }

  @Test
  void aServerStartedFromAFileGoesOnAsTheOneThatWroteIt() {
    live();
    ServerSnapshot moment = StateFile.read(StateFile.write(server.snapshot()));
    try (InMemoryFreightServer other =
        ServerInProcess.start(
            InMemoryFreightServer.builder()
                .frozenClock()
                .publicUrl("http://freight.example")
                .ledgerCapacity(4)
                .startFrom(moment))) {
      String there = goOn(other);
      assertThat(goOn(server)).isEqualTo(there);
      assertThat(other.load("LD-2026-0003").view().status()).isEqualTo(LoadStatus.DELIVERED);
      other.reset();
      assertThat(StateFile.write(other.snapshot())).isEqualTo(StateFile.write(moment));
    }
  }

  private String goOn(InMemoryFreightServer on) {
    Http client = new Http(on, service.broker().agentKey());
    StringBuilder seen = new StringBuilder();
    seen.append(client.post("/v1/agent/loads", Orders.TWO_STOPS, "Idempotency-Key", "k1"));
    seen.append(client.post("/v1/agent/loads", Orders.body("PO-2")));
    for (int i = 0; i < 4; i++) seen.append(client.get("/v1/agent/loads/LD-2026-0001").status());
    on.runUntil("LD-2026-0001", LoadStatus.DELIVERED);
    seen.append(client.get("/v1/agent/balance"));
    on.clock().advance(Duration.ofHours(31));
    seen.append(on.load("LD-2026-0003").view()).append(on.load("LD-2026-0001").explain());
    seen.append(on.sms().messages()).append(on.journal().requests().size());
    return seen.toString();
  }

  @Test
  void whatIsNoStateFileIsRefusedByItsName() {
    byte[] file = StateFile.write(server.snapshot());
    byte[] half = Arrays.copyOf(file, file.length / 2);
    for (byte[] other : new byte[][] {{}, {1, 2, 3}, half}) {
      assertThatThrownBy(() -> StateFile.read(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not a state file");
    }
  }

  @Test
  void aFileWithBytesAfterItsEndOrWithoutItsEndIsRefusedForThat() throws IOException {
    byte[] file = StateFile.write(server.snapshot());
    byte[] whole = unpacked(file);
    byte[] lineAfter = Arrays.copyOf(file, file.length + 1);
    for (byte[] longer : List.of(lineAfter, packed(Arrays.copyOf(whole, whole.length + 1)))) {
      assertThatThrownBy(() -> StateFile.read(longer))
          .hasMessage("not a state file: it goes on after its end");
    }
    byte[] half = Arrays.copyOf(file, file.length / 2);
    for (byte[] shorter : List.of(half, new byte[0])) {
      assertThatThrownBy(() -> StateFile.read(shorter))
          .hasMessage("not a state file: it ends too early");
    }
  }

  @Test
  void aFaultThatDelaysForEverIsSaved() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    server.faults().always(Operation.GET_PRICING, Fault.delay(forEver));

    byte[] file = StateFile.write(server.snapshot());

    assertThat(StateFile.write(StateFile.read(file))).isEqualTo(file);
  }

  @Test
  void aFileWithAWrongByteAnywhereIsReadOrRefusedByItsName() throws IOException {
    live();
    byte[] whole = unpacked(StateFile.write(server.snapshot()));
    int refused = 0;
    for (int at = 0; at < whole.length; at += 1 + whole.length / 500) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x7f;
      try {
        StateFile.read(packed(damaged));
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("not a state file: ");
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  private static byte[] unpacked(byte[] file) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(file)).readAllBytes();
  }

  private static byte[] packed(byte[] content) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(file)) {
      gzip.write(content);
    }
    return file.toByteArray();
  }

  @Test
  void filesGoOverHttpToo() {
    live();
    service.admin("POST", "snapshots", "{\"name\":\"a\"}");
    byte[] file = service.admin("GET", "snapshots/a/file", null).bytes();
    server.reset();
    Http.Reply uploaded = service.anyone().sendOnly("PUT", "/__admin/snapshots/b/file", file);
    assertThat(uploaded.status()).isEqualTo(201);
    assertThat(service.admin("POST", "snapshots/b/restore", null).status()).isEqualTo(200);
    assertThat(server.load("LD-2026-0003").view().status()).isEqualTo(LoadStatus.AT_DELIVERY);
    assertThat(service.admin("PUT", "snapshots/c/file", "{}").status()).isEqualTo(400);
  }

  @Test
  void lookingAndSavingChangeNoState() {
    live();
    service.admin("POST", "snapshots", "{\"name\":\"a\"}");
    byte[] file = service.admin("GET", "snapshots/a/file", null).bytes();
    service.admin("POST", "snapshots", "{\"name\":\"b\"}");
    assertThat(service.admin("GET", "snapshots/b/file", null).bytes()).isEqualTo(file);

    service.read("LD-2026-0001");
    service.admin("POST", "snapshots/a/restore", null);
    service.admin("POST", "snapshots", "{\"name\":\"c\"}");
    assertThat(service.admin("GET", "snapshots/c/file", null).bytes()).isEqualTo(file);
  }

  @Test
  void aServerWithASmallerJournalKeepsItsNewestRequestsOnly() {
    live();
    try (InMemoryFreightServer small =
        ServerInProcess.start(
            InMemoryFreightServer.builder().journalCapacity(2).startFrom(server.snapshot()))) {
      assertThat(small.journal().requests()).containsExactlyElementsOf(server.journal().last(2));
      assertThat(small.journal().total()).isEqualTo(server.journal().total());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"prices\":[1]}",
        "{\"brokrs\":[]}",
        "{\"brokers\":[{\"balanceUsd\":1,\"loads\":[{\"order\":ORDER,\"fixes\":{}}]}]}"
      })
  void fixturesThatWouldBeLeftOutAreRefused(String fixtures) throws IOException {
    Path file = folder.resolve("fixtures.json");
    Files.writeString(file, fixtures.replace("ORDER", Orders.TWO_STOPS));
    assertThatThrownBy(() -> ServerInProcess.start(InMemoryFreightServer.builder().fixtures(file)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void fixturesAreThereAtTheStartAndAfterEachReset() throws IOException {
    Path file = folder.resolve("fixtures.json");
    Files.writeString(
        file,
        """
        {"prices":{"position_read":0.05},
         "trucks":[{"truckNumber":"T-1","driverName":"Dana","driverPhone":"+13125550142"}],
         "brokers":[{"email":"ops@broker.example","balanceUsd":25,"agentKey":"key-1",
           "loads":[{"order":%s,
             "fixes":[{"lat":39.1031,"lng":-84.5120,"accuracy":5,
                       "timestamp":"2026-11-20T12:30:00Z"}]}]}]}
        """
            .formatted(Orders.TWO_STOPS));
    try (InMemoryFreightServer other =
        ServerInProcess.start(
            InMemoryFreightServer.builder().clockStart(NOW).frozenClock().fixtures(file))) {
      for (int i = 0; i < 2; i++) {
        assertThat(other.load("LD-2026-0001").view().status()).isEqualTo(LoadStatus.AT_PICKUP);
        Http client = new Http(other, "key-1");
        assertThat(client.get("/v1/agent/balance").json().text("balanceUsd")).isEqualTo("24.35");
        assertThat(client.get("/v1/agent/pricing").text()).contains("0.05");
        other.reset();
      }
    }
    Files.writeString(file, "{\"brokers\":[{\"loads\":[{\"order\":{}}]}]}");
    assertThatThrownBy(() -> ServerInProcess.start(InMemoryFreightServer.builder().fixtures(file)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("driverPhone");
  }

  @Test
  void aBrokerOfTheFixturesReplacesTheFirstOneOfItsKey() throws IOException {
    Path file = folder.resolve("fixtures.json");
    Files.writeString(
        file,
        """
        {"brokers":[{"email":"ops@broker.example","balanceUsd":25,"agentKey":"fak_local",
                     "loads":[{"order":%s}]},
                    {"balanceUsd":3}]}\
        """
            .formatted(Orders.TWO_STOPS));
    FreightServerBuilder builder =
        InMemoryFreightServer.builder()
            .fixtures(file)
            .broker(BrokerSettings.DEFAULT.withAgentKey("fak_local"));
    try (InMemoryFreightServer both = ServerInProcess.start(builder)) {
      for (int i = 0; i < 2; i++) {
        Broker first = both.initialBrokers().get(0);
        assertThat(first.agentKey()).isEqualTo("fak_local");
        assertThat(first.email()).isEqualTo("ops@broker.example");
        assertThat(first.balanceUsd()).isEqualByComparingTo("24.35");
        assertThat(both.brokers()).hasSize(2);
        both.reset();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'brokrs':[]} | no member brokrs; the members are prices, trucks, brokers",
        "{'brokers':[{'balanceUsd':0.10,'loads':[{'order':ORDER}]}]} | Prepaid balance does not"
            + " cover this operation: balanceUsd 0.10, priceUsd 0.65",
        "{'brokers':[{'loads':[{'order':{}}]}]} | Missing or invalid fields: fields driverPhone,"
            + " pickups, deliveries",
        "{'brokers':[{'agentKey':'k'},{'agentKey':'k'}]} | this agent key is already in use; choose"
            + " another",
        "{'brokers':[{'balanceUsd':1,'loads':[{'order':ORDER,'fixes':[{}]}]}]} | fixes of"
            + " LD-2026-0001 are refused: the first, number 0, as coords_required",
      })
  void badFixturesAreNamedInASentence(String fixtures, String sentence) throws IOException {
    Path file = folder.resolve("fixtures.json");
    Files.writeString(file, fixtures.replace("'", "\"").replace("ORDER", Orders.TWO_STOPS));
    assertThatThrownBy(
            () ->
                ServerInProcess.start(
                    InMemoryFreightServer.builder().clockStart(NOW).frozenClock().fixtures(file)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fixtures " + file + ": " + sentence);
  }

  @Test
  void aDriveOfADayIsReplayedFromOneUpload() {
    String load = service.createLoad();
    StringBuilder csv = new StringBuilder("ts,lat,lng\\n".replace("\\n", "\n"));
    for (int i = 0; i < 40_000; i++) {
      csv.append(NOW.plusMillis(i * 100L)).append(",39.30000000000000,-84.5000000000000\n");
    }
    assertThat(csv.length()).isGreaterThan(1 << 20);
    assertThat(
            service
                .anyone()
                .send("POST", "/__admin/loads/" + load + "/replay", csv.toString())
                .status())
        .isEqualTo(200);
  }

  @Test
  void theFixturesOfTheDocumentationStartAServer() throws IOException {
    String page = Files.readString(Path.of("../docs/standalone-server.md"));
    int begin = page.indexOf("```json\n") + 8;
    Path file = folder.resolve("fixtures.json");
    Files.writeString(file, page.substring(begin, page.indexOf("```", begin)));
    try (InMemoryFreightServer other =
        ServerInProcess.start(
            InMemoryFreightServer.builder().clockStart(NOW).frozenClock().fixtures(file))) {
      assertThat(other.loads(10)).singleElement().matches(load -> load.pingCount() == 1);
      assertThat(new Http(other, "fak_local").get("/v1/agent/balance").text()).contains("24.35");
    }
  }
}
