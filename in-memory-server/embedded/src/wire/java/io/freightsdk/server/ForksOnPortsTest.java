package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Each fork listens on a port of its own. */
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
    server.close();
    assertThat(server.forks()).isEmpty();
    assertThat(fork.forks()).isEmpty();
    assertThat(ofFork.port()).isNotEqualTo(fork.port());
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
    assertThat(service.admin("DELETE", "forks/" + now.text("port"), null).status()).isEqualTo(200);
    assertThat(service.admin("DELETE", "forks/" + now.text("port"), null).status()).isEqualTo(404);

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
    assertThat(service.admin("DELETE", "forks/x", null).status()).isEqualTo(400);
  }
}
