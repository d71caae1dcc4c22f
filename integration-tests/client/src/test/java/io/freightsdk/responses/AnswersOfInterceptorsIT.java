package io.freightsdk.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.RawServer;
import io.freightsdk.testing.SampleLoads;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Interceptors of the application that respond themselves, or change the response of the service.
 */
class AnswersOfInterceptorsIT {
  private static final String POSITION =
      "{\"loadNumber\":\"%s\",\"status\":\"PLANNED\",\"createdAt\":\"2026-11-20T10:00:00Z\","
          + "\"stops\":[],\"gpsTrack\":[],\"pingCount\":0}";

  /** An address where nothing listens. */
  private static final HttpUrl CLOSED = HttpUrl.get(RawServer.closedPort());

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final OkHttpClient own = new OkHttpClient();
  private final OkHttpClient once = own.newBuilder().retryOnConnectionFailure(false).build();
  private final List<FreightClient> clients = new ArrayList<>();

  @AfterEach
  void stop() {
    clients.forEach(FreightClient::close);
    own.connectionPool().evictAll();
    server.close();
  }

  private FreightClient client(Function<OkHttpClient.Builder, OkHttpClient.Builder> setUp) {
    FreightClient client =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .httpClient(setUp.apply(own.newBuilder()).build())
            .build();
    clients.add(client);
    client.price(Operation.GET_LOAD_POSITION);
    return client;
  }

  private static Response responseWith(Interceptor.Chain chain, int status, String json) {
    return new Response.Builder()
        .request(chain.request())
        .protocol(Protocol.HTTP_1_1)
        .code(status)
        .message("said by an interceptor")
        .body(ResponseBody.create(json, MediaType.get("application/json")))
        .build();
  }

  private static boolean isRead(Interceptor.Chain chain) {
    return chain.request().url().encodedPath().contains("/loads/");
  }

