package io.freightsdk.examples.benchmarks.peer;

import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/** OkHttp with room for so many calls at once, for all peers that stand on it. */
final class OkHttpClients {
  private OkHttpClients() {}

  static OkHttpClient create(int atOnce) {
    Dispatcher dispatcher = new Dispatcher();
    dispatcher.setMaxRequests(atOnce);
    dispatcher.setMaxRequestsPerHost(atOnce);
    return new OkHttpClient.Builder()
        .dispatcher(dispatcher)
        .connectionPool(new ConnectionPool(atOnce, 5, TimeUnit.MINUTES))
        .build();
  }

  static void close(OkHttpClient client) {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
