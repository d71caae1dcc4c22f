package io.freightsdk.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.internal.transport.WireResponse;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okio.Buffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseReaderTest {
  /** The two have one type, and a driver gets them by SMS. */
  @ParameterizedTest
  @CsvSource({"201, success", "200, ok"})
  void linksOfALoadAreReadFromTheirMembers(int status, String flag) throws Exception {
    String body =
        "{\"%s\":true,\"deduplicated\":true,\"loadId\":\"id\",\"loadNumber\":\"LD-2026-0001\","
            + "\"trackingLink\":\"tracking\",\"driverWebLink\":\"web\",\"driverAppLink\":\"app\"}";
    WireResponse response =
        new WireResponse(
            HttpUrl.get("https://api.example.com/v1/agent/loads"),
            status,
            Headers.of("Content-Type", "application/json"),
            new Buffer().writeUtf8(body.formatted(flag)),
            false);

    CreateLoadOutcome outcome =
        ResponseReader.loadCreation("key").read(response).result().of(1, Charge.NONE);

    assertThat(outcome.trackingLink()).isEqualTo("tracking");
    assertThat(outcome.driverWebLink()).isEqualTo("web");
    assertThat(outcome.driverAppLink()).isEqualTo("app");
    assertThat(outcome.loadId()).isEqualTo("id");
    assertThat(outcome.loadNumber()).isEqualTo("LD-2026-0001");
    assertThat(outcome.deduplicated()).isEqualTo(status == 200);
  }
}
