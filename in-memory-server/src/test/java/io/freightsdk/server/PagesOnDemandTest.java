package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Http;
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
      try (Service service = Service.start()) {
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
