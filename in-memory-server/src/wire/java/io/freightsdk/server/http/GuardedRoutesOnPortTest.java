package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What streams and forks tell browsers about their answers, as {@link GuardedRoutesTest}. */
class GuardedRoutesOnPortTest {
  @AutoClose private final Service service = Service.onPort();

  static Stream<String> routes() {
    return GuardedRoutesTest.ON_PORT.stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("routes")
  void everyAnswerIsGuarded(String route) {
    String request = GuardedRoutesTest.filled(route, service.client(), true);
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(request + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(socket.readLine()).startsWith("HTTP/1.1 20");
      GuardedRoutesTest.expectGuards(fields(socket)::get, route, true);
    }
  }

  private static Map<String, String> fields(RawSocket socket) {
    Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = socket.readLine(); !line.isEmpty(); line = socket.readLine()) {
      int colon = line.indexOf(':');
      fields.put(line.substring(0, colon), line.substring(colon + 1).trim());
    }
    return fields;
  }
}
