package io.freightsdk.benchmark;

import io.freightsdk.json.FreightJson;
import io.freightsdk.model.LoadPosition;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Reads positions with OkHttp and the SDK's parser, without retries, deadline or charges. The SDK
 * is compared with it.
 */
final class OkHttpReader implements AutoCloseable {
  private final OkHttpClient client;
  private final HttpUrl loads;

  OkHttpReader(String baseUrl, int maxConcurrentReads) {
    Dispatcher dispatcher = new Dispatcher();
    dispatcher.setMaxRequests(maxConcurrentReads);
    dispatcher.setMaxRequestsPerHost(maxConcurrentReads);
    this.client =
        new OkHttpClient.Builder()
            .dispatcher(dispatcher)
            .connectionPool(new ConnectionPool(maxConcurrentReads, 5, TimeUnit.MINUTES))
            .build();
    this.loads = HttpUrl.get(baseUrl + "/v1/agent/loads");
  }

  LoadPosition read() throws IOException {
    return parse(call().execute());
  }

  CompletableFuture<LoadPosition> readAsync() {
    CompletableFuture<LoadPosition> future = new CompletableFuture<>();
    call()
        .enqueue(
            new Callback() {
              @Override
              public void onResponse(Call call, Response response) {
                try {
                  future.complete(parse(response));
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

  private Call call() {
    return client.newCall(
        new Request.Builder()
            .url(loads.newBuilder().addPathSegment(FixedResponseServer.LOAD).build())
            .header("Authorization", "Bearer " + FixedResponseServer.KEY)
            .header("Accept", "application/json")
            .build());
  }

  private static LoadPosition parse(Response response) throws IOException {
    try (response) {
      if (response.code() != 200) throw new IOException("status " + response.code());
      return FreightJson.read(LoadPosition.class, response.body().source());
    }
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
