package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From one moment many futures, and back. */
class ForkTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @AutoClose
  private final Service service =
      Service.of(
          InMemoryFreightServer.builder()
              .clockStart(NOW)
              .frozenClock()
              .publicUrl("http://freight.example"));

  private final InMemoryFreightServer server = service.server();

  /** Everything that a caller can see of a server: what it holds, and what it does next. */
  private List<String> goOn(InMemoryFreightServer other) {
    Http client = new Http(other, service.broker().agentKey());
    List<String> seen = new ArrayList<>();
    seen.add(client.post("/v1/agent/loads", Orders.TWO_STOPS, "Idempotency-Key", "k1").toString());
    seen.add(client.post("/v1/agent/loads", Orders.body("PO-1")).toString());
    seen.add(client.get("/v1/agent/loads/LD-2026-0001").toString());
    seen.add(client.get("/v1/agent/loads/LD-2026-0001").toString());
    other.runUntil("LD-2026-0001", LoadStatus.DELIVERED);
    seen.add(client.get("/v1/agent/loads/LD-2026-0001").toString());
    seen.add(Http.to(other).get("/__admin/loads").toString());
    seen.add(Http.to(other).get("/__admin/sms").toString());
    seen.add(Http.to(other).get("/__admin/faults").toString());
    seen.add(other.broker(service.broker().brokerId()).ledger().toString());
    seen.add(other.journal().total() + "");
    return seen;
  }

  private void live() {
    service.client().post("/v1/agent/loads", Orders.TWO_STOPS, "Idempotency-Key", "k1");
    service.client().post("/v1/agent/loads", Orders.body("PO-1"));
    server.runUntil("LD-2026-0001", LoadStatus.AT_PICKUP);
    server.faults().probability(Operation.GET_LOAD_POSITION, 0.5, 3, Fault.status(500));
    for (int i = 0; i < 5; i++) service.read("LD-2026-0002");
    server.faults().nth(Operation.GET_LOAD_POSITION, 2, Fault.status(418));
    server.price("position_read", "0.05");
  }

  @Test
  void everyForkHasTheSameFutureUntilItIsGivenAnother() {
    live();
    InMemoryFreightServer one = server.fork();
    InMemoryFreightServer two = server.fork();
    List<String> future = withoutPath(one, goOn(one));

    assertThat(withoutPath(two, goOn(two))).isEqualTo(future);
    assertThat(goOn(server)).isEqualTo(future);
  }

  /** Links that a fork makes begin with its path. */
  private List<String> withoutPath(InMemoryFreightServer fork, List<String> seen) {
    String path = fork.publicUrl().substring(server.publicUrl().length());
    assertThat(String.join("", seen)).contains("http://freight.example" + path + "/track/");
    return seen.stream().map(text -> text.replace(path, "")).toList();
  }

  @Test
  void whatIsRestoredGoesOnTheSameByteForByte() {
    live();
    ServerSnapshot moment = server.snapshot();
    List<String> future = goOn(server);
    server.createBroker("1.00");
    server.restore(moment);
    assertThat(goOn(server)).isEqualTo(future);
    server.reset();
    server.restore(moment);
    assertThat(goOn(server)).isEqualTo(future);
  }

  @Test
  void whatHappensToAForkHappensToNobodyElse() {
    String load = service.createLoad();
    InMemoryFreightServer fork = server.fork();
    fork.runUntil(load, LoadStatus.DELIVERED);
    fork.clock().advance(Duration.ofDays(3));
    fork.broker(service.broker().brokerId()).credit("100.00");
    fork.faults().always(null, Fault.status(500));

    assertThat(server.load(load).view().status()).isEqualTo(LoadStatus.PLANNED);
    assertThat(server.load(load).view().pingCount()).isZero();
    assertThat(server.clock().now()).isEqualTo(NOW);
    assertThat(service.broker().balanceUsd()).isEqualByComparingTo("24.35");
    assertThat(service.read(load).status()).isEqualTo(200);

    server.runUntil(load, LoadStatus.IN_TRANSIT);
    InMemoryFreightServer later = server.fork();
    int kept = server.load(load).view().pingCount();
    server.runUntil(load, LoadStatus.DELIVERED);
    assertThat(later.load(load).view().pingCount()).isEqualTo(kept);
    later.runUntil(load, LoadStatus.DELIVERED);
    assertThat(later.load(load).view().deliveredAt())
        .isEqualTo(server.load(load).view().deliveredAt());
  }

  /** What a fork copies grows by a reference and an object for each load, not by its trip. */
  @Test
  void aForkSharesTheTripsOfItsLoadsUntilTheyChange() {
    int loads = 200;
    service.broker().credit("1000.00");
    List<Fix> drive = new ArrayList<>();
    for (int i = 0; i < 300; i++)
      drive.add(Fix.of(NOW.minusSeconds(60L * i), 37 + i * 0.01, -121, 10));
    server.fork().close();
    long empty = bytesOfAFork();
    for (int i = 0; i < loads; i++) {
      String load = service.createLoad();
      server.addFixes(load, drive);
    }
    assertThat((bytesOfAFork() - empty) / loads).isLessThan(600);
  }

  private long bytesOfAFork() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    server.fork().close();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }

  @Test
  void aForkAnswersBelowAPathOfItsServer() {
    String load = service.createLoad();
    Tree made = service.admin("POST", "forks", null).json();
    String path = "/__forks/" + made.text("id");
    assertThat(made.text("baseUrl")).isEqualTo("http://localhost" + path);
    server.runUntil(load, LoadStatus.DELIVERED);

    Http client = service.client();
    Tree there = client.get(path + "/v1/agent/loads/" + load).json();
    assertThat(there.text("status")).isEqualTo("PLANNED");
    Tree created = client.post(path + "/v1/agent/loads", Orders.body("PO-2")).json();
    String tracking = created.text("trackingLink");
    assertThat(tracking).startsWith("http://freight.example" + path + "/track/");
    String number = created.text("loadNumber");
    Tree inControl = client.get(path + "/__admin/loads/" + number).json();
    String driver = path + "/driver/" + inControl.text("driverToken");
    String api = URI.create(tracking).getPath().replace("/track/", "/api/track/");
    assertThat(client.get(api).status()).isEqualTo(200);
    String ping = path + "/api/driver/" + inControl.text("driverToken") + "/ping";
    assertThat(client.post(ping, "{\"lat\":39.1,\"lng\":-84.5,\"accuracy\":5}").status())
        .isEqualTo(200);
    assertThat(client.get(path + "/__admin/sms").json().text("messages.1.text"))
        .contains("http://freight.example" + driver);
    assertThat(client.get(path + "/__admin/requests").json().text("requests.1.path"))
        .isEqualTo("/v1/agent/loads/" + load);

    assertThat(service.admin("GET", "loads", null).json().size("loads")).isEqualTo(1);
    assertThat(service.client().get("/v1/agent/loads/" + number).status()).isEqualTo(404);
    assertThat(service.admin("DELETE", "forks/" + made.text("id"), null).status()).isEqualTo(200);
    assertThat(service.admin("DELETE", "forks/" + made.text("id"), null).status()).isEqualTo(404);
    Http.Reply closed = client.get(path + "/v1/agent/loads/" + load);
    assertThat(closed.status()).isEqualTo(404);
    assertThat(closed.json().text("error")).startsWith("No such fork");
    assertThat(server.journal().last(1).get(0).path()).isEqualTo("/v1/agent/loads/" + number);
  }

  @Test
  void aForkHasForksOfItsOwn() {
    String load = service.createLoad();
    service.admin("POST", "forks", null);
    service.admin("POST", "forks", null);
    Http anyone = service.anyone();
    anyone.post("/__forks/2/__admin/loads/" + load + "/cancel", null);
    Tree inner = anyone.post("/__forks/2/__admin/forks", null).json();
    assertThat(inner.text("baseUrl")).isEqualTo("http://localhost/__forks/2/__forks/1");
    String path = "/__forks/2/__forks/1";
    assertThat(anyone.get(path + "/__admin/loads/" + load).json().text("status"))
        .isEqualTo("CANCELLED");
    assertThat(anyone.get("/__forks/2/__admin/forks").json().size("forks")).isEqualTo(1);
    assertThat(service.admin("GET", "forks", null).json().size("forks")).isEqualTo(2);
    assertThat(service.admin("DELETE", "forks/2", null).status()).isEqualTo(200);
    assertThat(anyone.get(path + "/__admin/health").status()).isEqualTo(404);
    assertThat(anyone.get("/__forks/1/__admin/health").status()).isEqualTo(200);
  }

  @Test
  void aHundredForksAreOpenAtMostThoseOfForksIncluded() {
    for (int i = 0; i < 50; i++) service.admin("POST", "forks", null);
    for (int i = 0; i < 50; i++) service.anyone().post("/__forks/7/__admin/forks", null);
    for (String below : List.of("", "/__forks/1", "/__forks/7/__forks/50")) {
      Http.Reply refused = service.anyone().post(below + "/__admin/forks", null);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.json().text("error")).isEqualTo("100 forks are open; close one first");
    }
    service.admin("DELETE", "forks/7", null);
    for (int i = 0; i < 51; i++) {
      assertThat(service.admin("POST", "forks", null).status()).isEqualTo(201);
    }
    assertThat(service.admin("POST", "forks", null).status()).isEqualTo(400);
    assertThat(server.fork().baseUrl()).endsWith("/__forks/102");
  }

  @ParameterizedTest
  @CsvSource({
    "/__forks, 404",
    "/__forks/, 404",
    "/__forks/2, 404",
    "/__forks/01/v1/agent/pricing, 404",
    "/__forks/1, 404",
    "/__forks/1/, 404",
    "/__forks//1/v1/agent/pricing, 404",
    "/__forks/1//v1/agent/pricing, 404",
    "/__forks/1/../v1/agent/pricing, 404",
    "/__forks/1x/v1/agent/pricing, 404",
    "/__forks/1/v1/agent/pricing, 200",
    "/__forks/1/v1/agent/loads, 405"
  })
  void onlyTheWholePathOfAForkIsItsOwn(String path, int status) {
    server.fork();
    assertThat(service.client().get(path).status()).isEqualTo(status);
  }

  @Test
  void aPlannedFaultIsAnsweredWithItsId() {
    Tree rule = service.admin("POST", "faults", "{\"kind\":\"STATUS\",\"status\":500}").json();
    Tree same = service.admin("POST", "faults", "{\"kind\":\"STATUS\",\"status\":500}").json();
    assertThat(same.text("id")).isNotEqualTo(rule.text("id"));
    assertThat(rule.text("when")).isEqualTo("the next 1 calls");
    assertThat(service.admin("DELETE", "faults/" + rule.text("id"), null).status()).isEqualTo(200);
    assertThat(server.faults.planned()).hasSize(1);
  }
}
