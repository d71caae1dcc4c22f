package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.testsupport.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server that is embedded in tests loads for its first answers: in a JVM of its own. */
class FirstAnswersTest {
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
}
