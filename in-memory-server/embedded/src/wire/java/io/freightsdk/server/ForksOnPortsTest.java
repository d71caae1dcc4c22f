package io.freightsdk.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Forks answer on the port of their server. */
@Timeout(180)
class ForksOnPortsTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @AutoClose
  private final Service service =
      Service.onPort(InMemoryFreightServer.builder().clockStart(NOW).frozenClock());

  private final InMemoryFreightServer server = service.server();

  @Test
  void forksEndWithTheirServer() {
    InMemoryFreightServer fork = server.fork();
    InMemoryFreightServer ofFork = fork.fork();
    assertThat(server.forks()).containsExactly(fork);
    assertThat(ofFork.baseUrl()).isEqualTo(server.baseUrl() + "/__forks/1/__forks/1");
    assertThat(ofFork.port()).isEqualTo(server.port());
    assertThat(Http.to(ofFork.baseUrl()).get("/__admin/health").status()).isEqualTo(200);
    fork.close();
    fork.close();
    assertThat(Http.to(ofFork.baseUrl()).get("/__admin/health").status()).isEqualTo(404);
    InMemoryFreightServer another = server.fork();
    server.close();
    assertThat(server.forks()).isEmpty();
    assertThat(fork.forks()).isEmpty();
    assertThat(another.forks()).isEmpty();
    assertThatThrownBy(another::fork).hasMessage("the server is closed");
  }

  @Test
  void theTestControlSavesRestoresAndForks() {
    String load = service.createLoad();
    Tree taken = service.admin("POST", "snapshots", "{\"name\":\"new\"}").json();
    assertThat(taken.text("name")).isEqualTo("new");
    assertThat(taken.instant("at")).isEqualTo(NOW);
    assertThat(taken.text("loads")).isEqualTo("1");
    assertThat(service.admin("POST", "snapshots", null).json().text("name")).isEqualTo("1");

    server.runUntil(load, LoadStatus.DELIVERED);
    Tree fork = service.admin("POST", "snapshots/new/fork", null).json();
    Http there = new Http(fork.text("baseUrl"), service.broker().agentKey());
    assertThat(there.get("/v1/agent/loads/" + load).json().text("status")).isEqualTo("PLANNED");
    Tree now = service.admin("POST", "forks", null).json();
    Http here = new Http(now.text("baseUrl"), service.broker().agentKey());
    assertThat(here.get("/v1/agent/loads/" + load).json().text("status")).isEqualTo("DELIVERED");
    assertThat(service.admin("GET", "forks", null).json().size("forks")).isEqualTo(2);
    assertThat(service.admin("DELETE", "forks/" + now.text("id"), null).status()).isEqualTo(200);
    assertThat(service.admin("DELETE", "forks/" + now.text("id"), null).status()).isEqualTo(404);

    assertThat(service.admin("POST", "snapshots/new/restore", null).status()).isEqualTo(200);
    assertThat(server.load(load).view().status()).isEqualTo(LoadStatus.PLANNED);
    assertThat(service.admin("GET", "snapshots", null).json().size("snapshots")).isEqualTo(2);
    assertThat(service.admin("DELETE", "snapshots/new", null).status()).isEqualTo(200);
    assertThat(service.admin("POST", "snapshots/new/restore", null).status()).isEqualTo(404);
  }

  /** Each answer is compared with the description. */
  @Test
  void everyRefusalOfABodyOrAQueryIsDescribed() {
    service.admin("POST", "snapshots", "{\"name\":\"a\"}");
    for (String path : List.of("forks", "snapshots/a/fork")) {
      for (String body : List.of("{", "a=b")) {
        assertThat(service.admin("POST", path, body).status()).as(path).isLessThan(500);
      }
    }
    assertThat(service.admin("GET", "forks?limit=x", null).json().size("forks")).isEqualTo(4);
    assertThat(service.admin("DELETE", "forks/x", null).status()).isEqualTo(404);
  }

  /** In a container the published port has another number than the one it listens on. */
  @Test
  void aForkIsWhereItsCallerReachesTheServer() throws IOException {
    String mapped = "http://localhost:18080/__forks/1";
    assertThat(asked("POST", "/__admin/forks", "localhost:18080").text("baseUrl"))
        .isEqualTo(mapped);
    assertThat(asked("GET", "/__admin/forks", "localhost:18080").text("forks.0.baseUrl"))
        .isEqualTo(mapped);
    assertThat(service.admin("GET", "forks", null).json().text("forks.0.baseUrl"))
        .isEqualTo(server.baseUrl() + "/__forks/1");
  }

  @Test
  void aForkHasThePublicUrlOfItsServer() throws IOException {
    try (InMemoryFreightServer proxied =
        InMemoryFreightServer.builder()
            .adminToken("t")
            .publicUrl("https://freight.test.example/sub")
            .start()) {
      String host = "Freight.test.example\r\nAuthorization: Bearer t";
      String below = "https://freight.test.example/sub/__forks/1";
      assertThat(asked(proxied, "POST", "/__admin/forks", host).text("baseUrl")).isEqualTo(below);
      assertThat(asked(proxied, "POST", "/__forks/1/__admin/forks", host).text("baseUrl"))
          .isEqualTo(below + "/__forks/1");
      assertThat(proxied.forks().get(0).publicUrl()).isEqualTo(below);
    }
  }

  @Test
  void aForkAnswersOverTlsToo() throws Exception {
    try (InMemoryFreightServer both = InMemoryFreightServer.builder().tlsPort(0).start()) {
      HttpClient client = HttpClient.newBuilder().sslContext(both.trust()).build();
      HttpRequest making =
          HttpRequest.newBuilder(URI.create(both.tlsUrl() + "/__admin/forks"))
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      byte[] made = client.send(making, HttpResponse.BodyHandlers.ofByteArray()).body();
      InMemoryFreightServer fork = both.forks().get(0);
      assertThat(new Tree(JsonText.parse(made)).text("baseUrl")).isEqualTo(fork.tlsUrl());
      assertThat(fork.certificate()).isEqualTo(both.certificate());
      HttpRequest look =
          HttpRequest.newBuilder(URI.create(fork.tlsUrl() + "/__admin/health")).build();
      assertThat(client.send(look, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void whoeverIsBeingAnsweredByAForkIsCutOffAtItsEnd() throws IOException {
    InMemoryFreightServer fork = server.fork();
    fork.faults().always(null, Fault.delay(Duration.ofMinutes(5)));
    try (RawSocket waiting = RawSocket.to(server)) {
      waiting.send("GET /__forks/1/v1/agent/pricing HTTP/1.1\r\nHost: x\r\n\r\n");
      while (fork.faults.planned().get(0).trigger().seen().get() == 0) Thread.onSpinWait();

      assertThat(service.admin("DELETE", "forks/1", null).status()).isEqualTo(200);

      assertThat(waiting.readSpoiltToEnd()).isEmpty();
    }
  }

  private Tree asked(String method, String path, String host) throws IOException {
    return asked(server, method, path, host);
  }

  private static Tree asked(InMemoryFreightServer of, String method, String path, String host)
      throws IOException {
    try (RawSocket socket = RawSocket.to(of)) {
      socket.send(
          "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(method, path, host));
      String answer = socket.readToEnd();
      String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
      return new Tree(JsonText.parse(body.getBytes(UTF_8)));
    }
  }
}
