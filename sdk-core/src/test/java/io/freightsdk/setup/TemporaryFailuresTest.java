package io.freightsdk.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.NextStep;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Failed connections that pass are not reported as mistakes of the configuration. */
class TemporaryFailuresTest extends ServerFixture {
  private static final String HOST = "freight.test";

  /** A failed connection, and the next step before and after a response of the service. */
  private enum Failure {
    UNKNOWN_HOST(NextStep.FIX_CONFIGURATION, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return new UnknownHostException(HOST + ": Name or service not known");
      }
    },
    CACHED_UNKNOWN_HOST(NextStep.FIX_CONFIGURATION, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return new UnknownHostException(HOST);
      }
    },
    HOST_WITH_A_MISLEADING_NAME(NextStep.FIX_CONFIGURATION, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return new UnknownHostException("temporary.test: Name or service not known");
      }
    },
    NAME_SERVER_IN_GLIBC(NextStep.RETRY_LATER, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return new UnknownHostException(HOST + ": Temporary failure in name resolution");
      }
    },
    NAME_SERVER_IN_TRANSLATED_GLIBC(NextStep.RETRY_LATER, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return new UnknownHostException(HOST + ": Fallo temporal en la resolución del nombre");
      }
    },
    NAME_SERVER_IN_MUSL(NextStep.RETRY_LATER, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return new UnknownHostException(HOST + ": Try again");
      }
    },
    NAME_SERVER_IN_WINDOWS(NextStep.RETRY_LATER, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return new UnknownHostException(
            "This is usually a temporary error during hostname resolution (" + HOST + ")");
      }
    },
    REFUSED(NextStep.RETRY_LATER, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return new ConnectException("Connection refused");
      }
    },
    NETWORK_OFF(NextStep.RETRY_LATER, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return new SocketException("Network is unreachable");
      }
    },
    RESET(NextStep.RETRY_LATER, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return new SocketException("Connection reset");
      }
    },
    TLS_BROKEN_OFF(NextStep.RETRY_LATER, NextStep.RETRY_LATER) {
      @Override
      IOException exception() {
        return with(
            new EOFException("SSL peer shut down incorrectly"),
            new SSLHandshakeException("Remote host terminated the handshake"));
      }
    },
    TLS_REFUSED(NextStep.FIX_CONFIGURATION, NextStep.FIX_CONFIGURATION) {
      @Override
      IOException exception() {
        return new SSLException("Unsupported or unrecognized SSL message");
      }
    },
    CERTIFICATE(NextStep.FIX_CONFIGURATION, NextStep.FIX_CONFIGURATION) {
      @Override
      IOException exception() {
        return with(
            new CertificateException("nobody has signed it"),
            new SSLHandshakeException("PKIX path building failed"));
      }
    };

    final NextStep atFirst;
    final NextStep afterAResponse;

    Failure(NextStep atFirst, NextStep afterAResponse) {
      this.atFirst = atFirst;
      this.afterAResponse = afterAResponse;
    }

    abstract IOException exception();

    private static IOException with(Exception cause, IOException exception) {
      exception.initCause(cause);
      return exception;
    }
  }

  static Stream<Arguments> failures() {
    return Arrays.stream(Failure.values())
        .flatMap(
            failure ->
                Arrays.stream(CallStyle.values()).map(style -> Arguments.of(failure, style)));
  }

  private void assertFailsUnsent(
      FreightClient client, CallStyle style, @Nullable CallOptions options, NextStep step) {
    FreightConnectionException failure =
        catchThrowableOfType(
            FreightConnectionException.class,
            () ->
                style.createLoad(
                    client,
                    SampleLoads.twoStops(),
                    options == null ? CallOptions.DEFAULT : options));
    assertThat(failure.nextStep()).isEqualTo(step);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.notProcessed()).isTrue();
    if (step == NextStep.RETRY_LATER) {
      assertThat(failure)
          .hasMessageEndingWith("repeat later")
          .hasMessageNotContaining("configuration")
          .hasMessageNotContaining("DNS");
    }
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("failures")
  void failureBeforeAnyResponseMayBeAMistake(Failure failure, CallStyle style) {
    world.network().refuseConnections(HOST, failure.exception());

    assertFailsUnsent(client(builder()), style, null, failure.atFirst);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("failures")
  void failureOfAMinuteAfterAResponsePasses(Failure failure, CallStyle style) {
    FreightClient client = client(builder());
    style.createLoad(client, SampleLoads.twoStops());
    world.network().refuseConnections(HOST, failure.exception());
    assertFailsUnsent(client, style, null, failure.afterAResponse);
    world.advance(Duration.ofMinutes(1));
    world.network().acceptConnections(HOST);

    assertThat(style.createLoad(client, SampleLoads.twoStops()).deduplicated()).isFalse();
    assertThat(debited()).isEqualTo("1.30");
  }

  /** The price list fails in the same way. */
  @ParameterizedTest
  @EnumSource
  void callWithoutAPriceReportsThatTheFailurePasses(CallStyle style) {
    FreightClient client = client(builder());
    style.createLoad(client, SampleLoads.twoStops());
    world.network().refuseConnections(HOST, Failure.UNKNOWN_HOST.exception());
    world.advance(Duration.ofMinutes(6));

    CallOptions limited = CallOptions.builder().maxPrice("1.00").build();
    assertFailsUnsent(client, style, limited, NextStep.RETRY_LATER);
  }

  /** All clients of a service use its connections, and know that its name is right. */
  @ParameterizedTest
  @EnumSource
  void responseToAnotherAccountProvesTheHost(CallStyle style) {
    FreightClient first = client(builder());
    first.getBalance();
    world.network().refuseConnections(HOST, Failure.UNKNOWN_HOST.exception());

    FreightClient other = first.withAgentKey(server.createBroker("5.00").agentKey(), null);
    assertFailsUnsent(other, style, null, NextStep.RETRY_LATER);
  }
}
