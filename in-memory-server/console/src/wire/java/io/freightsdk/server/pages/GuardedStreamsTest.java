package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Guards;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What streams tell browsers about their answers, as {@link GuardedPagesTest}. */
class GuardedStreamsTest {
  @AutoClose private final Service service = Service.onPort();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /__admin/events",
        "GET /track/{trackingToken}/events",
        "GET /driver/{driverToken}/events"
      })
  void everyAnswerIsGuarded(String route) {
    String request = Guards.filled(route, service.client(), true);
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(request + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(socket.readLine()).startsWith("HTTP/1.1 20");
      Guards.expect(socket.fields()::get, route, true);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/__admin/", "/track/{trackingToken}"})
  void headIsGetWithoutItsBody(String path) {
    String request = Guards.filled("HEAD " + path, service.client(), true);
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(request + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
      String answer = socket.readToEnd();
      assertThat(answer).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
      assertThat(answer).containsPattern("Content-Length: [1-9]");
    }
  }

  @Test
  void theHeadOfAStreamEndsAtOnce() {
    String request = Guards.filled("HEAD /track/{trackingToken}/events", service.client(), true);
    String path = request.substring("HEAD ".length());
    assertThat(service.anyone().send("HEAD", path, null).status()).isEqualTo(200);
  }
}
