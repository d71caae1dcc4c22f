package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallListener;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.RawServer;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.WireFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server closes an idle connection in the pool. A paid read over it would have an unknown charge
 * although the server did not read it, so the read must use another connection.
 */
class StaleConnectionIT {
  private static final String BODY =
      """
      {"loadNumber":"LD-2026-0001","status":"PLANNED","createdAt":"2026-11-20T10:00:00Z",\
      "stops":[],"gpsTrack":[],"pingCount":0}""";

  /** A response that promises to keep the connection, which is then closed. */
  private static final String ANSWER =
      String.format(
          Locale.ROOT,
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
          BODY.length(),
          BODY);

  @ParameterizedTest
  @EnumSource
  void paidReadUsesALiveConnection(CallStyle style) throws IOException {
    try (RawServer server = RawServer.respondingWith(ANSWER);
        WireFixture service = new WireFixture()) {
      FreightClient client =
          service.client(
              service.builder().baseUrl(server.baseUrl()).retryPolicy(RetryPolicy.none()));
      style.getLoadPosition(client, SampleLoads.NUMBER);
      server.awaitClosedConnections(1);
      service.world().advance(Duration.ofSeconds(5));

      FreightResponse<LoadPosition> second =
          client.withResponse().getLoadPosition(SampleLoads.NUMBER);

      assertThat(second.attempts()).isEqualTo(1);
      assertThat(server.requests()).isEqualTo(2);
      assertThat(service.counts().requests()).as("requests written").isEqualTo(2);
    }
  }

  /** Clients that were built over one OkHttpClient share its pool. */
  @ParameterizedTest
  @EnumSource
  void connectionLastUsedByAnotherClientIsChecked(CallStyle style) throws IOException {
    try (RawServer server = RawServer.respondingWith(ANSWER);
        WireFixture service = new WireFixture()) {
      FreightClient one =
          service.client(
              service.builder().baseUrl(server.baseUrl()).retryPolicy(RetryPolicy.none()));
      FreightClient other =
          service.client(
              service.builder().baseUrl(server.baseUrl()).retryPolicy(RetryPolicy.none()));
      one.getLoadPosition(SampleLoads.NUMBER);
      server.awaitClosedConnections(1);
      service.world().advance(Duration.ofSeconds(5));

      style.getLoadPosition(other, SampleLoads.NUMBER);

      assertThat(server.requests()).isEqualTo(2);
    }
  }

  /** A server may close the connection after a refusal without announcing it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "429 Too Many Requests|{\"error\":\"slow down\"}",
        "503 Unavailable|{\"error\":\"down\",\"code\":\"BILLING_UNAVAILABLE\"}"
      })
  void retryAfterARefusalUsesALiveConnection(String refusal) throws IOException {
    String[] statusAndBody = refusal.split("\\|");
    String refused =
        String.format(
            Locale.ROOT,
            "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
            statusAndBody[0],
            statusAndBody[1].length(),
            statusAndBody[1]);
    try (RawServer server = RawServer.respondingInTurn(refused, ANSWER);
        WireFixture service = new WireFixture()) {
      CallListener untilClosed =
          event -> {
            if (event.attempt() == 1) server.awaitClosedConnections(1);
          };
      FreightClient client =
          service.client(service.builder().baseUrl(server.baseUrl()).listener(untilClosed));

      FreightResponse<LoadPosition> read =
          client.withResponse().getLoadPosition(SampleLoads.NUMBER);

      assertThat(read.attempts()).isEqualTo(2);
      assertThat(server.requests()).isEqualTo(2);
      assertThat(service.counts().requests()).as("requests written").isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void liveConnectionIsReused(CallStyle style) {
    try (WireFixture service = new WireFixture()) {
      FreightClient client = service.client(service.builder());
      for (int used = 0; used < 3; used++) {
        service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
        style.getLoadPosition(client, SampleLoads.NUMBER);
        assertThat(service.takeRequest().getExchangeIndex()).isEqualTo(used);
        service.world().advance(Duration.ofSeconds(5));
      }
    }
  }

  /** OkHttp reads that connection and pings it. Another reader would take its bytes. */
  @ParameterizedTest
  @EnumSource
  void http2ConnectionIsReusedWithoutACheck(CallStyle style) {
    List<Protocol> http2 = List.of(Protocol.H2_PRIOR_KNOWLEDGE);
    try (WireFixture service =
        new WireFixture(server -> server.setProtocols(http2), http -> http.protocols(http2))) {
      FreightClient client = service.client(service.builder());
      for (int used = 0; used < 3; used++) {
        service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
        style.getLoadPosition(client, SampleLoads.NUMBER);
        assertThat(service.takeRequest().getExchangeIndex()).isEqualTo(used);
        service.world().advance(Duration.ofSeconds(5));
      }
    }
  }

  @Test
  void readWithoutTheCheckIsLost() throws IOException {
    try (RawServer server = RawServer.respondingWith(ANSWER);
        WireFixture service = new WireFixture()) {
      FreightClient client =
          service.client(
              service.builder().baseUrl(server.baseUrl()).retryPolicy(RetryPolicy.none()));
      client.getLoadPosition(SampleLoads.NUMBER);
      server.awaitClosedConnections(1);

      // The client's clock has not advanced, so it does not check the connection.
      FreightException failure =
          catchThrowableOfType(
              FreightException.class, () -> client.getLoadPosition(SampleLoads.NUMBER));

      assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  @Test
  void defaultOkHttpLosesTheRead() throws IOException {
    OkHttpClient okHttp = new OkHttpClient.Builder().retryOnConnectionFailure(false).build();
    try (RawServer server = RawServer.respondingWith(ANSWER)) {
      Request read = new Request.Builder().url(server.baseUrl()).build();
      try (Response response = okHttp.newCall(read).execute()) {
        response.body().bytes();
      }
      server.awaitClosedConnections(1);
      IOException failure =
          catchThrowableOfType(IOException.class, () -> okHttp.newCall(read).execute());
      assertThat(failure).hasMessageContaining("unexpected end of stream");
    }
  }
}
