package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Guards;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What forks tell browsers about their answers, as {@link GuardedRoutesTest}. */
class GuardedRoutesOnPortTest {
  @AutoClose private final Service service = Service.onPort();

  static Stream<String> routes() {
    return GuardedRoutesTest.ON_PORT.stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("routes")
  void everyAnswerIsGuarded(String route) {
    String request = Guards.filled(route, service.client(), true);
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(request + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(socket.readLine()).startsWith("HTTP/1.1 20");
      Guards.expect(Guards.fields(socket)::get, route, true);
    }
  }
}
