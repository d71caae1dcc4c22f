package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import io.freightsdk.testsupport.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server that is embedded in tests loads of the pages: counted in a JVM of its own. */
class PagesOnDemandTest {
  private static final Pattern PAGE =
      Pattern.compile("io\\.freightsdk\\.server\\.(pages|web|standalone)\\.\\S+|\\bConsole\\b");

  /** Lives as a test does: an order, a read, a drive, a confirmation, the test control. */
  static final class Embedded {
    private Embedded() {}

    public static void main(String[] arguments) throws IOException {
      try (Service service = Service.onPort()) {
        String load = service.createLoad();
        InMemoryFreightServer server = service.server();
        server.driver(load).driveToStop(1);
        for (Http.Reply reply :
            List.of(
                service.read(load),
                service.confirm(load, "{}"),
                service.client().get("/v1/agent/pricing"),
                service.anyone().get("/api/track/" + server.load(load).view().trackingToken()),
                service.admin("GET", "loads?limit=20", ""),
                service.admin("GET", "openapi.yaml", ""),
                service.admin("GET", "divergences", ""),
                service.admin("GET", "loads/" + load + "/explain", ""))) {
          if (reply.status() >= 500) throw new IllegalStateException(reply.text());
        }
        server.restore(server.snapshot());
        server.fork().close();
        Path log = Path.of(arguments[0]);
        Files.copy(log, log.resolveSibling("before"));
        for (String path :
            List.of("/__admin/", "/track/" + server.load(load).view().trackingToken())) {
          if (service.anyone().get(path).status() != 200) throw new IllegalStateException(path);
        }
      }
    }
  }

  /** Begins as every test does: a broker, an order, a read, the balance. */
  static final class First {
    private First() {}

    public static void main(String[] arguments) {
      try (InMemoryFreightServer server = InMemoryFreightServer.start();
          RawSocket socket = RawSocket.to(server)) {
        String head =
            " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %s\r\n\r\n";
        String key = server.createBroker("25.00").agentKey();
        String order = Orders.TWO_STOPS;
        int created =
            socket.exchange("POST /v1/agent/loads" + head.formatted(key, order.length()) + order);
        int read = socket.exchange("GET /v1/agent/loads/LD-2026-0001" + head.formatted(key, 0));
        int told = socket.exchange("GET /v1/agent/balance" + head.formatted(key, 0));
        if (created != 201 || read + told != 400) throw new IllegalStateException("refused");
      }
    }
  }

  /** With them a start takes half as long again. */
  @Test
  void theFirstAnswersNeedNoKotlin(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("classes");
    List<String> command = ChildJvm.program(First.class);
    command.add(1, "-Xlog:class+load:file=" + log);
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();

    Pattern costly = Pattern.compile("\\] (kotlin|okio\\.Buffer)\\b\\S*");
    assertThat(costly.matcher(Files.readString(log)).results().map(MatchResult::group)).isEmpty();
  }

  @Test
  void noClassOfThePagesIsLoadedUntilAPageIsAskedFor(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("classes");
    List<String> command = ChildJvm.program(Embedded.class, log.toString());
    command.add(1, "-Xlog:class+load:file=" + log);
    Process embedded = new ProcessBuilder(command).inheritIO().start();
    assertThat(embedded.waitFor()).isZero();

    assertThat(pageClassesIn(folder.resolve("before"))).isEmpty();
    assertThat(pageClassesIn(log)).hasSizeGreaterThan(20);
  }

  private static List<String> pageClassesIn(Path log) throws IOException {
    return PAGE.matcher(Files.readString(log)).results().map(MatchResult::group).toList();
  }
}
