package io.freightsdk.examples.benchmarks.peer;

import io.freightsdk.model.Balance;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** OkHttp without anything around it, and the SDK's parser. */
final class OkHttpPeer implements Peer {
  private final OkHttpClient client;
  private final boolean enqueue;
  private final HttpUrl balance;
  private final HttpUrl loads;

  OkHttpPeer(String baseUrl, int atOnce, boolean enqueue) {
    this.client = OkHttpClients.create(atOnce);
    this.enqueue = enqueue;
    this.balance = HttpUrl.get(baseUrl + "/v1/agent/balance");
    this.loads = HttpUrl.get(baseUrl + "/v1/agent/loads");
  }

  @Override
  public Object balance() throws Exception {
    return read(Balance.class, balance);
  }

  @Override
  public Object position() throws Exception {
    return read(LoadPosition.class, loads.newBuilder().addPathSegment(LOAD).build());
  }

  @Override
  public CompletableFuture<?> balanceLater() {
    return later(Balance.class, call(balance));
  }

  private <T> T read(Class<T> type, HttpUrl url) throws Exception {
    Call call = call(url);
    return enqueue ? later(type, call).get() : parsed(type, call.execute());
  }

  private Call call(HttpUrl url) {
    return client.newCall(
        new Request.Builder()
            .url(url)
            .header("Authorization", "Bearer " + KEY)
            .header("Accept", "application/json")
            .build());
  }

  private static <T> CompletableFuture<T> later(Class<T> type, Call call) {
    CompletableFuture<T> future = new CompletableFuture<>();
    call.enqueue(
        new Callback() {
          @Override
          public void onResponse(Call call, Response response) {
            try {
              future.complete(parsed(type, response));
            } catch (IOException | RuntimeException e) {
              future.completeExceptionally(e);
            }
          }

          @Override
          public void onFailure(Call call, IOException e) {
            future.completeExceptionally(e);
          }
        });
    return future;
  }

  private static <T> T parsed(Class<T> type, Response response) throws IOException {
    try (response) {
      if (response.code() != 200) throw new IOException("status " + response.code());
      return FreightJson.read(type, response.body().source());
    }
  }

  @Override
  public void close() {
    OkHttpClients.close(client);
  }
}
