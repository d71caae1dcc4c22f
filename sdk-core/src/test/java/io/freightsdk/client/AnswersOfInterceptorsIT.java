package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.RawServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Interceptors of the application that answer by themselves, or say something else. */
class AnswersOfInterceptorsIT {
  private static final String POSITION =
      "{\"loadNumber\":\"%s\",\"status\":\"PLANNED\",\"createdAt\":\"2026-11-20T10:00:00Z\","
          + "\"stops\":[],\"gpsTrack\":[],\"pingCount\":0}";

  /** Nobody listens there. */
  private static final HttpUrl CLOSED = HttpUrl.get(RawServer.closedPort());

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final OkHttpClient own = new OkHttpClient();
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

  private static Response said(Interceptor.Chain chain, int status, String json) {
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
  void whatNobodySentCostsNothingAndIsNoPosition(CallStyle style) {
    String load = client(http -> http).createLoad(Loads.twoStops()).loadNumber();
    FreightClient client =
        client(
            http ->
                http.addInterceptor(
                    chain ->
                        isRead(chain)
                            ? said(chain, 200, POSITION.formatted(load))
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

  /** What another client of the interceptor has done with the request, nobody here knows. */
  @ParameterizedTest
  @EnumSource
  void whatAnInterceptorSendsByAnotherClientMayHaveBeenCharged(CallStyle style) {
    String load = client(http -> http).createLoad(Loads.twoStops()).loadNumber();
    FreightClient client =
        client(
            http ->
                http.addInterceptor(
                    chain ->
                        isRead(chain)
                            ? own.newCall(chain.request()).execute()
                            : chain.proceed(chain.request())));
    int before = broker.debits().size();

    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));

    assertThat(broker.debits()).hasSize(before + 1);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.retryable()).isFalse();
    assertThat(failure.getCause()).hasMessageContaining("by another client");
  }

  /** Such as one that goes to another address when the first one does not answer. */
  @ParameterizedTest
  @EnumSource
  void anInterceptorThatGoesOnWhenTheRequestHasFailedIsNotFollowedByARepeat(CallStyle style) {
    String load = client(http -> http).createLoad(Loads.twoStops()).loadNumber();
    HttpUrl service = HttpUrl.get(server.baseUrl());
    OkHttpClient once = own.newBuilder().retryOnConnectionFailure(false).build();
    FreightClient client =
        client(
            http ->
                http.addInterceptor(
                    chain -> {
                      if (!isRead(chain)) return chain.proceed(chain.request());
                      HttpUrl url = chain.request().url();
                      try {
                        HttpUrl closed = url.newBuilder().port(CLOSED.port()).build();
                        return chain.proceed(chain.request().newBuilder().url(closed).build());
                      } catch (IOException notThere) {
                        HttpUrl there = url.newBuilder().port(service.port()).build();
                        Request again = chain.request().newBuilder().url(there).build();
                        return once.newCall(again).execute();
                      }
                    }));
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    int before = broker.debits().size();

    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));

    assertThat(broker.debits()).hasSize(before + 1);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure.retryable()).isFalse();
  }

  /** An interceptor that only says it in its own words has sent nothing. */
  @ParameterizedTest
  @EnumSource
  void aFailureThatAnInterceptorWrapsIsStillNeverSent(CallStyle style) {
    FreightClient client =
        FreightClient.builder()
            .baseUrl(CLOSED.toString())
            .agentKey(broker.agentKey())
            .retryPolicy(RetryPolicy.none())
            .httpClient(
                own.newBuilder()
                    .addInterceptor(
                        chain -> {
                          try {
                            return chain.proceed(chain.request());
                          } catch (IOException thrown) {
                            throw new IOException("told by an interceptor", thrown);
                          }
                        })
                    .build())
            .build();
    clients.add(client);

    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, Loads.twoStops()));

    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.retryable()).isTrue();
  }

  /** Answers that say that nothing was charged, in the service's own words. */
  static Stream<Arguments> changedAnswers() {
    Interceptor toNotFound = chain -> changed(chain, 404, "{\"error\":\"not found\"}");
    Interceptor toBillingDown =
        chain -> changed(chain, 503, "{\"error\":\"down\",\"code\":\"BILLING_UNAVAILABLE\"}");
    Interceptor afterAFailure =
        chain -> {
          if (!isRead(chain)) return chain.proceed(chain.request());
          chain.proceed(chain.request()).close();
          return said(chain, 403, "{\"error\":\"circuit is open\"}");
        };
    return Stream.of(toNotFound, toBillingDown, afterAFailure)
        .flatMap(
            interceptor ->
                Stream.of(CallStyle.values())
                    .flatMap(
                        style ->
                            Stream.of(false, true)
                                .map(network -> Arguments.of(interceptor, network, style))));
  }

  private static Response changed(Interceptor.Chain chain, int status, String json)
      throws IOException {
    Response response = chain.proceed(chain.request());
    if (!isRead(chain)) return response;
    response.close();
    return response
        .newBuilder()
        .code(status)
        .body(ResponseBody.create(json, MediaType.get("application/json")))
        .build();
  }

  @ParameterizedTest(name = "{index}, network {1}, {2}")
  @MethodSource("changedAnswers")
  void aChangedAnswerSaysNothingOfTheCharge(
      Interceptor interceptor, boolean network, CallStyle style) {
    String load = client(http -> http).createLoad(Loads.twoStops()).loadNumber();
    FreightClient client =
        client(
            http ->
                network
                    ? http.addNetworkInterceptor(interceptor)
                    : http.addInterceptor(interceptor));
    int before = broker.debits().size();

    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));

    assertThat(broker.debits()).hasSize(before + 1);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.retryable()).isFalse();
  }

  /** A retry of the application beside those of the client would be paid twice. */
  @ParameterizedTest
  @EnumSource
  void anInterceptorThatRepeatsARequestIsNamedWithWhatWasHeard(CallStyle style) {
    String load = client(http -> http).createLoad(Loads.twoStops()).loadNumber();
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

  @ParameterizedTest
  @EnumSource
  void aLibraryThatDoesNotFitIsNotCalledAnInterceptor(CallStyle style) {
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
        .hasMessageContaining("a library on the class path that does not fit")
        .hasMessageNotContaining("interceptor");
  }

  @ParameterizedTest
  @EnumSource
  void anInterceptorThatForgetsAnAnswerFailsItsCall(CallStyle style) {
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
