package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.text.DurationFormat;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Certificates;
import io.freightsdk.testing.RawServer;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.ShortTimeouts;
import io.freightsdk.testing.UnconnectedSockets;
import io.freightsdk.testing.WireFixture;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okhttp3.Protocol;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import okio.Buffer;
import okio.GzipSink;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A paid read over connections that break in every way. The reported charge must be true. */
class TransportFaultsIT {
  private static FreightException failureOfRead(WireFixture service, CallStyle style) {
    return failureOfRead(service, service.builder(), style);
  }

  private static FreightException failureOfRead(
      WireFixture service, FreightClient.Builder builder, CallStyle style) {
    return service.readFailure(builder.retryPolicy(RetryPolicy.none()), style);
  }

  private static MockResponse.Builder position() {
    return ServiceResponses.success(Operation.GET_LOAD_POSITION);
  }

  private static void assertNeverSent(FreightException failure) {
    assertNeverSent(failure, NextStep.RETRY_LATER);
  }

  private static void assertNeverSent(FreightException failure, NextStep step) {
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(((FreightConnectionException) failure).notProcessed()).isTrue();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(step);
  }

  private static void assertUnknownCharge(FreightException failure) {
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isNotIn(NextStep.RETRY_LATER, NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.nextStep()).isEqualTo(NextStep.NONE);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure).hasMessageContaining("it may have been charged");
  }

  @ParameterizedTest
  @EnumSource
  void unknownHostIsNeverSent(CallStyle style) {
    try (WireFixture service = new WireFixture()) {
      service.failLookups(1);
      assertNeverSent(failureOfRead(service, style), NextStep.FIX_CONFIGURATION);
    }
  }

  @ParameterizedTest
  @EnumSource
  void connectTimeoutIsNeverSent(CallStyle style) {
    try (WireFixture service =
        new WireFixture(
            server -> {}, http -> http.socketFactory(new SocketsWithConnectTimeout()))) {
      FreightClient client = service.client(service.builder().retryPolicy(RetryPolicy.none()));
      FreightConnectionException failure =
          catchThrowableOfType(
              FreightConnectionException.class,
              () -> style.getLoadPosition(client, SampleLoads.NUMBER));
      assertThat(failure.notProcessed()).isTrue();
      assertThat(failure.charge()).isEqualTo(Charge.NONE);
    }
  }

  /** A server refuses streams that arrive while it closes the connection. */
  @ParameterizedTest
  @EnumSource
  void refusedHttp2StreamIsNotCharged(CallStyle style) {
    try (WireFixture service = http2()) {
      service.enqueue(reset(Http2Reset.REFUSED_STREAM));
      assertNeverSent(failureOfRead(service, style));
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusedHttp2StreamIsRetriedByTheClientOnly(CallStyle style) {
    try (WireFixture service = http2()) {
      service.enqueue(reset(Http2Reset.REFUSED_STREAM), position());
      assertThat(style.getLoadPosition(service.client(), SampleLoads.NUMBER)).isNotNull();
      assertThat(service.server().getRequestCount()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void resetHttp2StreamHasAnUnknownCharge(CallStyle style) {
    for (Http2Reset reason : List.of(Http2Reset.INTERNAL_ERROR, Http2Reset.CANCEL)) {
      try (WireFixture service = http2()) {
        service.enqueue(reset(reason));
        assertUnknownCharge(failureOfRead(service, style));
      }
    }
  }

  /** A server that has started its response has read the request. */
  @ParameterizedTest
  @EnumSource
  void http2StreamRefusedInItsResponseHasAnUnknownCharge(CallStyle style) {
    try (WireFixture service = http2()) {
      service.enqueue(
          position().onResponseBody(new SocketEffect.CloseStream(Http2Reset.REFUSED_STREAM.code)));
      assertUnknownCharge(failureOfRead(service, style));
      assertThat(service.server().getRequestCount()).isEqualTo(1);
    }
  }

  /** Reasons of RFC 9113, section 7. */
  private enum Http2Reset {
    INTERNAL_ERROR(2),
    REFUSED_STREAM(7),
    CANCEL(8);

    final int code;

    Http2Reset(int code) {
      this.code = code;
    }
  }

  private static WireFixture http2() {
    List<Protocol> http2 = List.of(Protocol.H2_PRIOR_KNOWLEDGE);
    return new WireFixture(server -> server.setProtocols(http2), http -> http.protocols(http2));
  }

  private static MockResponse.Builder reset(Http2Reset reason) {
    return position().onResponseStart(new SocketEffect.CloseStream(reason.code));
  }

  @ParameterizedTest
  @EnumSource
  void closedPortIsNeverSent(CallStyle style) {
    try (WireFixture service = new WireFixture()) {
      assertNeverSent(
          failureOfRead(service, service.builder().baseUrl(RawServer.closedPort()), style));
    }
  }

  @ParameterizedTest
  @EnumSource
  void failedTlsHandshakeIsNeverSent(CallStyle style) {
    HeldCertificate certificate = Certificates.forHosts("localhost");
    HandshakeCertificates serverSide =
        new HandshakeCertificates.Builder().heldCertificate(certificate).build();
    try (WireFixture service =
        new WireFixture(server -> server.useHttps(serverSide.sslSocketFactory()), http -> {})) {
      FreightException failure =
          catchThrowableOfType(
              FreightException.class,
              () -> style.getLoadPosition(service.client(), SampleLoads.NUMBER));
      assertThat(failure)
          .isInstanceOf(FreightConnectionException.class)
          .hasMessageContaining("certificate of localhost:")
          .hasMessageContaining("is not trusted");
      assertThat(((FreightConnectionException) failure).notProcessed()).isTrue();
      assertThat(failure.charge()).isEqualTo(Charge.NONE);
      assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
      assertThat(failure.attempts()).as("it would not be trusted the next time").isEqualTo(1);
      assertThat(service.counts().requests()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void resetBeforeTheResponseHasAnUnknownCharge(CallStyle style) throws Exception {
    try (RawServer server = RawServer.resettingAfterRequest();
        WireFixture service = new WireFixture()) {
      FreightException failure =
          failureOfRead(service, service.builder().baseUrl(server.baseUrl()), style);
      assertThat(failure).isInstanceOf(FreightConnectionException.class);
      assertThat(((FreightConnectionException) failure).notProcessed()).isFalse();
      assertUnknownCharge(failure);
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void responseThatIsNotHttpHasAnUnknownCharge(CallStyle style) throws Exception {
    try (RawServer server = RawServer.respondingWith("SSH-2.0-OpenSSH_9.2\r\n\r\n");
        WireFixture service = new WireFixture()) {
      assertUnknownCharge(
          failureOfRead(service, service.builder().baseUrl(server.baseUrl()), style));
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  /** The rest of a response with a wrong length is read as the next response. */
  @ParameterizedTest
  @EnumSource
  void responseThatIsNotHttpIsNotQuoted(CallStyle style) throws Exception {
    String rest = "\"driverWebLink\":\"https://example.com/driver/drv_0123456789abcdef01234567\"";
    try (RawServer server = RawServer.respondingWith(rest + "\r\n\r\n");
        WireFixture service = new WireFixture()) {
      FreightException failure =
          failureOfRead(service, service.builder().baseUrl(server.baseUrl()), style);
      assertUnknownCharge(failure);
      assertThat(failure).hasStackTraceContaining("Unexpected status line");
      StringWriter text = new StringWriter();
      failure.printStackTrace(new PrintWriter(text));
      assertThat(text.toString()).doesNotContain("drv_");
    }
  }

  @ParameterizedTest
  @EnumSource
  void halfClosedConnectionHasAnUnknownCharge(CallStyle style) {
    try (WireFixture service = new WireFixture()) {
      service.enqueue(position().onResponseStart(new SocketEffect.CloseSocket(false, false, true)));
      assertUnknownCharge(failureOfRead(service, style));
    }
  }

  @ParameterizedTest
  @EnumSource
  void truncatedBodyHasAnUnknownCharge(CallStyle style) {
    try (WireFixture service = new WireFixture()) {
      service.enqueue(position().onResponseBody(new SocketEffect.CloseSocket()));
      FreightException failure = failureOfRead(service, style);
      assertThat(failure).isInstanceOf(FreightConnectionException.class);
      assertUnknownCharge(failure);
    }
  }

  @ParameterizedTest
  @EnumSource
  void stalledResponseTimesOutWithAnUnknownCharge(CallStyle style) {
    ShortTimeouts.check(
        time -> {
          MockResponse.Builder stalled = position().onResponseStart(SocketEffect.Stall.INSTANCE);
          assertTimesOut(
              style,
              time,
              stalled,
              "no response within " + DurationFormat.format(time) + " (attempt timeout)");
        });
  }

  private static void assertTimesOut(
      CallStyle style, Duration time, MockResponse.Builder response, String output) {
    try (WireFixture service = new WireFixture()) {
      service.enqueue(response);
      FreightException failure =
          failureOfRead(service, service.builder().attemptTimeout(time), style);
      assertThat(failure).isInstanceOf(FreightTimeoutException.class).hasMessageContaining(output);
      assertUnknownCharge(failure);
    }
  }

  @ParameterizedTest
  @EnumSource
  void slowResponseTimesOut(CallStyle style) {
    ShortTimeouts.check(
        time -> {
          MockResponse.Builder drip = position().throttleBody(1, 1, TimeUnit.SECONDS);
          assertTimesOut(style, time, drip, "timeout");
        });
  }

  @ParameterizedTest
  @EnumSource
  void corruptedCompressionHasAnUnknownCharge(CallStyle style) {
    try (WireFixture service = new WireFixture()) {
      service.enqueue(position().setHeader("Content-Encoding", "gzip"));
      assertUnknownCharge(failureOfRead(service, style));
    }
  }

  @ParameterizedTest
  @EnumSource
  void responseAboveTheMaximumSizeIsNotRead(CallStyle style) throws IOException {
    try (WireFixture service = new WireFixture()) {
      Buffer inflated = new Buffer().writeUtf8("[").writeUtf8(" ".repeat(9 * 1024 * 1024));
      service.enqueue(position().setHeader("Content-Encoding", "gzip").body(gzip(inflated)));
      FreightException failure = failureOfRead(service, style);
      assertThat(failure)
          .isInstanceOf(FreightDecodingException.class)
          .hasMessageContaining("longer than 8 MiB");
      assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    }
  }

  @ParameterizedTest
  @EnumSource
  void lostCreationIsRetriedWithItsKey(CallStyle style) {
    try (WireFixture service = new WireFixture()) {
      service.enqueue(
          ServiceResponses.success(Operation.CREATE_LOAD)
              .onResponseStart(new SocketEffect.CloseSocket()),
          ServiceResponses.success(Operation.CREATE_LOAD));
      CallOptions options = CallOptions.builder().idempotencyKey("order-4711").build();
      var load = style.createLoad(service.client(), SampleLoads.twoStops(), options);
      assertThat(load.attempts()).isEqualTo(2);
      assertThat(load.idempotencyKey()).isEqualTo("order-4711");
      assertThat(service.takeRequest().getHeaders().get("Idempotency-Key")).isEqualTo("order-4711");
      assertThat(service.takeRequest().getHeaders().get("Idempotency-Key")).isEqualTo("order-4711");
    }
  }

  private static Buffer gzip(Buffer plain) throws IOException {
    Buffer compressed = new Buffer();
    try (GzipSink sink = new GzipSink(compressed)) {
      sink.write(plain, plain.size());
    }
    return compressed;
  }

  /** Sockets whose connect times out, as with a firewall that drops packets. */
  private static final class SocketsWithConnectTimeout extends UnconnectedSockets {
    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
          throw new SocketTimeoutException("Connect timed out");
        }
      };
    }
  }
}
