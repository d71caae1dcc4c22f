package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.Loads;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a call is written to the wire: its path, and the headers that are the client's. */
class GuardsOverSocketsTest {
  @AutoClose private final FakeService service = new FakeService();

  @ParameterizedTest
  @CsvSource({
    "LD-2026-0001, /v1/agent/loads/LD-2026-0001",
    "LD 1, /v1/agent/loads/LD%201",
    "a?b=c#d, /v1/agent/loads/a%3Fb=c%23d",
    "%2e%2e, /v1/agent/loads/%252e%252e",
    "..., /v1/agent/loads/...",
  })
  void strangeLoadNumberIsEncoded(String loadNumber, String target) {
    service.answers(
        Answers.json(
            200,
            """
            {"loadNumber":"%s","status":"PLANNED","createdAt":"2026-11-20T10:00:00Z",\
            "stops":[],"gpsTrack":[],"pingCount":0}"""
                .formatted(loadNumber)));
    service.client().getLoadPosition(loadNumber);
    assertThat(service.takeRequest().getTarget()).isEqualTo(target);
  }

  @Test
  void pathOfTheBaseUrlIsKept() {
    service.answers(Answers.success(Operation.GET_BALANCE));
    service.client(service.builder().baseUrl(service.baseUrl() + "gateway/")).getBalance();
    assertThat(service.takeRequest().getTarget()).isEqualTo("/gateway/v1/agent/balance");
  }

  @Test
  void headersAreTheClientsOwnAndTheCallers() {
    FreightClient client =
        service.client(service.builder().userAgentSuffix("tms/3.2").header("X-Tenant", "acme"));
    service.answers(
        Answers.success(Operation.GET_BALANCE), Answers.success(Operation.CREATE_TRACKED_LOAD));
    client.getBalance(CallOptions.builder().header("X-Trace", "t-1").build());
    RecordedRequest plain = service.takeRequest();
    assertThat(plain.getHeaders().get("Authorization")).isEqualTo("Bearer " + FakeService.KEY);
    assertThat(plain.getHeaders().get("X-Agent-Key")).isNull();
    assertThat(plain.getHeaders().get("X-Tenant")).isEqualTo("acme");
    assertThat(plain.getHeaders().get("X-Trace")).isEqualTo("t-1");
    assertThat(plain.getHeaders().get("User-Agent"))
        .matches("freight-sdk-java/\\S+ \\(java \\S+; okhttp 5\\.\\S+\\) tms/3\\.2");

    client.catalog().createTrackedLoad(Loads.twoStops());
    RecordedRequest catalog = service.takeRequest();
    assertThat(catalog.getTarget()).isEqualTo("/v1/freight/create_tracked_load");
    assertThat(catalog.getHeaders().get("X-Agent-Key")).isEqualTo(FakeService.KEY);
    assertThat(catalog.getHeaders().get("Authorization")).isNull();
  }
}
