package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9110, section 5.6.7: a date of HTTP has 29 characters on every day. */
class DateHeaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-11-05T07:08:09Z | Thu, 05 Nov 2026 07:08:09 GMT",
        "2026-11-30T23:59:59.999Z | Mon, 30 Nov 2026 23:59:59 GMT",
        "2027-01-01T00:00:00Z | Fri, 01 Jan 2027 00:00:00 GMT"
      })
  void dateHeaderHasTheServerTimeInHttpFormat(String now, String date) {
    ServerBuilder at = InMemoryFreightServer.builder().clockStart(Instant.parse(now));
    try (Service service = Service.of(at.frozenClock())) {
      assertThat(service.client().get("/v1/agent/balance").header("Date")).isEqualTo(date);
      assertThat(service.anyone().get("/nowhere").header("Date")).isEqualTo(date);
      Http.Reply malformed = service.anyone().get("/%zz");
      assertThat(malformed.status()).isEqualTo(400);
      assertThat(malformed.header("Date")).isEqualTo(date);
    }
  }
}
