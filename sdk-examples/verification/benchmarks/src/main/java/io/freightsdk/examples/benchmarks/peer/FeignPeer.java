package io.freightsdk.examples.benchmarks.peer;

import feign.Feign;
import feign.Headers;
import feign.Param;
import feign.RequestLine;
import feign.moshi.MoshiDecoder;
import io.freightsdk.examples.benchmarks.twin.TwinBalance;
import io.freightsdk.examples.benchmarks.twin.TwinPosition;
import okhttp3.OkHttpClient;

/** Feign over OkHttp, with records read by reflective Moshi. */
final class FeignPeer implements Peer {
  private final OkHttpClient http;
  private final Api api;

  /** The API as Feign wants it. */
  @Headers({"Authorization: Bearer " + KEY, "Accept: application/json"})
  public interface Api {
    @RequestLine("GET /v1/agent/balance")
    TwinBalance balance();

    @RequestLine("GET /v1/agent/loads/{loadNumber}")
    TwinPosition position(@Param("loadNumber") String loadNumber);
  }

  FeignPeer(String baseUrl, int atOnce) {
    http = OkHttpClients.create(atOnce);
    api =
        Feign.builder()
            .client(new feign.okhttp.OkHttpClient(http))
            .decoder(new MoshiDecoder(TwinMoshi.create()))
            .target(Api.class, baseUrl);
  }

  @Override
  public Object balance() {
    return api.balance();
  }

  @Override
  public Object position() {
    return api.position(LOAD);
  }

  @Override
  public void close() {
    OkHttpClients.close(http);
  }
}
