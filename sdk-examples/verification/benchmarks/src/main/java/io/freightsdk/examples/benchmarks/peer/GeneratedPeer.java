package io.freightsdk.examples.benchmarks.peer;

import io.freightsdk.examples.benchmarks.generated.ApiClient;
import io.freightsdk.examples.benchmarks.generated.ApiException;
import io.freightsdk.examples.benchmarks.generated.api.BillingApi;
import io.freightsdk.examples.benchmarks.generated.api.LoadsApi;
import okhttp3.OkHttpClient;

/** What openapi-generator makes of our own description, with OkHttp and Gson. */
final class GeneratedPeer implements Peer {
  private final OkHttpClient http;
  private final BillingApi billing;
  private final LoadsApi loads;

  GeneratedPeer(String baseUrl, int atOnce) {
    http = OkHttpClients.create(atOnce);
    ApiClient client = new ApiClient(http).setBasePath(baseUrl);
    client.setBearerToken(KEY);
    billing = new BillingApi(client);
    loads = new LoadsApi(client);
  }

  @Override
  public Object balance() throws ApiException {
    return billing.getBalance();
  }

  @Override
  public Object position() throws ApiException {
    return loads.getLoadPosition(LOAD);
  }

  @Override
  public void close() {
    OkHttpClients.close(http);
  }
}
