package io.freightsdk.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Options and inputs that are refused before anything is sent, and the path and headers of
 * requests.
 */
class InputValidationTest {
  private final ScriptedService service = new ScriptedService();

  @AfterEach
  void stop() {
    service.close();
  }

  private static FreightClient.Builder builderAt(String url) {
    return FreightClient.builder().baseUrl(url).agentKey(ScriptedService.KEY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://api.example.com",
        "http://10.0.0.1:8080",
        "http://127.0.0.1.example.com",
        "http://localhost.example.com"
      })
  void plainHttpToAnotherMachineIsRefused(String url) {
    assertThatThrownBy(() -> builderAt(url).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use https")
        .hasMessageContaining("allowInsecureHttp()");
    builderAt(url).allowInsecureHttp().build().close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://api.example.com",
        "https://api.example.com/freight/",
        "http://localhost:8080",
        "http://127.8.9.10",
        "http://[::1]:8080"
      })
  void httpsAndLoopbackAreAccepted(String url) {
    builderAt(url).build().close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://example.com",
        "api.example.com",
        "https://user:secret@example.com",
        "https://example.com?key=secret",
        "https://example.com#secret"
      })
  void invalidBaseUrlIsRefusedAndNotShown(String url) {
    assertThatThrownBy(() -> builderAt(url).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("baseUrl")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"secret key", "secret\n", "secret\r\nX-Evil: 1", "sécret", "\"secret\t\""})
  void invalidKeyIsRefusedAndNotShown(String key) {
    assertThatThrownBy(() -> FreightClient.builder().agentKey(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("agentKey")
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("sécret");
  }

  @Test
  void missingAddressOrKeyIsReportedWithBothWaysToSetIt() {
    assumeThat(System.getenv()).doesNotContainKeys("FREIGHT_BASE_URL", "FREIGHT_AGENT_KEY");
    assertThatThrownBy(() -> FreightClient.builder().agentKey(ScriptedService.KEY).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "baseUrl: is not set; set an address such as https://api.example.com, or only the"
                + " environment variable FREIGHT_BASE_URL");
    assertThatThrownBy(() -> FreightClient.builder().baseUrl("https://api.example.com").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "agentKey: is not set; set it to the broker's agent key, or set the environment variable"
                + " FREIGHT_AGENT_KEY");
  }

  /** Frameworks report the option under their own name. */
  @Test
  void invalidOptionIsReportedWithProblemAndRemedy() {
    assertThatThrownBy(() -> FreightClient.builder().callTimeout(Duration.ZERO))
        .hasMessage("callTimeout: must be positive, got PT0S; use a positive duration")
        .isInstanceOfSatisfying(
            InvalidOptionException.class,
            wrong -> {
              assertThat(wrong.option()).isEqualTo("callTimeout");
              assertThat(wrong.problem()).isEqualTo("must be positive, got PT0S");
              assertThat(wrong.remedy()).isEqualTo("use a positive duration");
            });
    assertThatThrownBy(() -> builderAt("http://freight:8080").build())
        .isInstanceOfSatisfying(
            InvalidOptionException.class,
            wrong -> assertThat(wrong.option()).isEqualTo("allowInsecureHttp"));
  }

  static Set<Map.Entry<String, ThrowingCallable>> optionsWithInvalidValues() {
    Duration negative = Duration.ofSeconds(-1);
    return Set.of(
        Map.entry("account", () -> FreightClient.builder().account(" ")),
        Map.entry("connectTimeout", () -> FreightClient.builder().connectTimeout(negative)),
        Map.entry("attemptTimeout", () -> FreightClient.builder().attemptTimeout(negative)),
        Map.entry("callTimeout", () -> FreightClient.builder().callTimeout(negative)),
        Map.entry("maxConcurrentRequests", () -> FreightClient.builder().maxConcurrentRequests(0)),
        Map.entry("maxPendingCalls", () -> FreightClient.builder().maxPendingCalls(0)),
        Map.entry("maxPrice", () -> FreightClient.builder().maxPrice("-1")),
        Map.entry("attemptTimeout of a call", () -> CallOptions.builder().attemptTimeout(negative)),
        Map.entry("deadline of a call", () -> CallOptions.builder().deadline(negative)),
        Map.entry("maxPrice of a call", () -> CallOptions.builder().maxPrice("-1")),
        Map.entry("maxAge of a call", () -> CallOptions.builder().maxAge(negative)),
        Map.entry("staleIfError of a call", () -> CallOptions.builder().staleIfError(negative)),
        Map.entry("maxAttempts", () -> RetryPolicy.builder().maxAttempts(0)),
        Map.entry("initialBackoff", () -> RetryPolicy.builder().initialBackoff(negative)),
        Map.entry("maxTopUpWait", () -> RetryPolicy.builder().maxTopUpWait(negative)));
  }

  @ParameterizedTest
  @MethodSource("optionsWithInvalidValues")
  void invalidValueIsReportedWithTheNameOfItsOption(Map.Entry<String, ThrowingCallable> option) {
    assertThatThrownBy(option.getValue())
        .isInstanceOfSatisfying(
            InvalidOptionException.class,
            wrong -> assertThat(wrong.option()).isEqualTo(option.getKey().split(" ")[0]));
  }

  /** The environment variable is not set. */
  @Test
  void nullOrBlankKeyIsReportedWithItsRemedy() {
    String notSet = System.getenv("FREIGHT_NO_SUCH_VARIABLE");
    assertThatThrownBy(() -> FreightClient.builder().agentKey(notSet))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("agentKey: must not be null; check that the environment variable");
    assertThatThrownBy(() -> FreightClient.builder().agentKey(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("agentKey: must not be blank; check that the environment variable");
  }

  /** Shells, frameworks and clusters leave these where a variable is not set. */
  @ParameterizedTest
  @CsvSource({
    "${FREIGHT_AGENT_KEY}, FREIGHT_AGENT_KEY",
    "${FREIGHT_AGENT_KEY:-}, FREIGHT_AGENT_KEY",
    "${freight.agent-key}, freight.agent-key",
    "${env:FREIGHT_KEY_2}, env:FREIGHT_KEY_2",
    "sk_${KEY}, KEY",
    "$(FREIGHT_AGENT_KEY), FREIGHT_AGENT_KEY",
    "@freight.agent-key@, freight.agent-key",
    "%FREIGHT_AGENT_KEY%, FREIGHT_AGENT_KEY",
    "$FREIGHT_AGENT_KEY, FREIGHT_AGENT_KEY"
  })
  void placeholderOfAKeyIsRefusedWithItsVariable(String key, String variable) {
    assertThatThrownBy(() -> FreightClient.builder().agentKey(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "agentKey: is still a placeholder: " + variable + " is not set; set it")
        .hasMessageNotContaining("sk_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${sk_live_51H8abc}",
        "sk_live_51H8abc${",
        "sk_live_51H8abc{{key}}",
        "#{systemProperties['sk_live_51H8abc']}",
        "$(cat_sk_live_51H8abc",
        "<sk_live_51H8abc>"
      })
  void placeholderThatMayContainAKeyIsNotShown(String key) {
    assertThatThrownBy(() -> FreightClient.builder().agentKey(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("agentKey: is still a placeholder; write its value instead");
  }

  @ParameterizedTest
  @CsvSource({
    "${FREIGHT_URL}, FREIGHT_URL",
    "https://${FREIGHT_HOST}/api, FREIGHT_HOST",
    "https://api.example.com/${TENANT}, TENANT",
    "https://$FREIGHT_HOST, FREIGHT_HOST",
    "https://$(FREIGHT_HOST):8443, FREIGHT_HOST",
    "https://%FREIGHT_HOST%/, FREIGHT_HOST",
    "https://@freight.host@/, freight.host",
    "https://api.@domain@, domain"
  })
  void placeholderInAnAddressIsRefused(String url, String variable) {
    assertThatThrownBy(() -> builderAt(url).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("baseUrl: is still a placeholder: " + variable + " is not set");
  }

  @Test
  void placeholderOfAnAccountNameIsRefused() {
    assertThatThrownBy(() -> FreightClient.builder().account("${TENANT}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("account: is still a placeholder: TENANT is not set");
    assertThatThrownBy(() -> service.client().withAgentKey("a", null, "${TENANT}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("account: is still a placeholder: TENANT is not set");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sk_live$51H8", "a@b@c", "50%_off%", "k$", "{a}", "a<b>c", "(a)"})
  void keyWithCharactersOfPlaceholdersIsAccepted(String key) {
    builderAt("https://api.example.com/%C3%A9%20x/@v1").agentKey(key).build().close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", ".", "..", "a/b", "/", "..\\x", "LD\n1", "LD\u0000", "LD/../../admin"})
  void loadNumberCannotLeaveItsPathSegment(String loadNumber) {
    FreightClient client = service.client();
    assertThatThrownBy(() -> client.getLoadPosition(loadNumber))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loadNumber");
    assertThatThrownBy(() -> client.confirmDelivery(loadNumber))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.catalog().getTrackedLoadPosition(loadNumber))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(service.world().network().sentRequests()).isZero();
  }

  /** The service ignores a blank reference, so a repeated order would be charged again. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "\u3000\n", "\u00a0", " \u00a0", "\u202f", "\u2007", "\ufeff", "\u0000"})
  void blankReferenceIsRefusedUnsent(String customerRef) {
    FreightClient client = service.client();
    CreateLoadInput load = SampleLoads.twoStops().toBuilder().customerRef(customerRef).build();
    assertThatThrownBy(() -> client.createLoad(load))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("customerRef is blank");
    assertThatThrownBy(() -> client.catalog().createTrackedLoad(load))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(service.world().network().sentRequests()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "authorization",
        "Idempotency-Key",
        "X-Agent-Key",
        "Host",
        "Content-Length",
        "User-Agent",
        "Proxy-Authorization"
      })
  void headerOfTheClientCannotBeReplaced(String name) {
    assertThatThrownBy(() -> CallOptions.builder().header(name, "mine"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is set by the client");
    assertThatThrownBy(() -> FreightClient.builder().header(name, "mine"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** OkHttp does not compress or decompress automatically if one of these is set. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Accept",
        "Accept-Encoding",
        "Content-Type",
        "Content-Encoding",
        "Transfer-Encoding",
        "Connection",
        "Keep-Alive",
        "Upgrade",
        "TE",
        "Trailer",
        "Expect"
      })
  void headerThatChangesTheEncodingCannotBeAdded(String name) {
    assertThatThrownBy(() -> CallOptions.builder().header(name, "gzip"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is set by the client");
  }

  @ParameterizedTest
  @CsvSource({
    "'X-A\r\nX-B', v",
    "X A, v",
    "'', v",
    "X-Trace, 'v\r\nX-Evil: 1'",
    "X-Trace, 'v\u0000'"
  })
  void headerCannotBeInjected(String name, String value) {
    assertThatThrownBy(() -> CallOptions.builder().header(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("Evil");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "with space", "line\nbreak", "ümlaut"})
  void invalidIdempotencyKeyIsRefused(String key) {
    assertThatThrownBy(() -> CallOptions.builder().idempotencyKey(key))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CallOptions.builder().idempotencyKey("k".repeat(256)))
        .hasMessageContaining("255");
  }

  @ParameterizedTest
  @EnumSource
  void callAboveMaxPendingCallsIsRefusedUnsent(CallStyle style) {
    service.enqueue(
        ServiceResponses.success(Operation.GET_BALANCE)
            .onResponseStart(SocketEffect.Stall.INSTANCE));
    FreightClient client = service.client(service.builder().maxPendingCalls(1));
    CompletableFuture<?> first = client.async().getBalance();

    ClientSaturatedException failure =
        catchThrowableOfType(
            ClientSaturatedException.class,
            () -> style.getLoadPosition(client, SampleLoads.NUMBER));

    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(failure).hasMessageContaining("raise maxPendingCalls");
    first.cancel(true);
  }

  // --- what is written of a call ---

  @ParameterizedTest
  @CsvSource({
    "LD-2026-0001, /v1/agent/loads/LD-2026-0001",
    "LD 1, /v1/agent/loads/LD%201",
    "a?b=c#d, /v1/agent/loads/a%3Fb=c%23d",
    "%2e%2e, /v1/agent/loads/%252e%252e",
    "..., /v1/agent/loads/...",
  })
  void loadNumberIsEncodedInThePath(String loadNumber, String path) {
    service.enqueue(
        ServiceResponses.json(
            200,
            String.format(
                Locale.ROOT,
                """
            {"loadNumber":"%s","status":"PLANNED","createdAt":"2026-11-20T10:00:00Z",\
            "stops":[],"gpsTrack":[],"pingCount":0}\
            """,
                loadNumber)));
    service.client().getLoadPosition(loadNumber);
    assertThat(service.takeRequest().getUrl().encodedPath()).isEqualTo(path);
  }

  @Test
  void pathOfTheBaseUrlIsKept() {
    service.enqueue(ServiceResponses.success(Operation.GET_BALANCE));
    service.client(service.builder().baseUrl(service.baseUrl() + "gateway/")).getBalance();
    assertThat(service.takeRequest().getUrl().encodedPath()).isEqualTo("/gateway/v1/agent/balance");
  }

  @Test
  void requestHasTheHeadersOfClientAndCaller() {
    FreightClient client =
        service.client(service.builder().userAgentSuffix("tms/3.2").header("X-Tenant", "acme"));
    service.enqueue(
        ServiceResponses.success(Operation.GET_BALANCE),
        ServiceResponses.success(Operation.CREATE_TRACKED_LOAD));
    client.getBalance(CallOptions.builder().header("X-Trace", "t-1").build());
    RecordedRequest plain = service.takeRequest();
    assertThat(plain.getHeaders().get("Authorization")).isEqualTo("Bearer " + ScriptedService.KEY);
    assertThat(plain.getHeaders().get("X-Agent-Key")).isNull();
    assertThat(plain.getHeaders().get("X-Tenant")).isEqualTo("acme");
    assertThat(plain.getHeaders().get("X-Trace")).isEqualTo("t-1");
    assertThat(plain.getHeaders().get("User-Agent"))
        .matches("freight-sdk-java/\\S+ \\(java \\S+; okhttp 5\\.\\S+\\) tms/3\\.2");

    client.catalog().createTrackedLoad(SampleLoads.twoStops());
    RecordedRequest catalog = service.takeRequest();
    assertThat(catalog.getUrl().encodedPath()).isEqualTo("/v1/freight/create_tracked_load");
    assertThat(catalog.getHeaders().get("X-Agent-Key")).isEqualTo(ScriptedService.KEY);
    assertThat(catalog.getHeaders().get("Authorization")).isNull();
  }

  /** A gateway could respond in another format, and the call is charged all the same. */
  @Test
  void everyRequestAcceptsJson() {
    FreightClient client = service.client();
    service.enqueue(
        ServiceResponses.success(Operation.GET_BALANCE),
        ServiceResponses.success(Operation.CREATE_TRACKED_LOAD));
    client.getBalance();
    client.catalog().createTrackedLoad(SampleLoads.twoStops());
    for (int request = 0; request < 2; request++) {
      assertThat(service.takeRequest().getHeaders().values("Accept"))
          .containsExactly("application/json");
    }
  }

  /** A gateway would use one of two values. */
  @Test
  void headerOfACallReplacesTheClients() {
    FreightClient client = service.client(service.builder().header("X-Tenant", "acme"));
    service.enqueue(
        ServiceResponses.success(Operation.GET_BALANCE),
        ServiceResponses.success(Operation.GET_BALANCE));
    client.getBalance(CallOptions.builder().header("x-tenant", "other").build());
    assertThat(service.takeRequest().getHeaders().values("X-Tenant")).containsExactly("other");
    client.getBalance();
    assertThat(service.takeRequest().getHeaders().values("X-Tenant")).containsExactly("acme");
  }
}
