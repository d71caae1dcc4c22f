package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JournalSecretsTest {
  @AutoClose private final Service service = Service.start();

  private RecordedRequest last() {
    return service.server().journal().last(1).get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/agent/loads/LD-2026-0001, /v1/agent/loads/LD-2026-0001",
    "/v1/freight/nothing_here, /v1/freight/nothing_here",
    "/, /",
    "/__admin/keys/mykey, /__admin/keys/***",
    "/trak/trk_0123456789abcdef, /trak/trk_***",
    "/api/driver/drv_0123456789abcdef/pings, /api/driver/drv_***/pings",
    "/v1/agent/loads/fak_local/x, /v1/agent/loads/fak_***/x",
  })
  void journalHasNoKeysOrTokensOfPaths(String path, String recorded) {
    service.server().journal().clear();
    service.anyone().post(path, "{}");

    assertThat(last().path()).isEqualTo(recorded);
  }

  @Test
  void bodiesAreRecordedAsReceived() {
    String created = service.client().post("/v1/agent/loads", Orders.TWO_STOPS).text();

    assertThat(last().body()).isEqualTo(Orders.TWO_STOPS);
    assertThat(last().responseBody()).isEqualTo(created);
  }

  /** The string of a request is in the report of a failed test, which goes into logs. */
  @Test
  void toStringOfARequestHasNoBody() {
    service.client().post("/v1/agent/loads", Orders.TWO_STOPS);

    assertThat(last()).hasToString(last().requestId() + " POST /v1/agent/loads -> 201");
  }
}
