package io.freightsdk.examples.benchmarks.peer;

import io.freightsdk.model.Balance;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import okio.Buffer;

/** The JDK's own client, and the SDK's parser. */
final class JdkPeer implements Peer {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String baseUrl;

  JdkPeer(String baseUrl) {
    this.baseUrl = baseUrl;
  }

  @Override
  public Object balance() throws Exception {
    return read(Balance.class, "/v1/agent/balance");
  }

  @Override
  public Object position() throws Exception {
    return read(LoadPosition.class, "/v1/agent/loads/" + LOAD);
  }

  @Override
  public CompletableFuture<?> balanceLater() {
    return client
        .sendAsync(request("/v1/agent/balance"), BodyHandlers.ofByteArray())
        .thenApply(response -> parsed(Balance.class, response));
  }

  private <T> T read(Class<T> type, String path) throws IOException, InterruptedException {
    return parsed(type, client.send(request(path), BodyHandlers.ofByteArray()));
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create(baseUrl + path))
        .header("Authorization", "Bearer " + KEY)
        .header("Accept", "application/json")
        .build();
  }

  private static <T> T parsed(Class<T> type, HttpResponse<byte[]> response) {
    try {
      if (response.statusCode() != 200) throw new IOException("status " + response.statusCode());
      return FreightJson.read(type, new Buffer().write(response.body()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {}
}
