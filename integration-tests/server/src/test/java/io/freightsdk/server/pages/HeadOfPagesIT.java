package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.SecurityHeaders;
import io.freightsdk.server.support.Service;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadOfPagesIT {
  @AutoClose private final Service service = Service.onPort();

  @ParameterizedTest
  @ValueSource(strings = {"/__admin/", "/track/{trackingToken}"})
  void headIsGetWithoutItsBody(String path) {
    String request = SecurityHeaders.filled("HEAD " + path, service.client(), true);
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(request + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
      String response = socket.readToEnd();
      assertThat(response).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
      assertThat(response).containsPattern("Content-Length: [1-9]");
    }
  }
}
