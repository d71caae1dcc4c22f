package io.freightsdk.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Configuration mistakes are reported as what they are, with and without limits. */
class ConfigurationMistakesTest extends ServerFixture {
  private enum Mistake {
    WRONG_KEY(AuthenticationException.class, NextStep.FIX_KEY) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        return test.builder().agentKey("agentkey-unknown");
      }
    },
    UNREGISTERED_BROKER(UnknownBrokerException.class, NextStep.FIX_KEY) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        BrokerSettings unregistered = BrokerSettings.DEFAULT.withRegistered(false);
        return test.builder().agentKey(test.server.createBroker(unregistered).agentKey());
      }
    },
    UNKNOWN_HOST(FreightConnectionException.class, NextStep.FIX_CONFIGURATION) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        String host = "no-such-host.invalid";
        return test.builderAtUnreachable(host, new UnknownHostException(host));
      }
    },
    UNTRUSTED_CERTIFICATE(FreightConnectionException.class, NextStep.FIX_CONFIGURATION) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        IOException why = new SSLHandshakeException("PKIX path building failed");
        why.initCause(new CertificateException("nobody has signed it"));
        return test.builderAtUnreachable("untrusted.test", why);
      }
    },
    PLAIN_HTTP_SERVER(FreightConnectionException.class, NextStep.FIX_CONFIGURATION) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        return test.builderAtUnreachable(
            "plain.test", new SSLException("Unsupported or unrecognized SSL message"));
      }
    },
    REFUSED_TLS_VERSION(FreightConnectionException.class, NextStep.FIX_CONFIGURATION) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        return test.builderAtUnreachable(
            "old.test", new SSLHandshakeException("Received fatal alert: protocol_version"));
      }
    },
    HANDSHAKE_BROKEN_OFF(FreightConnectionException.class, NextStep.RETRY_LATER) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        IOException why = new SSLHandshakeException("Remote host terminated the handshake");
        why.initCause(new EOFException("SSL peer shut down incorrectly"));
        return test.builderAtUnreachable("restarting.test", why);
      }
    },
    SERVER_FAILED_IN_HANDSHAKE(FreightConnectionException.class, NextStep.RETRY_LATER) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        return test.builderAtUnreachable(
            "busy.test", new SSLException("Received fatal alert: internal_error"));
      }
    },
    NOBODY_LISTENS(FreightConnectionException.class, NextStep.RETRY_LATER) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        return test.unreachableBuilder();
      }
    },
    WRONG_PATH(UnexpectedStatusException.class, NextStep.FIX_CONFIGURATION) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        return test.builder().baseUrl(World.BASE_URL + "/wrong");
      }
    },
    KEY_SUPPLIER_THROWS(FreightException.class, NextStep.NONE) {
      @Override
      FreightClient.Builder makeIn(ConfigurationMistakesTest test) {
        return test.builder()
            .agentKey(
                () -> {
                  throw new IllegalStateException("no vault");
                });
      }
    };

    final Class<? extends FreightException> reported;
    final NextStep step;

    Mistake(Class<? extends FreightException> reported, NextStep step) {
      this.reported = reported;
      this.step = step;
    }

    abstract FreightClient.Builder makeIn(ConfigurationMistakesTest test);
  }

  private enum Caller {
    FREE,
    UNDER_A_LIMIT,
    WITH_MAX_PRICE;

    FreightException creationFailure(
        FreightClient.Builder builder, ConfigurationMistakesTest test, CallStyle style) {
      if (this == UNDER_A_LIMIT) builder.spendGuard(test.guard("5"));
      CallOptions options =
          this == WITH_MAX_PRICE
              ? CallOptions.builder().maxPrice("1.00").build()
              : CallOptions.DEFAULT;
      FreightClient client = test.client(builder);
      return catchThrowableOfType(
          FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops(), options));
    }
  }

  private FreightClient.Builder builderAtUnreachable(String host, IOException why) {
    world.network().refuseConnections(host, why);
    return builder().baseUrl("https://" + host);
  }

  static Stream<Arguments> mistakes() {
    return Arrays.stream(Mistake.values()).flatMap(ConfigurationMistakesTest::withEachCaller);
  }

  static Stream<Arguments> pages() {
    return Stream.of(404, 301, 403, 200).flatMap(ConfigurationMistakesTest::withEachCaller);
  }

  private static Stream<Arguments> withEachCaller(Object what) {
    return Arrays.stream(Caller.values())
        .flatMap(
            caller ->
                Arrays.stream(CallStyle.values()).map(style -> Arguments.of(what, caller, style)));
  }

  /** Another server at the address responds to every path with a page. */
  @ParameterizedTest(name = "{0}, {1}, {2}")
  @MethodSource("pages")
  void pageOfAnotherServerIsReportedAsAWrongAddress(int status, Caller caller, CallStyle style) {
    Fault page = ServiceResponses.page(Fault.status(status)).withHeader("Location", "/login");
    server.faults().always(null, page);

    FreightException failure = caller.creationFailure(builder(), this, style);

    assertWrongConfiguration(failure, caller);
  }

  static Stream<Arguments> responsesOfAnotherService() {
    return Stream.of(
            Fault.status(200).withBody("{\"status\":\"ok\"}"),
            Fault.status(200).withBody("{\"ok\":true,\"id\":7}"),
            Fault.status(404).withBody("{\"message\":\"no Route matched\"}"),
            Fault.status(404).withBody("{\"error\":\"Not Found\",\"status\":404}"),
            Fault.status(405).withBody("{\"error\":\"Method Not Allowed\"}"))
        .flatMap(ConfigurationMistakesTest::withEachCaller);
  }

  /** JSON of another service is not a response of this service either. */
  @ParameterizedTest(name = "{1}, {2}")
  @MethodSource("responsesOfAnotherService")
  void jsonOfAnotherServiceIsReportedAsAWrongAddress(
      Fault response, Caller caller, CallStyle style) {
    server.faults().always(null, response);

    FreightException failure = caller.creationFailure(builder(), this, style);

    assertWrongConfiguration(failure, caller);
    if (response.status() != 405) assertThat(failure).hasMessageContaining("base URL");
  }

  /** The call may have been charged. Its key can be used at the right address. */
  private void assertWrongConfiguration(FreightException failure, Caller caller) {
    long created = requestCount(Operation.CREATE_LOAD);
    boolean isSent = caller == Caller.FREE;
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
    assertThat(created).as("%s attempts", failure.attempts()).isEqualTo(isSent ? 1 : 0);
    assertThat(failure.charge()).isEqualTo(isSent ? Charge.UNKNOWN : Charge.NONE);
    assertThat(failure.idempotencyKey()).isNotNull();
  }

  /** A 404 for an unknown path does not mean that the load does not exist. */
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("callersOfReads")
  void readAtAWrongPathIsNotReportedAsAMissingLoad(Caller caller, CallStyle style) {
    FreightClient.Builder builder = builder().baseUrl(World.BASE_URL + "/wrong");
    if (caller == Caller.UNDER_A_LIMIT) {
      builder.spendGuard(guard("5"));
    }
    FreightException failure =
        catchThrowableOfType(
            FreightException.class,
            () -> style.getLoadPosition(client(builder), SampleLoads.NUMBER));

    assertThat(failure).isInstanceOf(UnexpectedStatusException.class);
    assertThat(failure).hasMessageContaining("base URL").hasMessageContaining("/wrong/v1/");
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  static Stream<Arguments> callersOfReads() {
    return Stream.of(Caller.FREE, Caller.UNDER_A_LIMIT)
        .flatMap(
            caller -> Arrays.stream(CallStyle.values()).map(style -> Arguments.of(caller, style)));
  }

  /** A retry would get the same list. */
  @ParameterizedTest
  @EnumSource(CallStyle.class)
  void priceMissingFromTheListIsReported(CallStyle style) {
    String list = "{\"currency\":\"usd\",\"prices\":{\"load_create\":null,\"x\":1}}";
    server.faults().always(Operation.GET_PRICING, Fault.status(200).withBody(list));
    FreightClient.Builder builder = builder().spendGuard(guard("5"));

    FreightException failure =
        catchThrowableOfType(
            FreightException.class,
            () -> style.createLoad(client(builder), SampleLoads.twoStops()));

    assertThat(failure).isInstanceOf(PriceUnavailableException.class);
    assertThat(failure)
        .hasMessageContaining("the price list has no price load_create")
        .hasMessageNotContaining("repeat later");
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.attempts()).isZero();
  }

  @ParameterizedTest(name = "{0}, {1}, {2}")
  @MethodSource("mistakes")
  void mistakeIsReportedWithAndWithoutALimit(Mistake mistake, Caller caller, CallStyle style) {
    FreightClient.Builder builder = mistake.makeIn(this).retryPolicy(RetryPolicy.none());

    FreightException failure = caller.creationFailure(builder, this, style);

    assertThat(failure)
        .isExactlyInstanceOf(mistake.reported)
        .hasMessageStartingWith("createLoad: ");
    assertThat(failure.nextStep()).isEqualTo(mistake.step);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.operation()).isEqualTo(Operation.CREATE_LOAD);
    // An account that is not registered reads the price list all the same.
    boolean readsPrices = caller == Caller.FREE || mistake == Mistake.UNREGISTERED_BROKER;
    if (!readsPrices) assertThat(failure.attempts()).as("the creation was not sent").isZero();
  }
}