  @ParameterizedTest
  @EnumSource
  void unsentResponseOfAnInterceptorIsFreeAndNoPosition(CallStyle style) {
    String load = client(http -> http).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client =
        client(
            http ->
                http.addInterceptor(
                    chain ->
                        isRead(chain)
                            ? responseWith(chain, 200, String.format(Locale.ROOT, POSITION, load))
                            : chain.proceed(chain.request())));
    int before = broker.debits().size();

    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));

    assertThat(broker.debits()).hasSize(before);
    assertThat(failure).isExactlyInstanceOf(FreightException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure).hasMessageContaining("an interceptor");
    assertThat(failure.getCause()).hasMessageContaining("nothing was sent");
  }

  /** An interceptor that retries, and throws its first failure, has sent nothing. */
  @ParameterizedTest
  @EnumSource
  void failureRetriedByAnInterceptorIsReportedAsUnsent(CallStyle style) {
    FreightException failure =
        creationFailsWhereNobodyListens(
            style,
            chain -> {
              try {
                return chain.proceed(chain.request());
              } catch (IOException first) {
                try {
                  return chain.proceed(chain.request());
                } catch (IOException second) {
                  first.addSuppressed(second);
                  throw first;
                }
              }
            });

    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
  }

  /** An interceptor that only describes a failure in its own words has sent nothing. */
  @ParameterizedTest
  @EnumSource
  void failureWrappedByAnInterceptorIsReportedAsUnsent(CallStyle style) {
    FreightException failure =
        creationFailsWhereNobodyListens(
            style,
            chain -> {
              try {
                return chain.proceed(chain.request());
              } catch (IOException thrown) {
                throw new IOException("told by an interceptor", thrown);
              }
            });

    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
  }

  private FreightException creationFailsWhereNobodyListens(
      CallStyle style, Interceptor interceptor) {
    FreightClient client =
        FreightClient.builder()
            .baseUrl(CLOSED.toString())
            .agentKey(broker.agentKey())
            .retryPolicy(RetryPolicy.none())
            .httpClient(own.newBuilder().addInterceptor(interceptor).build())
            .build();
    clients.add(client);
    return catchThrowableOfType(
        FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));
  }

  /** The service has charged the read, and the message of the exception cannot be read. */
  @ParameterizedTest
  @EnumSource
  void failureWithAnUnreadableMessageHasAnUnknownCharge(CallStyle style) {
    String load = client(http -> http).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client =
        client(
            http ->
                http.addInterceptor(
                    chain -> {
                      Response response = chain.proceed(chain.request());
                      if (!isRead(chain)) return response;
                      response.close();
                      throw new IOException("lost by an interceptor", new Unreadable());
                    }));
    int before = broker.debits().size();

    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));

    assertThat(broker.debits()).hasSize(before + 1);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  private static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }
  }

  /** Changes of an interceptor after which the charge of a paid read is unknown. */
  private enum Altering {
    SENDS_IT_BY_ANOTHER_CLIENT {
      @Override
      Response read(AnswersOfInterceptorsIT test, Interceptor.Chain chain) throws IOException {
        return test.own.newCall(chain.request()).execute();
      }
    },

    /** Says that nothing was charged, in the service's own words, like the following ones. */
    CHANGES_THE_ANSWER_TO_NOT_FOUND {
      @Override
      Response read(AnswersOfInterceptorsIT test, Interceptor.Chain chain) throws IOException {
        return changed(chain, 404, "{\"error\":\"not found\"}");
      }
    },

    CHANGES_THE_ANSWER_TO_BILLING_DOWN {
      @Override
      Response read(AnswersOfInterceptorsIT test, Interceptor.Chain chain) throws IOException {
        return changed(chain, 503, "{\"error\":\"down\",\"code\":\"BILLING_UNAVAILABLE\"}");
      }
    },

    ANSWERS_BY_ITSELF_AFTER_SENDING {
      @Override
      Response read(AnswersOfInterceptorsIT test, Interceptor.Chain chain) throws IOException {
        chain.proceed(chain.request()).close();
        return responseWith(chain, 403, "{\"error\":\"circuit is open\"}");
      }
    };

    abstract Response read(AnswersOfInterceptorsIT test, Interceptor.Chain chain)
        throws IOException;

    private static Response changed(Interceptor.Chain chain, int status, String json)
        throws IOException {
      Response response = chain.proceed(chain.request());
      response.close();
      return response
          .newBuilder()
          .code(status)
          .body(ResponseBody.create(json, MediaType.get("application/json")))
          .build();
    }
  }

  static Stream<Arguments> alteredReads() {
    return Stream.of(Altering.values())
        .flatMap(
            altering ->
                Stream.of(false, true)
                    .filter(
                        isFromNetwork ->
                            !isFromNetwork || altering != Altering.SENDS_IT_BY_ANOTHER_CLIENT)
                    .flatMap(
                        isFromNetwork ->
                            Stream.of(CallStyle.values())
                                .map(style -> Arguments.of(altering, isFromNetwork, style))));
  }

  @ParameterizedTest(name = "{0}, network interceptor: {1}, {2}")
  @MethodSource("alteredReads")
  void alteredReadHasAnUnknownChargeAndIsNotRetried(
      Altering altering, boolean isFromNetwork, CallStyle style) {
    String load = client(http -> http).createLoad(SampleLoads.twoStops()).loadNumber();
    Interceptor interceptor =
        chain -> isRead(chain) ? altering.read(this, chain) : chain.proceed(chain.request());
    FreightClient client =
        client(
            http ->
                isFromNetwork
                    ? http.addNetworkInterceptor(interceptor)
                    : http.addInterceptor(interceptor));
    int before = broker.debits().size();

    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));

    assertThat(broker.debits()).hasSize(before + 1);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure.nextStep()).isNotIn(NextStep.RETRY_LATER, NextStep.RETRY_WITH_SAME_KEY);
    if (altering == Altering.SENDS_IT_BY_ANOTHER_CLIENT) {
      assertThat(failure.getCause()).hasMessageContaining("the service may have the request");
    }
  }

  /**
   * A retry of the application, in addition to the retries of the client, would be charged twice.
   */
  @ParameterizedTest
  @EnumSource
  void repeatingInterceptorIsReportedWithTheFirstStatus(CallStyle style) {
    String load = client(http -> http).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client =
        client(
            http ->
                http.addInterceptor(
                    chain -> {
                      Response first = chain.proceed(chain.request());
                      if (first.code() < 500) return first;
                      first.close();
                      return chain.proceed(chain.request());
                    }));
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.billingUnavailable());
    int before = broker.debits().size();

    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));

    assertThat(broker.debits()).hasSize(before);
    assertThat(failure).isExactlyInstanceOf(FreightException.class);
    assertThat(failure)
        .hasMessageContaining("an interceptor of the OkHttpClient that repeated the request")
        .hasMessageContaining("HTTP 503");
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.attempts()).isEqualTo(1);
  }

  /** An interceptor may sign the body. */
  @ParameterizedTest
  @EnumSource
  void bodyReadByAnInterceptorIsSentOnce(CallStyle style) {
    List<String> read = new ArrayList<>();
    FreightClient client =
        client(
            http ->
                http.addInterceptor(
                    chain -> {
                      RequestBody body = chain.request().body();
                      if (body == null) return chain.proceed(chain.request());
                      String signature = inMemory(body).sha256().hex();
                      read.add(signature);
                      Request signed =
                          chain.request().newBuilder().header("X-Signature", signature).build();
                      return chain.proceed(signed);
                    }));

    assertThat(style.createLoad(client, SampleLoads.twoStops()).attempts()).isEqualTo(1);

    assertThat(read).hasSize(1);
    assertThat(broker.debits()).hasSize(1);
  }

  /** The client does not see when the last byte of such a body is written. */
  @ParameterizedTest
  @EnumSource
  void bodyReplacedByAnInterceptorHasAnUnknownCharge(CallStyle style) {
    FreightClient client =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .retryPolicy(RetryPolicy.none())
            .httpClient(
                own.newBuilder()
                    .addInterceptor(
                        chain -> {
                          RequestBody body = chain.request().body();
                          if (body == null) return chain.proceed(chain.request());
                          RequestBody same =
                              RequestBody.create(
                                  inMemory(body).readByteString(), body.contentType());
                          return chain.proceed(chain.request().newBuilder().post(same).build());
                        })
                    .build())
            .build();
    clients.add(client);
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));

    assertThat(broker.debits()).hasSize(1);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  /** An interceptor may log a refused request. */
  @ParameterizedTest(name = "{0} USD, network interceptor: {1}, {2}")
  @MethodSource("bodiesReadAfterTheResponse")
  void bodyReadAfterTheResponseChangesNothing(
      String balance, boolean isFromNetwork, CallStyle style) {
    List<String> read = new ArrayList<>();
    Interceptor interceptor =
        chain -> {
          Response response = chain.proceed(chain.request());
          RequestBody body = chain.request().body();
          if (body != null) read.add(inMemory(body).readUtf8());
          return response;
        };
    Broker payer = server.createBroker(balance);
    FreightClient client =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(payer.agentKey())
            .httpClient(
                isFromNetwork
                    ? own.newBuilder().addNetworkInterceptor(interceptor).build()
                    : own.newBuilder().addInterceptor(interceptor).build())
            .build();
    clients.add(client);

    if (balance.equals("0.65")) {
      CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops());
      assertThat(load.charge()).isEqualTo(Charge.charged(new BigDecimal("0.65")));
    } else {
      InsufficientFundsException refusal =
          catchThrowableOfType(
              InsufficientFundsException.class,
              () -> style.createLoad(client, SampleLoads.twoStops()));
      assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    }
    assertThat(read).hasSize(1).first().asString().startsWith("{").endsWith("}");
  }

  static Stream<Arguments> bodiesReadAfterTheResponse() {
    return Stream.of("0.65", "0.64")
        .flatMap(
            balance ->
                Stream.of(false, true)
                    .flatMap(
                        isFromNetwork ->
                            Stream.of(CallStyle.values())
                                .map(style -> Arguments.of(balance, isFromNetwork, style))));
  }

  /** Nothing was written, so nothing was charged. */
  @ParameterizedTest
  @EnumSource
  void interceptorFailingAfterReadingTheBodyIsReported(CallStyle style) {
    FreightClient client =
        client(
            http ->
                http.addInterceptor(
                    chain -> {
                      RequestBody body = chain.request().body();
                      if (body == null) return chain.proceed(chain.request());
                      inMemory(body).clear();
                      throw new IOException("no key to sign with");
                    }));

    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));

    assertThat(failure)
        .hasMessageContaining("no key to sign with")
        .hasRootCauseMessage("no key to sign with");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(broker.debits()).isEmpty();
  }

  private static Buffer inMemory(RequestBody body) throws IOException {
    Buffer bytes = new Buffer();
    body.writeTo(bytes);
    return bytes;
  }

  @ParameterizedTest
  @EnumSource
  void incompatibleLibraryIsNotReportedAsAnInterceptor(CallStyle style) {
    OkHttpClient unfit =
        own.newBuilder()
            .dns(
                host -> {
                  throw new NoSuchMethodError("okio.Okio.socket");
                })
            .build();
    FreightClient client =
        FreightClient.builder()
            .baseUrl("https://name-to-look-up.example")
            .agentKey(broker.agentKey())
            .httpClient(unfit)
            .build();
    clients.add(client);
    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> style.getBalance(client));
    assertThat(failure)
        .isExactlyInstanceOf(FreightException.class)
        .hasMessageContaining("a library on the class path that is incompatible with")
        .hasMessageNotContaining("interceptor");
  }

  @ParameterizedTest
  @EnumSource
  void interceptorLeakingAResponseFailsItsCall(CallStyle style) {
    List<Response> forgotten = new ArrayList<>();
    FreightClient client =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .retryPolicy(RetryPolicy.none())
            .httpClient(
                own.newBuilder()
                    .addInterceptor(
                        chain -> {
                          forgotten.add(chain.proceed(chain.request()));
                          throw new IOException("forgotten");
                        })
                    .build())
            .build();
    clients.add(client);
    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> style.getBalance(client));
    assertThat(failure).isNotNull();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(forgotten).hasSize(1);
    forgotten.forEach(Response::close);
  }
}
